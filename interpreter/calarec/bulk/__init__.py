"""The compiled filter: a ruleset as straight code over masks, which passes plain hands without a finding.

Whatever it does not know it leaves to the engine, which explains. A property test holds both to the same.

A ruleset becomes source: `supported`, `steps`, `phases`, `auction`, `compile`. The text of a hand becomes numbers:
`text`, `said`, `spoken`, `declared`, `followed`. Hand after hand passes, or is explained: `hands`, `scored`, `slips`,
`answered`, `running`, `filter`.
"""
