"""A complete legal hand that agrees with all that a record holds of one, whatever was left out of it"""
