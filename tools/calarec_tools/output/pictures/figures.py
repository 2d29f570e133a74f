"""The people on the cards: king, queen, knight and jack, with distinct outlines.

A king is broad, bearded and crowned; a knight rides; a jack has two legs and a cap with a feather; a queen has
long hair and a wide dress. Each takes the colour of the clothes, and the sign of the suit to hold ("" for none).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_LINE: Final = 'stroke="#2b2118" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"'
_SKIN: Final = "#f3cfa6"
_GOLD: Final = "#e2a829"
_HAIR: Final = "#6b4526"


def _held_sign(sign: str, x: float, y: float, size: float) -> str:
    return f'<use href="{sign}" transform="translate({x} {y}) scale({size})"/>' if sign else ""


def _face(x: float, y: float) -> str:
    """Eyes, nose and mouth."""
    return (
        f'<g fill="#2b2118"><circle cx="{x - 2.6}" cy="{y}" r=".9"/><circle cx="{x + 2.6}" cy="{y}" r=".9"/></g>'
        f'<path d="M{x} {y + 0.6}v2" {_LINE} fill="none"/>'
    )


def _king(cloth: str, sign: str) -> str:
    return (
        f'<path d="M19 87L24 47C27 40 46 40 49 47L54 87Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M33 43H40L42 87H31Z" fill="#fff6df" {_LINE}/>'
        f'<path d="M34.5 50h4M34.2 58h4.6M33.8 66h5.4M33.4 74h6.2" stroke="{_GOLD}" stroke-width="2" fill="none"/>'
        f'<path d="M19.6 82.5H53.4L54 87H19Z" fill="{_GOLD}" {_LINE}/>'
        f'<circle cx="36.5" cy="30" r="8.4" fill="{_SKIN}" {_LINE}/>'
        f'<path d="M28 29C28 41 32 47 36.5 47S45 41 45 29C43 34 40 35 36.5 35S30 34 28 29Z" fill="{_HAIR}" {_LINE}/>'
        f"{_face(36.5, 28.5)}"
        f'<path d="M27 23L25.6 9.5L31.4 15.5L36.5 7L41.6 15.5L47.4 9.5L46 23Z" fill="{_GOLD}" {_LINE}/>'
        f'<path d="M27.4 20.4H45.6" stroke="#b3392b" stroke-width="2"/>'
        f'<circle cx="25.6" cy="9" r="1.6" fill="#b3392b"/><circle cx="36.5" cy="6.4" r="1.8" fill="#b3392b"/>'
        f'<circle cx="47.4" cy="9" r="1.6" fill="#b3392b"/>'
        f'<path d="M26 50C21 56 22 62 28 64L30 59C27 58 27 55 29 52Z" fill="{cloth}" {_LINE}/>'
        f'{_held_sign(sign, 46.5, 62, 0.95)}<circle cx="29.5" cy="61.6" r="2.4" fill="{_SKIN}" {_LINE}/>'
    )


def _queen(cloth: str, sign: str) -> str:
    return (
        f'<path d="M27 27C22 40 24 50 26 55H47C49 50 51 40 46 27C44 16 29 16 27 27Z" fill="{_HAIR}" {_LINE}/>'
        f'<path d="M30 44C33 41 40 41 43 44L44 57L55 87H18L29 57Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M33 57H40L43 87H30Z" fill="#fff6df" {_LINE}/>'
        f'<path d="M28.6 57H44.4" stroke="{_GOLD}" stroke-width="2.4"/>'
        f'<path d="M32 43Q36.5 49 41 43" fill="{_SKIN}" {_LINE}/>'
        f'<ellipse cx="36.5" cy="30" rx="7.2" ry="8.6" fill="{_SKIN}" {_LINE}/>'
        f'{_face(36.5, 29.5)}<path d="M35 35.4Q36.5 36.6 38 35.4" stroke="#b3392b" stroke-width="1.2" fill="none"/>'
        f'<path d="M29.4 22.5Q36.5 17 43.6 22.5L44.4 15L40 18.4L36.5 12.5L33 18.4L28.6 15Z" fill="{_GOLD}" {_LINE}/>'
        f'<path d="M43 46L47.5 56L44.5 58L41 50Z" fill="{cloth}" {_LINE}/>{_held_sign(sign, 48, 62, 0.85)}'
    )


def _knight(cloth: str, sign: str) -> str:
    horse = "#f4efe6"
    return (
        f'<path d="M51 57C58 59 58 70 54.5 77C54.6 69 53 65 49.5 63Z" fill="{_HAIR}" {_LINE}/>'
        '<path d="M24 86L26.5 71C23.5 68 22.6 63 24 57L21 51.6C18 54 14.6 52 15.4 48.6L20 41.4C21 37.4 24 35.6 27 36'
        "L28.6 32.4L30.6 36.6C34 41 34.6 47 35 53H46C52 53 54 58 53 64L51 71L53.6 86H48.6L46 72.4C44.6 70 42 69.6 39 "
        f'69.6H34C32.4 69.6 31.4 71 31 72.6L28.8 86Z" fill="{horse}" {_LINE}/>'
        f'<path d="M25 63L16.6 68L17.4 77.4L21 77L20.6 70.4L27 68.4Z" fill="{horse}" {_LINE}/>'
        f'<path d="M30 35.6C35 40 35.6 47 35.6 53L31.6 52C31.6 46 31 41 27.6 37.4Z" fill="{_HAIR}" {_LINE}/>'
        '<circle cx="22.6" cy="42.6" r="1.1" fill="#2b2118"/>'
        f'<path d="M17 49.6L24 46.4L37 47" fill="none" stroke="#b3392b" stroke-width="1.4"/>'
        f'<path d="M33.6 52H47.6L49 59H34.6Z" fill="#b3392b" {_LINE}/>'
        f'<path d="M35.6 32C38 28.6 44 28.6 46 32L47 54H36Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M36.6 53L35 68H31.4L31 71.4H39L42.6 53Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M37.4 36L30 45.4L33 48L39.6 42Z" fill="{cloth}" {_LINE}/>'
        f'<circle cx="40.6" cy="22.4" r="6.4" fill="{_SKIN}" {_LINE}/>{_face(39, 22.4)}'
        f'<path d="M33 19.6C34 11.6 47 11.6 48 19.6Q40.6 16.4 33 19.6Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M44 13.4C46 6.6 52.6 6.4 54 10.4C50.6 10 48.6 12 47 16Z" fill="#fff6df" {_LINE}/>'
        f"{_held_sign(sign, 51, 38, 0.72)}"
    )


def _jack(cloth: str, sign: str) -> str:
    return (
        f'<path d="M30 60H36.4L35.4 84H30.6Z" fill="#fff6df" {_LINE}/>'
        f'<path d="M36.6 60H43L42.6 84H37.8Z" fill="#b3392b" {_LINE}/>'
        f'<path d="M28 87Q27.6 83.4 31 83H35.4V87ZM38 83H42.4Q46.4 83.4 45.6 87H38Z" fill="{_HAIR}" {_LINE}/>'
        f'<path d="M29.6 41C32 38.6 41 38.6 43.4 41L47 64Q36.5 68 26 64Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M27.6 55H45.6" stroke="{_GOLD}" stroke-width="2.6"/>'
        f'<path d="M36.5 40V54" stroke="#fff6df" stroke-width="1.6" stroke-dasharray="1.6 2"/>'
        f'<path d="M29.6 42L21.6 51.6L28.4 57.4L30.4 54L26.6 51.4L31 47Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M28 24C26.4 32 28 36 30 38H43C45 36 46.6 32 45 24Z" fill="{_HAIR}" {_LINE}/>'
        f'<circle cx="36.5" cy="29.6" r="7.4" fill="{_SKIN}" {_LINE}/>{_face(36.5, 29.4)}'
        f'<path d="M35 34.4h3" stroke="#b3392b" stroke-width="1.2"/>'
        f'<path d="M27.4 25.4C26.4 15.4 46.6 15.4 45.6 25.4Q36.5 21 27.4 25.4Z" fill="{cloth}" {_LINE}/>'
        f'<path d="M42 18.4C44 9 52.6 7.6 55 12.4C50.6 12.4 48.4 15.4 46 20.4Z" fill="#fff6df" {_LINE}/>'
        f'<path d="M43.4 42L51.4 52.4L48.6 55.4L42 49.4Z" fill="{cloth}" {_LINE}/>'
        f'{_held_sign(sign, 49.6, 60, 0.85)}<circle cx="49.6" cy="54" r="2.2" fill="{_SKIN}" {_LINE}/>'
    )


FIGURES: Final[dict[str, Callable[[str, str], str]]] = {
    "king": _king,
    "queen": _queen,
    "knight": _knight,
    "jack": _jack,
}
"""By the name of the rank."""
