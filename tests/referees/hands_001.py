"""Hands under the rules of source 001."""

from __future__ import annotations

# B and C have seventeen thirds each, A one.
TIED = """
3b 3s Ad
2b 2s Rd
Ab As Cd
Rb 6c 7d
Cb 5c 6d
4d 7c 3d
4c Fb 3c
2c 2d 7b
Ac Fd 6b
Rc 5d 5b
Cc Rs 4b
Fc Cs 7s
"""


# The 3 of swords falls on A's trick instead of on B's: A 2, B 16, C 17.
NEARLY = TIED.replace("3b 3s Ad", "3b 7c Ad").replace("4d 7c 3d", "4d 3s 3d")
