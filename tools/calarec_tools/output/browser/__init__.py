"""What goes to a browser: the interpreter as one archive, and pages that hold all they need."""
