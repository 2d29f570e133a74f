" In a rule file the line behind `path: value` stands as deep as that one, so that what may follow is offered there;
" the indentation of YAML files makes it deeper, as if the text went on.
setlocal indentexpr=CalarecIndent()
if exists('*CalarecIndent')
  finish
endif
function CalarecIndent() abort
  let number = prevnonblank(v:lnum - 1)
  let before = getline(number)
  let whole = before =~# '^\s*[^#[:blank:]].*:\s\+[^[:blank:]|>&]' && before !~# '[{[,]\s*$'
  if !exists('*GetYAMLIndent') || (whole && getline(v:lnum) !~# '\S' && search('^ruleset:', 'nw'))
    return indent(number)
  endif
  return GetYAMLIndent(v:lnum)
endfunction
