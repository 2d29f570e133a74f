"""The compiled filter: a ruleset as straight code over masks, which passes plain hands without a finding.

Whatever it does not know it leaves to the engine, which explains. A property test holds both to the same.

"""
