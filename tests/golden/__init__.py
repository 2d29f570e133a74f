"""What calarec answers, kept: no change of the house may change it unseen."""
