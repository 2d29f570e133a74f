"""Random inputs held against promises: some of each in the tests, without end on request; README.md says how."""
