"""Kills processes on a schedule from a seed, so that a run can be repeated."""

import collections
import datetime
import random
import time


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat()


class FaultInjector:
    def __init__(self, bed, seed, victims, every):
        self.bed = bed
        self.random = random.Random(seed)
        self.victims = victims
        self.every = every
        self.restarts = []
        self.deaths = []
        self.count = collections.Counter()
        self.unexpected = []

    def restart_evenly(self, seconds, **times):
        """Restarts processes gracefully, by name, that many times within the time."""
        turns = [(name, i + 0.5 * row, n) for row, (name, n) in enumerate(times.items())
                 for i in range(n)]
        self.restarts = sorted(((i + 0.5) / (n + 1) * seconds, name) for name, i, n in turns)

    def run(self, seconds, enough=lambda: False):
        """Runs for that time, or until `enough` returns true."""
        began = time.monotonic()
        due = began + self.every
        while time.monotonic() - began < seconds and not enough():
            if self.restarts and time.monotonic() - began >= self.restarts[0][0]:
                self._restart(self.restarts.pop(0)[1])
            self._kill(self.random.choice(self.victims))
            time.sleep(max(0.0, due - time.monotonic()))
            due = max(due + self.every, time.monotonic())

    def _restart(self, name):
        self.deaths.append(now())
        self.bed.restart(name)
        self.count[name + " restart"] += 1

    def _kill(self, name):
        if self.bed.kill(name):
            self.deaths.append(now())
            self.count[name] += 1
        else:
            self.unexpected.append(f"{name} was dead before it was killed; its log has the cause")
        time.sleep(self.random.uniform(0, self.every / 2))
        self.bed.start_again(name)
