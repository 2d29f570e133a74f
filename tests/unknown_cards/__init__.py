"""Tests of unknown cards and missing lines."""
