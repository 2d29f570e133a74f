"""A hand of which a third of the cards is remembered no more."""

HALF_REMEMBERED = """cal 1
rules pagat
seat A "Marta"
seat B "Gigi"
seat C "Rosa"

hand 1
dealer B
deal C: 2b 6b Rs Cs 3c 2c __ __ __ 3d Ad __
bid C: chiamo A: passo B: passo
call C: 3b with A
take C: Rb 6s 4s 2d
1 C: 3b 5b 4b
2 C: 2b 6b 7b
3 C: Rb _b Ab
4 B: 3s __ 5s
5 B: 2s __ __
6 B: As __ __
7 B: Fs __ __
8 B: Cc 2c _c
9 C: 3c Rc _c
10 C: 3d _d _d
11 C: 2d Rd _d
12 C: Ad __ Cd
end
"""
