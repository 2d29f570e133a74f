"""The functions of the library that do what the commands do, and what notebooks show."""
