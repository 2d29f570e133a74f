"""A suite of records with the facts that hold, and what asks another program about them"""
