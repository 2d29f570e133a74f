"""A record as people type it into an editor."""

from __future__ import annotations

from typing import Final

RECORD: Final = """\
cal 1
rules pagat@1.0.0
seat A "Anna 𝄞"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
deal B: Cb Fb 3s Cs 7s Ac 3d 2d Rd 6d 5d 4d
deal C: 3b 7b 4b 2s As 5s 2c Rc 7c 5c Cd Fd
deal A: Ab Rb 6b 5b Rs 6s 4s 3c Fc 4c Ad 7d
monte 2b Fs Cc 6c
bid B: chiamo C: passo A: passo
call B: 3b with C
give C: open 3b to B
take B: open 2b Fs Cc 6c
give B: open 4d to C
discard B: closed 7s 6c 6d 5d
 1 B: 3d 4d 7d
 2 B: 3s 5s 4s
 3 B: 3b 4b 5b
 4 B: 2d Fd Ad
 5 B: 2b 7b 6b
 6 B: Rd Cd 4c
 7 B: Fb 5c Rb
 8 A: 3c Cc Rc
 9 A: Ab Cb As
10 A: 6s Cs 2s
11 C: 2c Fc Ac
12 C: 7c Rs Fs
result B: 11 A: 12 C: 12
score B: -2 A: +1 C: +1
total A: 1 B: -2 C: 1
end

hand 2
dealer B
deal C: 3b Rb 7b 6b 5b Rs 3c Ac 5c 3d 2d 5d
deal A: 2b Ab Cb Fb 4b 3s As 5s 4s Rc Fd 4d
deal B: 2s Cs Fs 7s 2c Cc 6c 4c Ad Rd Cd 7d
monte 6s Fc 7c 6d
"""
