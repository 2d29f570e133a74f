"""The compiled filter: a ruleset as straight code over masks, to pass plain hands.

A plain hand has no finding. The engine explains all others. A property test compares both.

A ruleset becomes source: `supported`, `steps`, `phases`, `auction`, `compile`. The text of a hand becomes numbers:
`text`, `spoken_lines`, `listener`, `declarations`, `play_by_lines`. Hand after hand passes, or is explained: `hands`,
`seen_score_hands`, `resettled_hands`, `stated_irregularities`, `running`, `filter`. A hand that is proved to have no
finding is explained as far as its judgement is read: `wanted_hands`, `proved_hands`.
"""
