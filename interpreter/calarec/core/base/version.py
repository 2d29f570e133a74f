"""The release, the repository and the site."""

__version__ = "0.2.0"
REPOSITORY = ""
"""The URL of the repository, such as `https://example.org/calarec`.

While it is empty, no output names one.
"""
SITE = ""
"""The URL of the site; while it is empty, no output links to a site."""
