"""Measures a running ironbus from outside; the command is ops/bench."""
