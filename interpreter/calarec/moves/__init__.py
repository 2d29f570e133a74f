"""What was here is in `calarec.engine`; what was documented is still found for one release."""
