"""Measures a running ironbus from outside, for ops/bench."""
