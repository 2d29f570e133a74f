"""Hands at tables of four to seven under the rules of source 003."""

from __future__ import annotations

FOUR = """
3b 3c 3d 3s
2b 2c 2d 2s
Ab Ac Ad As
Rb Rc Rd Rs
Cb Cc Cd Cs
Fb Fc Fd Fs
7b 7c 7d 7s
6b 6c 6d 6s
5b 5c 5d 5s
4b 4c 4d 4s
"""
# Here D wins the last trick with the 3 of coins, four points in all.
FOUR_LAST = FOUR.replace("3b 3c 3d 3s", "3b 3c 4b 3s").replace("4b 4c 4d 4s", "4d 4c 3d 4s")

FIVE = """
3b 3c 3d 3s 5b
2b 2c 2d 2s 4b
Ab Ac Ad As 5c
Rb Rc Rd Rs 4c
Cb Cc Cd Cs 5d
Fb Fc Fd Fs 4d
7b 7c 7d 7s 5s
6b 6c 6d 6s 4s
"""

SIX = """
3b 3c 3d 3s 7b 5b
2b 2c 2d 2s 6b 6d
Ab Ac Ad As 7c 6s
Rb Rc Rd Rs 7d 5c
Cb Cc Cd Cs 7s 5d
Fb Fc Fd Fs 6c 5s
"""
SIX_TABLE = "4b 4c 4d 4s"

SEVEN = """
3b 3c 3d 3s Fb 6b 5b
2b 2c 2d 2s 7b 7c 6d
Ab Ac Ad As Fc 7d 6s
Rb Rc Rd Rs Fd 7s 5c
Cb Cc Cd Cs Fs 6c {}
"""
SEVEN_TABLE = "5s 4b 4c 4d 4s"


SIX_MOVES = {
    "solo": "take B 3b 2b Ab Rb closed\ndiscard B 4b 4c 4d 4s closed",
    "solissimo": "",
    "arcisolo": "",
    "dividete": "take C 3c 2c closed\ndiscard C 4b 4c closed\ntake D 3d 2d closed\ndiscard D 4d 4s closed",
    "scegliete": "take C 3c 2c Ac Rc closed\ndiscard C 3d 2d Ad Rd closed\ntake D 3d 2d Ad Rd closed\n"
    "discard D 4b 4c 4d 4s closed",
}
