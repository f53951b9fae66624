"""The live table: redrawn in place on a terminal, appended as blocks otherwise."""

import sys

from fleet import LIFE

COLOURS = {"enroll": 37, "manageable": 36, "available": 32, "active": 35}
WORKING = 33


class Table:
    def __init__(self, out=sys.stdout):
        self.out = out
        self.live = out.isatty()
        self.height = 0

    def show(self, fleet, seconds):
        rows = [self._row(machine) for machine in fleet.machines]
        head = f"{'NODE':14} {'STATE':14} {'TARGET':14} {'STEP':16} DONE"
        foot = f"{fleet.transitions} transitions, {fleet.events} events, {seconds:.1f} s"
        lines = [head, *rows, foot]
        if self.live:
            up = f"\x1b[{self.height}A" if self.height else ""
            self.out.write(up + "".join(f"\x1b[2K{line}\n" for line in lines))
            self.height = len(lines)
        else:
            self.out.write("\n".join(lines) + "\n\n")
        self.out.flush()

    def _row(self, machine):
        state = f"{machine.state:14}"
        if self.live:
            state = f"\x1b[{COLOURS.get(machine.state, WORKING)}m{state}\x1b[0m"
        done = "#" * machine.stage + "." * (len(LIFE) - machine.stage)
        return f"{machine.name:14} {state} {machine.target:14} {machine.step[:16]:16} [{done}]"
