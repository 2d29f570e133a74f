"""The words that a line may have, by its verb.

Made from grammar/cal.lark by `python -m tests.notation.regenerate`: change that file, not this one.
"""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from typing import Any, Final

WORDS: Final[dict[str, str]] = {
    'SEAT': '[A-Z]',
    'ACTOR': '[A-Z]:',
    'SIDE': '[A-Z](?:\\+[A-Z])*:',
    'PERSON': '"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*":',
    'CARD': '[0-9A-Z_][a-z_]',
    'PLAY': '[0-9A-Z_][a-z_](?:[!?]{1,2})?',
    'WORD': '[a-z][a-z0-9-]{0,39}',
    'NUMBER': '(?:[1-9][0-9]{0,8}|0)',
    'COUNT': '(?:[1-9][0-9]{0,8}|0)',
    'AMOUNT': '[+-]?(?:[1-9][0-9]{0,8}|0)',
    'SIGNED': '\\+(?:[1-9][0-9]{0,8}|0)',
    'WHOLE': '[+-]?(?:[1-9][0-9]{0,8}|0)p',
    'PIN': '[a-z0-9][a-z0-9-]{0,63}(?:@[0-9]{1,9}(?:\\.[0-9]{1,9}){0,3})?',
    'DIGEST': 'sha256:[0-9a-f]{12,64}',
    'HASH': '[a-z]{1,20}:[0-9a-f]{12,64}',
    'TIME': '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?',
    'XNAME': 'x-[a-z0-9-]{1,40}',
    'STRING': '"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"',
    'ANYTHING': '(?:[^";\\x00-\\x1f ]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")(?:[^";\\x00-\\x1f]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")*(?<! )',
}
"""The regular expression of every kind of word."""

FORMS: Final[dict[str, str | tuple[Any, ...]]] = {
    'cal': ('all', '"cal"', 'NUMBER'),
    'rules': ('all', '"rules"', 'PIN', ('?', 'DIGEST')),
    'tag': ('all', '"tag"', 'WORD', 'STRING'),
    'table': ('all', '"table"', ('any', 'NUMBER', 'STRING')),
    'seat': ('all', '"seat"', 'SEAT', ('?', 'STRING'), ('?', ('all', '"after"', 'SEAT'))),
    'leave': ('all', '"leave"', 'SEAT'),
    'dummy': ('all', '"dummy"', 'SEAT', ('?', ('all', '"by"', 'SEAT'))),
    'match': ('all', '"match"', ('?', ('any', 'NUMBER', 'STRING'))),
    'carried': ('all', '"carried"', ('+', ('all', ('any', 'ACTOR', 'PERSON'), 'AMOUNT'))),
    'adjust': ('all', '"adjust"', ('all', ('+', ('all', ('any', 'ACTOR', 'PERSON'), 'AMOUNT')), ('?', 'STRING'))),
    'hand': ('all', '"hand"', ('?', ('any', 'NUMBER', 'STRING'))),
    'at': ('all', '"at"', 'TIME'),
    'carry': ('all', '"carry"', 'WORD', ('?', ('any', ('any', ('all', 'CARD', ('*', 'CARD')), '"none"'), 'SIGNED', ('+', 'SEAT')))),
    'dealer': ('all', '"dealer"', 'SEAT'),
    'out': ('all', '"out"', ('+', 'SEAT')),
    'end': ('all', '"end"', ('?', ('any', ('any', '"claimed"', '"void"'), ('all', '"abandoned"', ('?', 'STRING'))))),
    'deal': ('all', '"deal"', 'ACTOR', ('any', ('all', 'CARD', ('*', 'CARD')), '"none"')),
    'monte': ('all', '"monte"', ('any', ('all', 'CARD', ('*', 'CARD')), '"none"')),
    'bid': ('all', '"bid"', ('+', ('all', 'ACTOR', 'WORD'))),
    'raise': ('all', '"raise"', ('+', ('all', 'ACTOR', 'WORD'))),
    'double': ('all', '"double"', ('+', ('all', 'ACTOR', 'WORD'))),
    'call': ('all', '"call"', 'ACTOR', 'CARD', ('?', ('any', ('all', '"with"', 'SEAT'), ('all', '"in"', ('any', '"monte"', '"hand"'))))),
    'trump': ('all', '"trump"', 'ACTOR', ('any', 'CARD', 'WORD')),
    'table-card': ('all', '"table-card"', 'ACTOR', ('?', ('any', '"open"', '"closed"')), ('any', ('all', 'CARD', ('*', 'CARD')), '"none"')),
    'give': ('all', '"give"', 'ACTOR', ('?', ('any', '"open"', '"closed"')), ('any', ('all', 'CARD', ('*', 'CARD')), '"none"'), ('all', '"to"', 'SEAT')),
    'take': ('all', '"take"', 'ACTOR', ('?', ('any', '"open"', '"closed"')), ('any', ('all', 'CARD', ('*', 'CARD')), '"none"'), ('?', ('all', '"from"', 'WORD'))),
    'discard': ('all', '"discard"', 'ACTOR', ('?', ('any', '"open"', '"closed"')), ('any', ('all', 'CARD', ('*', 'CARD')), '"none"'), ('?', ('all', '"to"', 'WORD'))),
    'show': ('all', '"show"', 'ACTOR', ('any', ('all', 'CARD', ('*', 'CARD')), '"none"'), ('?', ('all', '"to"', ('+', 'SEAT')))),
    'declare': ('all', '"declare"', 'ACTOR', 'WORD', ('?', ('+', 'CARD'))),
    'trick': ('all', 'NUMBER', 'ACTOR', ('+', 'PLAY'), ('?', ('all', '">"', 'SEAT'))),
    'signal': ('all', '"signal"', 'ACTOR', 'WORD', ('?', ('all', '"trick"', 'NUMBER'))),
    'claim': ('all', '"claim"', 'ACTOR', ('any', '"rest"', ('all', '"points"', ('any', 'COUNT', 'WHOLE'))), ('?', ('all', ('any', '"accepted"', '"refused"'), ('?', ('all', '"by"', ('+', 'SEAT')))))),
    'concede': ('all', '"concede"', 'ACTOR', ('any', '"rest"', ('all', '"points"', ('any', 'COUNT', 'WHOLE'))), ('?', ('all', ('any', '"accepted"', '"refused"'), ('?', ('all', '"by"', ('+', 'SEAT')))))),
    'fault': ('all', '"fault"', 'ACTOR', 'WORD', ('?', ('+', 'CARD')), ('?', ('all', '"trick"', 'NUMBER')), ('?', ('all', '"claimed"', '"by"', 'SEAT'))),
    'penalty': ('all', '"penalty"', ('+', ('all', 'ACTOR', 'AMOUNT'))),
    'result': ('all', '"result"', ('+', ('all', 'SIDE', ('any', 'AMOUNT', 'WHOLE', ('any', '"won"', '"lost"'))))),
    'score': ('all', '"score"', ('+', ('all', 'ACTOR', 'AMOUNT'))),
    'total': ('all', '"total"', ('+', ('all', 'ACTOR', 'AMOUNT'))),
    'id': ('all', '"id"', ('+', 'HASH')),
    'note': ('all', '"note"', 'STRING'),
    'x-': ('all', 'XNAME', ('?', 'ANYTHING')),
}
"""The form of every statement, by verb."""
