"""Runs the suites against each planted bug."""

import dataclasses
import os
import time

from mutation.copy import Broken
from mutation.patches import SUITES, Wrong
from mutation.suites import runs_of

NOT_FOUND, BROKEN = "NOT FOUND", "BROKEN"


@dataclasses.dataclass
class Verdict:
    patch: object
    found_by: str          # "unit: unit_actors_node", NOT_FOUND or "BROKEN: …"
    seconds: float = 0.0

    @property
    def is_bad(self):
        return self.found_by == NOT_FOUND or self.found_by.startswith(BROKEN)


class Trial:
    def __init__(self, copy, options, say):
        self.copy, self.options, self.say = copy, options, say

    def check_without_bug(self, patches):
        """Checks that every program passes in half of the budget, so that a timeout later means a hang."""
        for suite in SUITES:
            runs = {run.name: run for patch in patches if suite in self._suites_for(patch)
                    for run in runs_of(suite, patch, self.copy.tree, self.options)}
            if not runs:
                continue
            self.say(f"without a bug, {suite}: {', '.join(runs)}")
            self._prepare(suite, runs.values(), "unmutated")
            for run in runs.values():
                began = time.monotonic()
                status = self.copy.run(run.command, "unmutated." + suite, self.options.budget)
                took = time.monotonic() - began
                if status != 0 or took > self.options.budget / 2:
                    why = ("fails" if status else f"takes {took:.0f} s, more than half of the budget")
                    raise Wrong(f"without a bug {suite}: {run.name} {why}; "
                                f"see {self.copy.log_path('unmutated.' + suite)}")

    def _suites_for(self, patch):
        return (patch.expected,) if self.options.expected else self.options.suites

    def judge(self, patch):
        began = time.monotonic()
        for suite in ("build", *SUITES):
            log = self.copy.log_path(f"{patch.name}.{suite}")
            if os.path.exists(log):
                os.remove(log)
        try:
            self.copy.plant(patch)
            found_by = next((found for suite in self._suites_for(patch)
                             if (found := self._try(suite, patch))), NOT_FOUND)
        except Broken as why:
            found_by = f"{BROKEN}: {why}"
        return Verdict(patch, found_by, time.monotonic() - began)

    def _prepare(self, suite, runs, name):
        self.copy.build(sorted({run.target for run in runs}), name + ".build")
        if suite == "contract":
            self.copy.start_backends()

    def _try(self, suite, patch):
        """Returns the program of the suite that found the bug, empty if none did within the budget."""
        runs = runs_of(suite, patch, self.copy.tree, self.options)
        if not runs:
            return ""
        self._prepare(suite, runs, patch.name)
        until = time.monotonic() + self.options.budget
        for run in runs:
            left = until - time.monotonic()
            if left <= 0:
                break
            status = self.copy.run(run.command, f"{patch.name}.{suite}", self.options.budget)
            if status != 0:
                return f"{suite}: {run.name}" + (" (hangs)" if status is None else "")
        return ""


def print_table(verdicts):
    rows = [("name", "found by", "seconds", "title")]
    rows += [(x.patch.name, x.found_by, f"{x.seconds:.0f}", x.patch.title) for x in verdicts]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for name, found_by, seconds, title in rows:
        print(f"{name:{widths[0]}}  {found_by:{widths[1]}}  {seconds:>{widths[2]}}  {title}")
    bad = sum(x.is_bad for x in verdicts)
    print(f"mutants: {len(verdicts)} planted, {len(verdicts) - bad} found, {bad} not found or broken")
