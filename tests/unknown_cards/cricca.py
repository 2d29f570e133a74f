"""A hand of beccaccino with a cricca; two of its cards are left to be filled in."""

CRICCA = """\
cal 1
rules beccaccino
seat A
seat B
seat C
seat D

hand 1
dealer A
deal B: 3b As 6s Cc 3d 2d Ad Cd Fd 4d
deal C: 6b 5b 3s Fs 5s 3c 2c Ac 6c 5d
deal D: Ab Cb Fb 7b 2s 7s Fc 7c 4c 7d
deal A: 2b Rb 4b Rs Cs 4s Rc 5c Rd 6d
trump B: d
declare B: cricca 3d 2d Ad
1 B: {first} 5d 7d 6d
2 B: 6s 5s 7s Cs
3 A: Rb 3b 5b Fb
4 B: 2d Fs 2s Rd
5 B: As 3s Fc 4s
6 C: Ac 4c Rc Cc
7 C: 2c 7c 5c {last}
8 B: Cd 6b Ab 2b
9 B: 3d 3c 7b 4b
10 B: 4d 6c Cb Rs
end
"""
