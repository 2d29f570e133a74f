"""Random statements, hands and records that can be written."""

from __future__ import annotations

from hypothesis import strategies as st

from calarec.core.base.frozen import replace
from calarec.core.notation.preamble import with_statements
from calarec.core.records import model as m

seats = st.sampled_from("ABCDEFG")
cards = st.builds(str.__add__, st.sampled_from("3579ARCFT_0Z"), st.sampled_from("bcdsz_"))
piles = st.lists(cards, max_size=5).map(tuple)
some_cards = st.lists(cards, min_size=1, max_size=5).map(tuple)
words = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
texts = st.text(max_size=30)
names = st.text(min_size=1, max_size=20)
amounts = st.integers(-999_999_999, 999_999_999)
counts = st.integers(0, 999)
by_name = st.dictionaries(texts, amounts, max_size=2).map(lambda said: tuple(said.items()))
openness = st.sampled_from([None, True, False])
some_seats = st.lists(seats, min_size=1, max_size=3).map(tuple)
any_seats = st.lists(seats, max_size=3).map(tuple)
maybe_seat = st.sampled_from(["", "A", "B", "G"])
maybe_word = st.one_of(st.just(""), words)
answers = st.sampled_from([("", ()), ("accepted", ()), ("refused", ("A",)), ("accepted", ("B", "C"))])
moments = st.datetimes().map(lambda when: when.replace(microsecond=0).isoformat())
hex_digits = st.text("0123456789abcdef", min_size=12, max_size=64)

hashes = st.tuples(st.sampled_from(["deal", "play", "x"]), hex_digits)


@st.composite
def by_seat(draw: st.DrawFn) -> m.Amounts:
    """Amounts of different seats."""
    who = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    return tuple((seat, draw(amounts)) for seat in who)


@st.composite
def tricks(draw: st.DrawFn, number: int, size: int) -> m.Trick:
    """A trick of a size."""
    played = tuple(draw(st.lists(cards, min_size=size, max_size=size)))
    judged = tuple(draw(st.lists(st.sampled_from(["", "!", "?", "!?", "??"]), min_size=size, max_size=size)))
    return m.Trick(number, draw(seats), played, draw(maybe_seat), judged if any(judged) else ())


@st.composite
def claims(draw: st.DrawFn) -> m.Claim | m.Concede:
    """A claim or a concession."""
    answer, by = draw(answers)
    points = draw(st.one_of(st.none(), counts))
    whole = points is not None and draw(st.booleans())
    if draw(st.booleans()):
        return m.Claim(draw(seats), points, whole, answer, by)
    return m.Concede(draw(seats), points, whole, answer, by)


@st.composite
def results(draw: st.DrawFn) -> m.Result:
    """A result whose sides share no seat."""
    who = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    cut = draw(st.integers(1, len(who)))
    sides = [tuple(who[:cut]), *[(seat,) for seat in who[cut:]]]
    said = []
    for side in sides:
        outcome = draw(st.sampled_from(["", "", "won", "lost"]))
        whole = not outcome and draw(st.booleans())
        said.append(m.Stated(side, None if outcome else draw(amounts), whole, outcome))
    return m.Result(tuple(said))


single = st.one_of(
    st.builds(m.At, moments),
    st.builds(m.Carry, words, st.one_of(st.none(), piles), amount=st.none(), seats=st.just(())),
    st.builds(m.Carry, words, st.none(), amount=st.integers(0, 999_999_999), seats=st.just(())),
    st.builds(m.Carry, words, st.none(), amount=st.none(), seats=some_seats),
    st.builds(m.Dealer, seats),
    st.builds(m.Out, some_seats),
    st.builds(m.Deal, seats, piles),
    st.builds(m.Monte, piles),
    st.builds(m.Trump, seats, st.one_of(cards, words)),
    st.builds(m.Call, seats, cards, st.sampled_from(["", "A", "monte", "hand"])),
    st.builds(m.TableCard, seats, piles, openness),
    st.builds(m.Give, seats, seats, piles, openness),
    st.builds(m.Take, seats, piles, openness, maybe_word),
    st.builds(m.Discard, seats, piles, openness, maybe_word),
    st.builds(m.Show, seats, piles, any_seats),
    st.builds(m.Declare, seats, words, st.lists(cards, max_size=4).map(tuple)),
    st.builds(m.Signal, seats, words, st.one_of(st.none(), counts)),
    claims(),
    st.builds(m.Fault, seats, words, st.lists(cards, max_size=2).map(tuple), st.one_of(st.none(), counts), maybe_seat),
    st.builds(m.Penalty, by_seat()),
    st.builds(m.Note, texts),
    results(),
    st.builds(m.Score, by_seat()),
    st.builds(m.Total, by_seat()),
    st.builds(
        m.Adjust, by_seat(), st.dictionaries(texts, amounts, max_size=2).map(lambda said: (*said.items(),)), texts
    ),
    st.builds(
        m.Id, st.lists(st.tuples(st.sampled_from(["deal", "play", "x"]), hex_digits), min_size=1, max_size=3).map(tuple)
    ),
    st.builds(m.Extension, words.map("x-".__add__), st.sampled_from(["", "a", 'a "b; c"  d', "Ñ 2"])),
)


@st.composite
def bids(draw: st.DrawFn) -> list[m.Statement]:
    """The bids, raises, or doubles, of one line."""
    said = draw(st.lists(st.tuples(seats, words), min_size=1, max_size=4))
    kind = draw(st.sampled_from(m.SPOKEN))
    return [kind(seat, word, 0, nth) for nth, (seat, word) in enumerate(said)]


@st.composite
def hands(draw: st.DrawFn, session: m.Preamble) -> m.Hand:
    """A hand of whatever statements."""
    before = draw(st.lists(single, max_size=6))
    auction = draw(st.one_of(st.just([]), bids()))
    size = draw(st.integers(2, 4))
    played = [draw(tricks(number, size)) for number in range(1, draw(st.integers(0, 3)) + 1)]
    after = draw(st.lists(single, max_size=4))
    why = draw(texts)
    end = draw(st.sampled_from([m.End(), m.End("claimed"), m.End("void"), m.End("abandoned", why)]))
    statements = (*before, *auction, *played, *after, end)
    return m.Hand(name=draw(st.one_of(st.just(""), names)), statements=statements, session=session)


@st.composite
def tables(draw: st.DrawFn, session: m.Preamble) -> tuple[m.Preamble, tuple[m.TableStatement, ...]]:
    """Draw changes of people and totals before a hand, and the preamble after them."""
    said: list[m.TableStatement] = []
    for label in draw(st.lists(seats, max_size=4, unique=True)):
        people = tuple(draw(st.dictionaries(texts, amounts, max_size=2)).items())
        paid = draw(by_seat()) if not people or draw(st.booleans()) else ()
        after = draw(st.sampled_from(["", *session.order]))
        choices: list[m.TableStatement] = [
            m.Leave(label) if label in session.order else m.Match(""),
            m.Seat(label, draw(texts), after=after),
            m.Carried(paid, people=people),
            m.Adjust(paid, people, draw(texts)),
        ]
        said.append(draw(st.sampled_from(choices)))
        session = with_statements(session, said[-1:])
        if isinstance(said[-1], m.Match):
            session = replace(session, match=session.match + 1)
    return session, tuple(said)


@st.composite
def records(draw: st.DrawFn) -> list[m.Hand]:
    """Hands of one evening."""
    who = draw(st.lists(seats, min_size=0, max_size=4, unique=True))
    pin = draw(st.sampled_from([None, m.RulesPin("house"), m.RulesPin("7-up", "1.0.0", "9f2c1a7e04bd")]))
    tags = draw(st.lists(st.tuples(words, texts), max_size=2, unique_by=lambda pair: pair[0]))
    session = m.Preamble(
        rules=pin,
        tags=tuple(m.Tag(word, text) for word, text in tags),
        table=draw(st.one_of(st.just(""), names)),
        seats=tuple(m.Seat(label, draw(texts)) for label in who),
    )
    made = [draw(hands(session))]
    for _ in range(draw(st.integers(0, 2))):
        session, between = draw(tables(session))
        carried, new_match = None, False
        for one in between:
            new_match = new_match or isinstance(one, m.Match)
            carried = one if isinstance(one, m.Carried) else None if isinstance(one, m.Match) else carried
        made.append(replace(draw(hands(session)), between=between, carried=carried, new_match=new_match))
    return made
