"""Regular expressions of canonical lines.

Made from grammar/cal.lark by `python -m tests.notation.regenerate`: change that file, not this one.
"""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from typing import Final

SEAT: Final = '[A-Z]'
WORD: Final = '[a-z][a-z0-9-]{0,39}'
NUMBER: Final = '(?:[1-9][0-9]{0,8}|0)'
AMOUNT: Final = '[+-]?(?:[1-9][0-9]{0,8}|0)'
TIME: Final = '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?'
STRING: Final = '"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"'

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
    'carry': 'carry [a-z][a-z0-9-]{0,39}(?:(?: (?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)| \\+(?:[1-9][0-9]{0,8}|0)|(?: [A-Z])+))?',
    'dealer': 'dealer [A-Z]',
    'out': 'out(?: [A-Z])+',
    'end': 'end(?: (?:(?:claimed|void)|abandoned(?: "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")?))?',
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
    'declare': 'declare [A-Z]: [a-z][a-z0-9-]{0,39}(?:(?: [0-9A-Z_][a-z_])+)?',
    'trick': '(?: [0-9]|[1-9][0-9]{1,8}) [A-Z]:(?: [0-9A-Z_][a-z_](?:[!?]{1,2})?)+(?: > [A-Z])?',
    'signal': 'signal [A-Z]: [a-z][a-z0-9-]{0,39}(?: trick (?:[1-9][0-9]{0,8}|0))?',
    'claim': 'claim [A-Z]: (?:rest|points (?:(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p))(?: (?:accepted|refused)(?: by(?: [A-Z])+)?)?',
    'concede': 'concede [A-Z]: (?:rest|points (?:(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p))(?: (?:accepted|refused)(?: by(?: [A-Z])+)?)?',
    'fault': 'fault [A-Z]: [a-z][a-z0-9-]{0,39}(?:(?: [0-9A-Z_][a-z_])+)?(?: trick (?:[1-9][0-9]{0,8}|0))?(?: claimed by [A-Z])?',
    'penalty': 'penalty(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'result': 'result(?: [A-Z](?:\\+[A-Z])*: (?:[+-]?(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p|(?:won|lost)))+',
    'score': 'score(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'total': 'total(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+',
    'id': 'id(?: [a-z]{1,20}:[0-9a-f]{12,64})+',
    'note': 'note "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"',
    'x-': 'x-[a-z0-9-]{1,40}(?: (?:[^";\\x00-\\x1f ]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")(?:[^";\\x00-\\x1f]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")*(?<! ))?',
}
"""The canonical form of every statement, by verb."""

FIELDS: Final[dict[str, str]] = {
    'cal': 'cal (?P<NUMBER>(?:[1-9][0-9]{0,8}|0))',
    'rules': 'rules (?P<PIN>[a-z0-9][a-z0-9-]{0,63}(?:@[0-9]{1,9}(?:\\.[0-9]{1,9}){0,3})?)(?: (?P<DIGEST>sha256:[0-9a-f]{12,64}))?',
    'tag': 'tag (?P<WORD>[a-z][a-z0-9-]{0,39}) (?P<STRING>"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")',
    'table': 'table (?P<name>(?:(?:[1-9][0-9]{0,8}|0)|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"))',
    'seat': 'seat (?P<SEAT>[A-Z])(?: (?P<STRING>"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"))?(?: after (?P<after_seat>[A-Z]))?',
    'leave': 'leave (?P<SEAT>[A-Z])',
    'dummy': 'dummy (?P<SEAT>[A-Z])(?: by (?P<by_seat>[A-Z]))?',
    'match': 'match(?: (?P<name>(?:(?:[1-9][0-9]{0,8}|0)|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")))?',
    'carried': 'carried(?P<carried_totals>(?: (?:[A-Z]:|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*":) [+-]?(?:[1-9][0-9]{0,8}|0))+)',
    'adjust': 'adjust(?P<changes>(?: (?:[A-Z]:|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*":) [+-]?(?:[1-9][0-9]{0,8}|0))+(?: "(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")?)',
    'hand': 'hand(?: (?P<name>(?:(?:[1-9][0-9]{0,8}|0)|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")))?',
    'at': 'at (?P<TIME>[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?)',
    'carry': 'carry (?P<WORD>[a-z][a-z0-9-]{0,39})(?:(?: (?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))| (?P<SIGNED>\\+(?:[1-9][0-9]{0,8}|0))|(?P<seats>(?: [A-Z])+)))?',
    'dealer': 'dealer (?P<SEAT>[A-Z])',
    'out': 'out(?P<seats>(?: [A-Z])+)',
    'end': 'end(?: (?:(?P<ENDING>(?:claimed|void))|(?P<ABANDONED>abandoned)(?: (?P<STRING>"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*"))?))?',
    'deal': 'deal (?P<ACTOR>[A-Z]:) (?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))',
    'monte': 'monte (?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))',
    'bid': 'bid(?P<said>(?: [A-Z]: [a-z][a-z0-9-]{0,39})+)',
    'raise': 'raise(?P<said>(?: [A-Z]: [a-z][a-z0-9-]{0,39})+)',
    'double': 'double(?P<said>(?: [A-Z]: [a-z][a-z0-9-]{0,39})+)',
    'call': 'call (?P<ACTOR>[A-Z]:) (?P<CARD>[0-9A-Z_][a-z_])(?:(?: with (?P<with_seat>[A-Z])| in (?P<in_place>(?:monte|hand))))?',
    'trump': 'trump (?P<ACTOR>[A-Z]:) (?P<suit>(?:[0-9A-Z_][a-z_]|[a-z][a-z0-9-]{0,39}))',
    'table-card': 'table\\-card (?P<ACTOR>[A-Z]:) (?:(?P<OPENNESS>(?:open|closed)) )?(?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))',
    'give': 'give (?P<ACTOR>[A-Z]:) (?:(?P<OPENNESS>(?:open|closed)) )?(?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none)) to (?P<to_seat>[A-Z])',
    'take': 'take (?P<ACTOR>[A-Z]:) (?:(?P<OPENNESS>(?:open|closed)) )?(?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))(?: from (?P<from_pile>[a-z][a-z0-9-]{0,39}))?',
    'discard': 'discard (?P<ACTOR>[A-Z]:) (?:(?P<OPENNESS>(?:open|closed)) )?(?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))(?: to (?P<to_pile>[a-z][a-z0-9-]{0,39}))?',
    'show': 'show (?P<ACTOR>[A-Z]:) (?P<cards>(?:[0-9A-Z_][a-z_](?: [0-9A-Z_][a-z_])*|none))(?: to(?P<to_seats>(?: [A-Z])+))?',
    'declare': 'declare (?P<ACTOR>[A-Z]:) (?P<WORD>[a-z][a-z0-9-]{0,39})(?:(?P<named_cards>(?: [0-9A-Z_][a-z_])+))?',
    'trick': '(?P<number> [0-9]|[1-9][0-9]{1,8}) (?P<ACTOR>[A-Z]:)(?P<plays>(?: [0-9A-Z_][a-z_](?:[!?]{1,2})?)+)(?: > (?P<winner>[A-Z]))?',
    'signal': 'signal (?P<ACTOR>[A-Z]:) (?P<WORD>[a-z][a-z0-9-]{0,39})(?: trick (?P<in_trick>(?:[1-9][0-9]{0,8}|0)))?',
    'claim': 'claim (?P<ACTOR>[A-Z]:) (?P<claimed>(?:rest|points (?:(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p)))(?: (?P<ANSWER>(?:accepted|refused))(?: by(?P<by_seats>(?: [A-Z])+))?)?',
    'concede': 'concede (?P<ACTOR>[A-Z]:) (?P<claimed>(?:rest|points (?:(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p)))(?: (?P<ANSWER>(?:accepted|refused))(?: by(?P<by_seats>(?: [A-Z])+))?)?',
    'fault': 'fault (?P<ACTOR>[A-Z]:) (?P<WORD>[a-z][a-z0-9-]{0,39})(?:(?P<named_cards>(?: [0-9A-Z_][a-z_])+))?(?: trick (?P<in_trick>(?:[1-9][0-9]{0,8}|0)))?(?: claimed by (?P<claimed_by>[A-Z]))?',
    'penalty': 'penalty(?P<payments>(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+)',
    'result': 'result(?P<sides>(?: [A-Z](?:\\+[A-Z])*: (?:[+-]?(?:[1-9][0-9]{0,8}|0)|[+-]?(?:[1-9][0-9]{0,8}|0)p|(?:won|lost)))+)',
    'score': 'score(?P<payments>(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+)',
    'total': 'total(?P<totals>(?: [A-Z]: [+-]?(?:[1-9][0-9]{0,8}|0))+)',
    'id': 'id(?P<hashes>(?: [a-z]{1,20}:[0-9a-f]{12,64})+)',
    'note': 'note (?P<STRING>"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})))*")',
    'x-': '(?P<XNAME>x-[a-z0-9-]{1,40})(?: (?P<ANYTHING>(?:[^";\\x00-\\x1f ]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")(?:[^";\\x00-\\x1f]|"(?:[^"\\\\\\x00-\\x1f]|\\\\[^\\x00-\\x1f])*")*(?<! )))?',
}
"""The same with a group for each of its words and phrases, by their names in the grammar."""
