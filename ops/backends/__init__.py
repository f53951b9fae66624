"""Starts and stops the processes of a local cluster, for ops/cluster."""
