"""Calls of the page: functions by name with plain arguments, and their tools."""
