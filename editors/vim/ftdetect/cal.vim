au BufRead,BufNewFile *.cal setfiletype cal
