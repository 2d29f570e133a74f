"""Regular expressions of canonical lines.

Made from grammar/cal.lark by `python -m tests.notation.regenerate`: change that file, not this one.
"""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from typing import Final

SEAT: Final = '[A-Z]'
CARD: Final = '[0-9A-Z_][a-z_]'
MARK: Final = '[!?]{1,2}'
PLAY: Final = '[0-9A-Z_][a-z_](?:[!?]{1,2})?'
CARDS: Final = '(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)'
WORD: Final = '[a-z][a-z0-9-]{0,39}'
NUMBER: Final = '(?:[1-9][0-9]{0,8}|0)'
AMOUNT: Final = '[+-]?(?:[1-9][0-9]{0,8}|0)'
WHOLE: Final = '[+-]?(?:[1-9][0-9]{0,8}|0)p'
STRING: Final = '"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"'
TIME: Final = '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?'

STATEMENTS: Final[dict[str, str]] = {
    'cal': 'cal (?:[1-9][0-9]{0,8}|0)',
    'rules': 'rules [a-z0-9][a-z0-9-]{0,63}(?:@[0-9]{1,9}(?:\\.[0-9]{1,9}){0,3})?(?: sha256:[0-9a-f]{12,64})?',
    'tag': 'tag [a-z][a-z0-9-]{0,39} "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"',
    'table': 'table (?:(?:[1-9][0-9]{0,8}|0)|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")',
    'seat': 'seat [A-Z](?: "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")?(?: after [A-Z])?',
    'leave': 'leave [A-Z]',
    'dummy': 'dummy [A-Z](?: by [A-Z])?',
    'match': 'match(?: (?:(?:[1-9][0-9]{0,8}|0)|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"))?',
    'carried': 'carried(?: (?:[A-Z]:|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*":) [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'adjust': 'adjust(?: (?:[A-Z]:|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*":) [+-]?(?:[1-9][0-9]{0,8}|0))+(?: "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")?',
    'hand': 'hand(?: (?:(?:[1-9][0-9]{0,8}|0)|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"))?',
    'at': 'at [0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?',
    'carry': 'carry [a-z][a-z0-9-]{0,39}(?:(?: (?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)| \\+(?:[1-9][0-9]{0,8}|0)))?',
    'dealer': 'dealer [A-Z]',
    'out': 'out(?: [A-Z])+',
    'end': 'end(?: (?:claimed|void|abandoned(?: "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")?))?',
    'deal': 'deal [A-Z]: (?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)',
    'monte': 'monte (?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)',
    'bid': 'bid(?: [A-Z]: [a-z][a-z0-9-]{0,39})+',
    'raise': 'raise(?: [A-Z]: [a-z][a-z0-9-]{0,39})+',
    'double': 'double(?: [A-Z]: [a-z][a-z0-9-]{0,39})+',
    'call': 'call [A-Z]: [0-9A-Z_][a-z_](?:(?: with [A-Z]| in (?:monte|hand)))?',
    'trump': 'trump [A-Z]: (?:[0-9A-Z_][a-z_]|[a-z][a-z0-9-]{0,39})',
    'table-card': 'table\\-card [A-Z]: (?:(?:open|closed) )?(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)',
    'give': 'give [A-Z]: (?:(?:open|closed) )?(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none) to [A-Z]',
    'take': 'take [A-Z]: (?:(?:open|closed) )?(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)(?: from [a-z][a-z0-9-]{0,39})?',
    'discard': 'discard [A-Z]: (?:(?:open|closed) )?(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)(?: to [a-z][a-z0-9-]{0,39})?',
    'show': 'show [A-Z]: (?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)(?: to(?: [A-Z])+)?',
    'declare': 'declare [A-Z]: [a-z][a-z0-9-]{0,39}(?: [0-9A-Z_][a-z_])*',
    'trick': '(?: [0-9]|[1-9][0-9]{1,8}) [A-Z]:(?: [0-9A-Z_][a-z_](?:[!?]{1,2})?)+(?: > [A-Z])?',
    'signal': 'signal [A-Z]: [a-z][a-z0-9-]{0,39}(?: trick (?:[1-9][0-9]{0,8}|0))?',
    'claim': 'claim [A-Z]: (?:rest|points (?:(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p))(?: (?:accepted|refused)(?: by(?: [A-Z])+)?)?',
    'concede': 'concede [A-Z]: (?:rest|points (?:(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p))(?: (?:accepted|refused)(?: by(?: [A-Z])+)?)?',
    'fault': 'fault [A-Z]: [a-z][a-z0-9-]{0,39}(?: [0-9A-Z_][a-z_])*(?: trick (?:[1-9][0-9]{0,8}|0))?(?: claimed by [A-Z])?',
    'penalty': 'penalty(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'result': 'result(?: [A-Z](?:\\+[A-Z])*: (?:[+-]?(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p|won|lost))+',
    'score': 'score(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'total': 'total(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'id': 'id(?: [a-z]{1,20}:[0-9a-f]{12,64})+',
    'note': 'note "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"',
    'x-': 'x-[a-z0-9-]{1,40}(?: (?:[^";\\x00-\\x1f ]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")(?:[^";\\x00-\\x1f]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")*(?<! ))?',
}
"""The canonical form of every statement, by verb."""
