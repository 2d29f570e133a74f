"""Which release this is, and where calarec can be had."""

__version__ = "0.2.0"
REPOSITORY = ""
"""The address of the repository, such as `https://example.org/calarec`; while it is empty, nothing claims one."""
SITE = ""
"""The address of the site; while it is empty, nothing claims one and none is published."""
