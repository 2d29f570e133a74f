"""The suite for other implementers (`records/conformance`): how it is made and how its facts are verified twice."""
