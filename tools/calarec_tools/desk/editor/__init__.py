"""Records and rule files as an editor holds them: findings, offers, and what there is to be told of a place"""
