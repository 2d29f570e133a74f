"""What `replay` tells, in both languages, narrow and wide, with and without colour."""
