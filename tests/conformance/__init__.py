"""The suite for other implementers (`records/conformance`): how it is made, and how each fact of it is verified twice."""
