"""Inputs that broke a promise once, each as small as it could be made."""

from __future__ import annotations

import pytest

from tests.fuzz.target import Drawn, failure
from tests.fuzz.targets import TARGETS

FOUND: list[tuple[str, str, tuple[str | int, ...]]] = [
    # That there is no ruleset of a name was said of the first `rules` line for a later one that says the same.
    (
        "parts",
        'rules house-rules@1.0.0\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\nhand 1\n'
        " 7 B: __ __ __\n 8 B: __ __ __\n 9 B: __ __ __\n10 B: __ __ __\n11 B: __ __ __\n"
        '12 B: __ __ __\nend\ncal 1\nrules house-rules@1.0.0\nseat A "Anna"\nseat B "Bruno"\n'
        'seat C "Carla"\nhand 1\ngive C: none to B\n'
        "end; Composed by the project: one hand not written down, cards that nobody remembers, a discard that "
        "nobody saw. The people are invented.\n"
        "take C: closed As Fs 2c 5c from monte\ngive A: closed 3s to C\n"
        "take A: closed 5s from tabled\ndiscard C: closed 6s 7c 5c 7d to monte\n 1 C: 3d 4d Fd\n"
        " 2 C: 3s 5s 4s\n 3 C: 3b 5b 4b\n 4 C: 2d 5d Ad\n 5 C: 2s 6b 7s\n 6 C: 2b Cb 7b\n"
        " 7 C: As 6d Cs\n 8 C: Fs Cc Rs\n 9 B: 4c 2c 3c\n10 A: Ab Fb Rb\n11 A: Rd 6c Cd",
        ("replaced", 721280, "check"),
    ),
    # Before Python 3.11.5 a pattern ended within a line, so that a line was read that the hand does not have.
    ("parts", "D\nhand\nresult", ("forged", 116616, "check")),
    # A fault voids the deal, and the record has a card played twice: it is told, and nothing that is paid rests on it.
    (
        "judged",
        "rules settiglio-monte-5@0\nse A\nst B\nse C\nst D\nse E\nst F\nse G\nhand\ndealer C\nbid D:scegliete\n"
        "1 D:Rd Rd\nfault D:exchange",
        (),
    ),
    # The lines that are shown around a finding went back beyond an `end`, behind which the file may be cut.
    ("shards", " 4 B: Ac 2c 7c\nend\nen", (18, 1)),
    # An `end` that ends no hand stands behind a `rules` line of which no hand has heard yet: there a file was cut.
    (
        "shards",
        "cal 1\nrules quadriglio@1.0.0 sha256:0a2f1217e92a\nseat A\ndeal A: Rb 3s 2s Rs 5s 2c 7c 4c Ad 6d\n"
        " 7 B: 4b Fb 7b Rb\n 8 A: 7d Fd 7c 3d\n 9 D: 6d 6s 3c 6c\n10 D: Ad Fs 3b 6b\nresult A: 12 B: 8 C: 4 D: 11\n"
        "score A: -9 B: +3 C: +3 D: +3\ntotal A: -8 B: 2 C: 2 D: 4\nseat A\ncal 1\n"
        "rules treccani@1.0.0 sha256:0a5fd998ffbe\nend\nseat B\nseat C\nscore A: +8 B: -4 C: -4",
        (347, 1),
    ),
    # A last line that is not UTF-8 is as long as it is written: what is missing behind it was told one column too far.
    ("judged", "rules foster\nhand \udcff", ()),
    # Rules that stand in a hand hold for it alone, but the fast way went on with them.
    (
        "judged",
        "se A\nst B\nse C\nhand\nrules twenty-one\ntotal C:2\nhand\ndealer B\n"
        "deal C: 2b Rb Fb 6b 3s Fs 4s Fc 4c 3d Rd 6d\ndeal A: Cb 7b Cs 7s 6s 5s 3c 6c 2d Ad Fd 7d\n"
        "deal B: Ab 5b 4b 2s As 2c Ac Cc 5c Cd 5d 4d\nmonte 3b Rs Rc 7c\nbid C: chiamo A: scegliete\n"
        "take C: open 3b Rc 7c\ndiscard C: closed 2b 3s Fs\ntake B: open Rs\ndiscard B: closed 4d\n"
        " 1 C: Fc 6c Ac\n 2 B: Cc 4c 3c\n 3 A: 5s As 4s\n 4 B: 5b Rb Cb\n 5 C: Rc 6s 2c\n 6 B: Cd Rd Fd\n"
        " 7 C: Fb 7b Ab\n 8 B: 2s 6d 7s\n 9 B: 5d 3d 7d\n10 C: 3b 2d 4b\n11 C: 7c Ad 5c\n12 C: 6b Cs Rs\nend\n",
        (),
    ),
    # A line that says what cannot be came back from JSON as it was written, and not in its canonical form.
    ("conversions", "et B\nseat\tB", ("jsonl",)),
    # A mark of byte order further on was taken away; a blank line before it was dropped, and it stood first.
    ("conversions", "\n\ufeffseat A", ("jsonl",)),
    # Of a ruleset that was named twice before another the first line was named, or the second, as the file was cut.
    (
        "shards",
        "rules foster\nseat A\nhand\nend\ncal 1\nrules foster\nseat A\nhand\nend\nrules pagat\nhand\nend\n",
        (71, 1),
    ),
    # Around a finding lines of a hand without a `hand` line were shown, too, where the next one has no end.
    ("judged", "5\nrules spazzatura@1\nt\nhand", ()),
    # The fast way read a line of the exchange from where it fits, not from its beginning: it passed a broken one.
    (
        "judged",
        "1\nrules foster@1.0.0\nseat A\nseat B\nseat C\nhand\ndealer A\ndeal B: 3h Ah Qh Jh 7h 5h 3d Jd 6d 4c 3"
        "s 2s\ndeal C: 2h 2d 7d 5d 4d Ac Kc Qc Jc 5c As 5s\ndeal A: Kh 6h Ad Kd Qd 3c 7c Ks Qs Js 7s 4s\nmon"
        "te 4h 2c 6c 6s\nbid B: play\ncall B: 3c with A\ngive give B: closed 4c to A\ndiscard B: closed 6d to"
        " aside\ntake B: open 2c from stock\n 1 B: 3s 5s 4s\n 2 B: 3c 5c 4c\n 3 B: 3d 4d Qd\n 4 B: 3h 2h 6h\n 5"
        " B: 2s As 7s\n 6 B: 2c Jc 7c\n 7 B: Ah 5d Kh\n 8 B: Qh 7d Js\n 9 B: Jh Qc Qs\n10 B: 7h Kc Kd\n11 B: 5h"
        " 2d Ks\n12 B: Jd Ac Ad\nend",
        (),
    ),
    # Whatever was led takes the trick, for nobody follows suit: but what was led may be of two suits.
    (
        "hidden",
        "cal 1\nrules foster@1.0.0 sha256:8454b5de1803\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\ndeal B: 3h "
        "6h 5h 4h Ad 7d 6c 3s 2s A_ 6s 5s\ndeal C: Qh Kd Qd 6d 4d 3c Ac Kc Qc Jc Js 4s\ndeal A: 2h Ah Kh Jh"
        " 7h 3d 2d 5d 2c 7c 5c Qs\nmonte J_ 4c Ks 7s\nbid B: pass C: play\ncall C: 3h with B\ngive B: closed "
        "3h to C\ngive C: closed Ac to B\ndiscard C: closed Qh Qd 4s to aside\ntake C: open __ Ks 7s from st"
        "ock\n 1 B: 6h 3h 7h\n 2 C: Kc 2c 6c\n 3 A: 5d Ad Kd\n 4 B: A_ 7s Qs\n 5 B: 5s Ks Jh\n 6 C: 4d 2d 7d\n "
        "7 A: Kh 5h Jc\n 8 A: 5c Ac 3c\n 9 C: 6d 3d 2s\n10 A: 7c 3s Qc\n11 C: Js 2h 6s\n12 C: __ Ah 4h\nend\n",
        ("foster",),
    ),
    # Bytes that are not text, on a line that is not the last.
    ("judged", 'rules twenty-one\nseat B "\udcff"\ndisc', ()),
    # A file with a NUL and no line of a record is not text; a text that is given as such is one.
    ("readers", "\x00i", ()),
    # A word of the evening is one behind a blank, too.
    ("local", " cal", ("spazzatura", 98)),
    # Who deals next is said of the hand before.
    ("local", "dealer B", ("rovescino", 9)),
    # What is left out of a rule file to see what is to blame has lines that it has not.
    ("rules", "uleset:b\nxtends pagat\nset\n  contracts.b\n   e\n  s", ()),
    # A version with more digits than a record can say.
    ("rules", "ruleset: t\nversion: 1.0.1111111111\nextends: pagat", ()),
    # A line of bytes that are not text was shown with the mark by which the reader knows it.
    ("judged", "rules quartiglio@1\n\udc80\nhand", ()),
    # Totals of a hand without rules were held against the rules before, where a file was cut, and otherwise not.
    (
        "shards",
        "cal 1\nrules pagat\nseat A\nseat B\nseat C\nhand\ndealer A\nbid B: passo C: passo A: passo\n"
        "total A: 0 B: 0 C: 0\nend\ncal 1\nrules foster@1.0.0 sha256:00b5\nseat A\nseat B\nseat C\nhand\n"
        "dealer C\ntotal A: 0 B: 10 C: -72\nend\n",
        (20, 1),
    ),
    # A pile goes with a last trick that one of two seats has won: the promise was said too narrowly.
    (
        "hidden",
        "cal 1\nrules settiglio@1.0.0 sha256:bf692c1baf06\nseat A\nseat B\nseat C\nseat D\nseat E\nseat F\n"
        "seat G\n\nhand 1\ndealer A\nout A\ndeal B: 7b Fs 6s __ 4c 2d\ndeal C: Rb Fb 6b 2s 5s Fc\n"
        "deal D: 3b 2b __ Cc 6c 3d\ndeal E: 5b As 7s Rc Cd 7d\ndeal F: 3s 4s 3c 7c Ad 4d\n"
        "deal G: Rs Cs Rd Fd 6d 5d\nmonte Ab Cb 2c Ac\n"
        "bid B: dividete C: sto-bene D: sto-bene E: sto-bene F: scegliete\n"
        "take G: closed Ab Cb 2c Ac from monte\ndiscard B: closed Cb 7b Rs __ to monte\n 1 F: 3s Cs 6s 2s 3d 7s\n"
        " 2 F: 4s 5d Fs 5s 3b As\n 3 E: 5b Ad Fd Ab Fb 2b\n 4 D: 6c Rc 3c Ac 2c Fc\n 5 F: 7c 6d 4c Rb Cc Cd\n"
        " 6 D: __ 7d 4d Rd 2d 6b\nend\n",
        ("settiglio",),
    ),
    # Totals were held against what was supplied to a hand that was then not settled.
    (
        "shards",
        "rules thirty-five-eldest-leads@1.0.0 sha256:fff668f6b37e\nseat A\nseat B\nseat C\nhand 1\ndealer A\n"
        "deal B: Ks 7s 6s 3b 2b Ab Jb 7d 2c Ac Kc Rc\ndeal C: 3s Js Kb Rb 7b 3d 2d Ad Kd Rd 6d 7c\n"
        "deal A: 2s As Rs 5s 4s 6b 4d 3c Jc 6c 5c 4c\nmonte 5b 4b Jd 5d\nbid B: solo C: pass A: pass\n"
        " 1 A: 3c Rc 7c\n 2 A: 6c Kc Kb\n 3 B: 2b 7b 6b\n 4 B: Ab Rb 4c\n 5 B: Ac 3d 5c\n 6 B: 6s 3s As\n"
        " 7 C: Ad 4d 7d\n 8 C: Rd Jc 7s\n 9 C: Js 5s Ks\n10 B: Jb 2d 2s\n11 B: 3b 6d 4s\n12 B: 2c Kd Rs\n"
        "result A: 2 B: 24 C: 9\nscore A: -24 B: +12 C: +12\ntotal A: -24 B: 12 C: 12\nend\n\n",
        (81, 1),
    ),
    # A hand that breaks off before anybody could tell what was exchanged: the promise was said too narrowly.
    (
        "deduced",
        "cal 1\nrules cavendish-right-leads@1.0.0 sha256:590cef1a3961\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n"
        "deal B: Kh 7h 4h 2d Ad Kd 5d 3c Jc Ks Qs 7s\ndeal C: 2h 5h 3d 6d 2c Ac Kc 4c 3s 2s 6s 5s\n"
        "deal A: Qh 6h Qd 7d 4d Qc 7c 6c 5c As Js 4s\nmonte 3h __ __ _d\nbid B: play\ncall B: Jc\n 1 A: 6h Kh 5h\n"
        " 2 B: Ad 3d 7d\n 3 C: 5s As 7s\n 4 A: 5c Jc Kc\nend\n",
        ("cavendish-right-leads",),
    ),
    # A partner became known with the called card in the one of two tricks in which the world that was looked at had it.
    (
        "hidden",
        "cal 1\nseat A\nseat B\nseat C\nseat D\nseat E\nhand\ndealer A\ndeal B: 7b 3s Rs Cc Fc 7c 2d Cd\n"
        "deal C: Rb __ 5b __ 4s Rc Fd 4d\ndeal D: 3b Ab 6b Cs 5s 6c 6d 5d\n"
        "deal E: 2b Fb 7s 2c Ac 5c Ad 7d\ndeal A: 2s As Fs 6s 3_ 4c 3d Rd\nbid B: chiamo\ncall B: 4b\n"
        "1 B: 3s 4s 5s 7s 6s\n2 B: 2d 4d 6d 7d Rd\n3 B: Rs Rc Cs Ad 2s\n4 A: Fs 7b 5b 6c Fb\n"
        "5 A: 3_ 7c Fd 3b 5c\n6 A: 4c Cc Rb 6b 2c\n7 E: 2b 3d Fc __ Ab\n8 E: Ac As Cd __ 5d\nend",
        ("gelli-bellora",),
    ),
    # A packed record with a zero byte was taken for no text.
    ("conversions", ";\0\nhand\n", ("calpack",)),
    # Lines of two hands without `hand` lines were told as one, unless the file was cut after the `end` between them.
    (
        "shards",
        " 9 A: Js 7s 8s\n10 A: 6h Ks Jc\n11 A: Ad Kd 7c\n12 A: Jh 9c As\nresult C: 6 A: 22 B: 7\n"
        "score C: -46 A: +23 B: +23\ntotal A: 45 B: 30 C: -75\nend\ndealer A\n"
        "deal B: Jh 9h 6h Kd Qd 7d 5d Ac 9c 7c 5c 9s\ndeal C: Ah 7h Td 8d 6d Jc Tc 8c Qs Ts 8s 5s\n"
        "deal A: Kh Qh 8h 5h Ad Jd 9d Qc 6c Ks 7s 6s\nmonte Th Kc As Js\nbid B: play\ncall B: 5h with A\n"
        "give A: open 5h to B\ngive B: closed 9s to A\ndiscard",
        (379, 1),
    ),
    # A card that a trick calls by another letter was looked for by the pack's own.
    (
        "shards",
        "rules gelli-terziglio@1.0.0\nhand\ndealer A\ndeal B: 4b 2s As Cs 3c 6c 5c Fd 7d 5d 4d\n"
        "deal  C: Ab Rb 7b 6b Rs 7s Rc Cc 7c Ad Rd Cd\ndeal A: 5b 3s Fs 6s 5s 4s 2c Fc 4c 3d 2d 6d\n"
        "monte 2b Cb Fb Ac\nbid B: solo\ntake A: Fb\ndiscard A: Fs 2c\n 1 B: Ks Jh Js\n 2 C: 7b Cb 4b\n"
        " 3 A: Fb 3b 6b\n 4 B: Cs 7s 6s\n 5 B: 6c Rc Fc\n 6 C: 7c 5b 3c\n 7 B: 7d Rd 6d\n 8 C: Cd 3d Fd\n"
        " 9 A: 5s 2s Ac\n10 B: 5d Ad 2d\n11 A: 4s As Rb\n12 B: 4d 2b 3s\nend\n",
        (3238, 2),
    ),
    # A broken line between hands is told with the hand behind it: the promise was said too narrowly.
    ("local", "Ca", ("tretre", 51)),
    # A called card that may have been played before the claim with which everything became known.
    (
        "hidden",
        "cal 1\nseat A\nseat B\nseat C\nseat D\nseat E\nhand 1\ndealer A\ndeal B: 3b Ab 2s Rs 6s 4s Cc 4d\n"
        "deal C: Cb Fb 3s 7s 3c 7c 5c 3d\ndeal D: 2b Rb As 5s Fc 2d Cd _d\ndeal E: 7b 6b 2c Rc Rd Fd 7d 6d\n"
        "bid B: chiamo\ncall B: 2d with D\n 1 B: Rs 3s 5s Fd Cs\n 2 C: 7c Fc Rc 6c Cc\n 3 E: 7b 4b Ab Fb 2b\n"
        " 4 D: __ 7d Ad 4d 3d\n 5 C: 5c As\nclaim B: points 15 accepted\nend claimed",
        ("gelli-bellora",),
    ),
    # A record without a `cal` line, in which something stands before the first hand: the fast way did not miss it.
    ("judged", "@\nhand\nrules thirty-five-eldest-leads", ()),
    # A bid with the line's end of Windows, in a file in which no other line has it: the fast way passed it.
    (
        "judged",
        "1\nrules gelli-bellora@1.0.0\nseat A\nseat B\nseat C\nseat D\nseat E\nhand\ndealer A\n"
        "deal B: 7b 3s 2s As Fs 7c Rd Cd\ndeal C: 3b Rb 6b Cs Rc 6c 2d Ad\ndeal D: Fb Rs 7s 3c 2c Ac Cc 7d\n"
        "deal E: Ab 5b 4b 6s 4c 3d Fd 4d\ndeal A: 2b Cb 5s 4s Fc 5c 6d 5d\nbid B: chiamo\r\ncall B: 7d\n"
        " 1 B: Cd 2d 7d Fd 5d\n 2 C: 3b Fb 5b 2b 7b\n 3 C: 6c Cc 4c Fc 7c\n 4 D: 7s 6s 5s 3s Cs\n"
        " 5 B: Rd Ad Rs 4d 6d\n 6 C: Rb Ac 4b Cb Fs\n 7 C: 6b 3c Ab 4s As\n 8 E: 3d 5c 2s Rc 2c\nend",
        (),
    ),
    # What is wrong with a last line and that it has no end stand at one place: which came first hung on the cut.
    (
        "shards",
        "otal A: 2 B: -1 C: -1\nend\nhand 4\ndeal B: 2b Rb 2s Fs 6s 4s 3c Ac Cc 4c 2d 7d\n"
        "deal C: 3b Ab Fb 5b 4b Rs 7s 2c 6c Fd 5d 4d\ndeal A: Cb 7b 6b 3s As Cs 5s Rc 7c 5c Ad Cd\nmonte Fc 3d Rd 6d\n"
        "bid B: solissimo C: pass A: scegliete\nt",
        (222, 1),
    ),
    # Rules that cannot be found, before a hand that has rules of its own: the fast way asked for them all the same.
    ("judged", "1\nrules r\nhand\nrules pagat-declarer-leads@1", ()),
    # Points that the written tricks exclude: what bonuses there are was asked all the same.
    *(
        (
            "judged",
            "cal 1\nrules tretre\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\nbid A: passo B: solo C: sto-bene "
            "A: sto-bene\n1 A: __ __ __\n"
            + "".join(f"{n} {leader}: __ __ __\n" for n in range(2, 8))
            + "score B: -4 A: +2 C: +2\nend\n",
            (),
        )
        for leader in "BC"
    ),
    # What is entered is written: the promise was said too narrowly.
    ("commands", "\n", ("enter", "a.cal")),
    # What is kept by `--parts` is not a draft.
    ("commands", "", ("check", "json", "c.json", "--parts", ".")),
    # In the place of an `end` a word that is only like `rules` took them from the next hand; `cal;` says what it says.
    ("local", "ule", ("settiglio", 32)),
    ("local", "cal;", ("rovescino", 101)),
    # The lines shown with a finding of a hand went back beyond an `end` that stands between hands.
    (
        "shards",
        "rules pagat\nseat A\nseat B\nseat C\nhand\nend\nend void\nhand 4\ndealer A\n"
        "deal B: 6b Cs Ac Rc 4d 2b 3b Ab Rb Cb Fb 7b\ndeal C: 2s 3s As Rs Fs 7s 6s 5s 4s 4b 5b 2c\n"
        "deal A: 3c Cc Fc 7c 6c 5c 4c Ad 2d 3d Rd Cd",
        (60, 1),
    ),
    # A line without a blank was looked up without its last letter: `call` was taken for `cal`.
    ("readers", "call\r\n1", ()),
    # Behind a hand with rules of its own it was told that the evening's hold, unless the file was cut there.
    (
        "shards",
        "rules settiglio-monte-5@1.0.0 sha256:1490b73caa72\nhand 1\nrules quartiglio@1.0.0 sha256:ffe094531e76\nend\n"
        "hand 3",
        (20, 1),
    ),
    # A part with a right checksum names a code without its values, or is not a report at all: a traceback.
    (
        "parts",
        'cal 1\nrules house-rules@1.0.0\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer A\n'
        "bid B: chiamo C: passo A: passo\nend\n",
        ("forged", 851674, "check"),
    ),
    # More was sent by a page that is told what happens: the server went on, whether or not anybody was there.
    (
        "server",
        "GET /events?page=0123456789abcdef HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Cookie: calarec-{port}={write}\r\n\r\n" + "x" * 200_000,
        ("writer",),
    ),
    # The answer to a HEAD that comes last has no body: the promise was said too narrowly. So was it for broken base64.
    ("server", "HEAD /closed.html HTTP/1.1\r\nHost:127.0.0.1:{port}\r\n\r\n", ("keyless",)),
    (
        "server",
        "POST /call/open HTTP/1.1\r\nHost:127.0.0.1:{port}\r\nCookie:calarec-{port}={write}\r\n"
        "Origin:http://127.0.0.1:{port}\r\nContent-Length:61\r\nContent-Type:application/json\r\n\r\n"
        '{"name": "\\u202e", "data": "1e9", "rules": "b", "lang": "it"}',
        ("writer",),
    ),
    # What strangers read themselves and put into their archive came out again: the promise was said too narrowly.
    (
        "archives",
        "forge INSERT INTO seats (part) VALUES ((SELECT content FROM read_text('{secret}')))",
        ("none", 242126),
    ),
    # A question with a byte that is not text ended in a traceback.
    ("archives", "\udcff", ("none", 622947)),
    # A line of a hand that is a list was an error of calarec's own.
    (
        "server",
        "POST /call/corrected HTTP/1.1\r\nHost:127.0.0.1:{port}\r\nCookie:calarec-{port}={write}\r\n"
        "Origin:http://127.0.0.1:{port}\r\nContent-Length:106\r\nContent-Type:application/json\r\n\r\n"
        '{"text": "cal 1\\nrules pagat\\nhand 1\\nend\\n", "number": "0", '
        '"lines": [["x"]], "anyway": "", "lang": "it"}',
        ("writer",),
    ),
    # That a record names no rules was said once, and where the file was cut again for an evening without them.
    (
        "parts",
        "cal 1\nhand 1\nend\n"
        + "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\nend\n" * 20
        + "cal 1\nhand 1\nend\n",
        ("forged", 145470, "check"),
    ),
    # An edit that is a number was an error of calarec's own; so was a text with an accent that should be base64.
    (
        "server",
        "POST /call/mend HTTP/1.1\r\nHost:127.0.0.1:{port}\r\nCookie:calarec-{port}={write}\r\n"
        "Origin:http://127.0.0.1:{port}\r\nContent-Length:47\r\nContent-Type:application/json\r\n\r\n"
        '{"text": "cal 1\\n", "edits": [1], "lang": "it"}',
        ("writer",),
    ),
    (
        "server",
        "POST /call/open HTTP/1.1\r\nHost:127.0.0.1:{port}\r\nCookie:calarec-{port}={write}\r\n"
        "Origin:http://127.0.0.1:{port}\r\nContent-Length:67\r\nContent-Type:application/json\r\n\r\n"
        '{"name": "tretre", "data": "\\u00e9", "rules": "pipe", "lang": "it"}',
        ("writer",),
    ),
    # Nothing is wrong with it: at idle priority no processor was free for it for fifty seconds by the clock.
    (
        "server",
        "POST /call/rules_lines?page=fedcba9876543210 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Cookie: calarec-{port}={write}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Length: 14\r\n"
        'Content-Type: application/json\r\n\r\n{"lang": "en"}GET /?key={write} HTTP/1.1\r\n'
        "Host: 127.0.0.1:{port}\r\nCookie: calarec-{port}={write}\r\nOrigin: http://127.0.0.1:{port}\r\n",
        ("writer",),
    ),
    # An editor that gives up a request with a number that is none was told of a mistake of the server.
    (
        "language-server",
        '["send",{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{"":1}}}]\n'
        '["send",{"jsonrpc":"2.0","method":"$/cancelRequest","params":null}]\n'
        '["send",{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":[]}}]',
        ("en", "utf-16"),
    ),
    # Typed in two lines at once, the first of which was never deleted: the target pressed the wrong keys to leave.
    (
        "entering",
        '["keys", "delete 1\\u001b[200~a\\nb\\u001b[201~rules tretreBruno chiamo vinta\\u001aedit 1"]\n'
        '["keys", "scegliete\\u001b\\u0001Bruno esce\\u0011"]',
        ("quadriglio", "it", "xterm", "ctrl-c"),
    ),
    # Two `total` lines in one hand: only the first was checked where the file was cut before it.
    (
        "parts",
        "rules short-11@1.0.0 sha256:98a20bfcabba\n"
        "seat A\n"
        "seat B\n"
        "seat C\n"
        "hand 1\n"
        "dealer A\n"
        "deal B: Cb Fb 7b 5b As 4s Rc Fc Rd Fd 7d 5d\n"
        "deal C: 3b Ab 6b Cs Fs Ac Cc 5c 3d 2d Cd 4d\n"
        "deal A: 2b Rb 4b Rs 7s 6s 5s 3c 2c 6c Ad 6d\n"
        "monte 3s 2s 7c 4c\n"
        "bid B: solo C: pass A: pass\n"
        "take B: closed 3s 2s 7c 4c\n"
        "discard B: closed 7b 2s Rd 7d\n"
        " 1 B: 3s Fs 6s\n"
        " 2 B: Fd 4d Ad\n"
        " 3 A: 6d 5d 2d\n"
        " 4 C: 6b Rb Fb\n"
        " 5 A: 2b Cb 3b\n"
        "total A: -32 B: 16 C: 16\n"
        " 7 C: Cd 7s 7c\n"
        " 8 C: Ac 3c Rc\n"
        " 9 A: 2c Fc Cc\n"
        "10 A: 6c 4c 5c\n"
        "11 A: Rs As Cs\n"
        "12 B: 4s 3d 5s\n"
        "result B: 7 A: 20 C: 8\n"
        "score B: -4 A: +2 C: +2\n"
        "total A: 2 B: -4 C: 2\n"
        "end\n"
        "\n"
        "deal C: 2b Rb Fb 6b 3s Fs 4s Fc 4c 3d Rd 6d\n"
        "discard C: closed 2b 3s Fs\n"
        "take B: open Rs\n"
        "discard B: closed 4d\n"
        " 1 C: Fc 6c Ac\n",
        ("forged", 289115, "check"),
    ),
    # A rule file that is opened again as a record is longer than its rules were: completion went beyond their end.
    (
        "language-server",
        '["open", "a.cal", "calarec-rules", ""]\n["open", "a.cal", "", "cal 1\\nseat A\\nseat B\\nseat C\\n"]\n'
        '["ask", "textDocument/completion", "a.cal", [4, 1], [4, 1]]',
        ("en", "utf-8"),
    ),
    # A name with a space is written otherwise in an address: the server took the text of the file for empty.
    (
        "language-server",
        '["open", "my%20evening.cal", "", "cal 1\\nrules pagat\\n"]\n'
        '["ask", "textDocument/hover", "my%20evening.cal", [1, 7], [1, 7]]',
        ("en", "utf-16"),
    ),
    # Characters that end a line for Python and not for an editor: a change went to another place.
    (
        "language-server",
        '["open", "b.yaml", "", "a\\u000bbc"]\n["change", "b.yaml", [[[0, 3, 0, 3], "X"]]]',
        ("en", "utf-32"),
    ),
    # A method that is not a name, and a number that is a list, were mistakes of calarec's own.
    ("language-server", '["send",{"jsonrpc":"2.0","method":null,"params":""}]', ("it", "utf-32")),
    ("language-server", '["send",{"jsonrpc":"2.0","id":7,"method":1.5,"params":{}}]', ("it", "utf-32")),
    (
        "language-server",
        '["send",{"jsonrpc":"2.0","id":[[]],"method":"textDocument/foldingRange","params":{"textDocument":{"uri":"x"}}}]',
        ("it", "utf-32"),
    ),
    (
        "parts",
        "rules settiglio-stripped@1.0.0 sha256:cdff6bdc83fd\n"
        "seat A\n"
        "seat B\n"
        "seat C\n"
        "seat D\n"
        "seat E\n"
        "seat F\n"
        "seat G\n"
        "hand 1\n"
        "dealer A\n"
        " 5 D: Ad 7d 5b Cb Cs 3c 2s\n"
        "result A: 0 B: 0 C: 0 D: 22 E: 0 F: 0 G: 13\n"
        "score A: -36 B: +6 C: +6 D: +6 E: +6 F: +6 G: +6\n"
        "total A: -36 B: 6 C: 6 D: 6 E: 6 F: 6 G: 6\n"
        "end\n"
        "cal B\n"
        "deal G: Cb 3s Cs 2c Fc\n"
        "deal A: 7s 5s Ac Cc Ad\n"
        "deal B: 5b Rc 2d Rd 6d\n"
        "bid C: chiamo D: sto-bene E: sto-bene F: chiedo G: sto-bene A: 7s\n"
        " 1 A: 7s 6d Rs Fs 6s As 3s\n"
        " 2 G: Cs 5s Rc Cd 2s 6b Fb\n"
        " 3 D: 7b 2b Rb Cb Ac 5b Ab\n"
        " 4 E: 3b 6c 2c Cc 2d 7c 7d\n"
        " 5 E: 5c Fd Fc Ad Rd 3d 3c\n"
        "result A: 0 B: 0 C: 0 D: 16 E: 13 F: 0 G: 6\n"
        "score A: -36 B: +6 C: +6 D: +6 E: +6 F: +6 G: +6\n"
        "total A: -72 B: 12 C: 12 D: 12 E: 12 F: 12 G: 12",
        ("damaged", 636960, "check"),
    ),
]


@pytest.mark.mass
@pytest.mark.parametrize(("name", "text", "more"), FOUND)
def test_it_holds_now(name: str, text: str, more: tuple[str | int, ...]) -> None:
    """The promise holds for an input that once broke it."""
    found = failure(TARGETS[name], Drawn(text, more))
    assert found is None, found.told
