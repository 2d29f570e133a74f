" A path of a rule file is one word, whichever of its keys the cursor is at: completion goes on from its beginning.
if search('^ruleset:', 'nw')
  setlocal iskeyword+=.,*,-
endif
