// A hand that was written down, for the first look at the page.
export const SAMPLE = `cal 1
rules pagat@1.0.0
tag event "An evening in Cosenza"
tag origin "composed by the project"
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
deal B: 3b 2b Fb 3s 2s As 3c 2c Ac 3d 2d Ad
deal C: Rb 6b 4b Cs Fs 5s 4s Rc Fc Rd 7d 6d
deal A: Ab 7b Rs 7s 6s 7c 6c 5c 4c Fd 5d 4d
monte Cb 5b Cc Cd
bid B: solo C: passo A: passo
take B: open Cb 5b Cc Cd
discard B: closed Fb 5b Cc Cd
 1 B: 3d 6d 4d
 2 B: 3c Fc 4c
 3 B: 3s 4s 6s
 4 B: 3b 4b 7b
 5 B: 2d 7d 5d
 6 B: 2c Rc 5c
 7 B: 2s 5s 7s
 8 B: 2b 6b Ab
 9 B: Ad Rd Fd
10 B: Ac Fs 6c
11 B: As Cs Rs
12 B: Cb Rb 7c
end
`;
