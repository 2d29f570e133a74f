"""The suite for other implementers (`records/conformance`) and its verification."""
