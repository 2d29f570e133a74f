"""A whole hand as text, and its judgement."""

from __future__ import annotations

from calarec.bulk.filter import Verifier
from calarec.core.judge.judgement import Judgement
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset

HAND = """cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 7
dealer A
deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s
deal B: Cb 6b 2c Ac 5c 4c 2d Cd Rs Cs 6s 5s
deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s
monte Ab 6d 3s 7s
bid B: chiamo C: passo A: passo
call B: 3b with C
give C: open 3b to B
take B: open Ab 6d 3s 7s
give B: open 4c to C
discard B: closed 6b 5c 6d 5s
 1 B: 3s 2s 4s
 2 B: 7s Fc Fs
 3 A: 7b Ab Fb
 4 B: Cd 4d 5d
 5 B: Cb 2b 4b
 6 C: 6c Cc 2c
 7 B: 2d Fd Ad
 8 B: Rs 3c As
 9 A: 7d Cs 3d
10 C: Rc 5b Ac
11 B: 3b 7c Rb
12 B: 6s 4c Rd
result B: 24 A: 7 C: 4
score B: +2 A: -1 C: -1
end
"""
ASSERTED = ("result ", "score ")


def without_lines(text: str, *starts: str) -> str:
    """The record without some lines."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(starts))


def replay_text(text: str) -> Judgement:
    """The one hand of a record."""
    session = RecordJudge(load_ruleset("pagat"))
    verdicts = list(Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), session).verify([text]))
    assert isinstance(verdicts[0], Judgement)
    return verdicts[0]
