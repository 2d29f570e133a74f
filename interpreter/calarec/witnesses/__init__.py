"""Complete legal hands that agree with records from which much was left out"""
