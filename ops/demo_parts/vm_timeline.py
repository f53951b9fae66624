"""Times at which a machine reached each milestone."""

import threading
import time

MOMENTS = (("power on", "the BMC switched the machine on"),
           ("firmware", "first output on the serial console"),
           ("ramdisk", "first output of the ramdisk's kernel"),
           ("lookup", "the agent found its node"),
           ("first step", "the agent received its first step"),
           ("image written", "the image and the config drive are on the disk"),
           ("system up", "the deployed system called back"))


class Timeline:
    def __init__(self, on_milestone=None):
        self.on_milestone = on_milestone or (lambda name, seconds: None)
        self.origin = None
        self.seconds = {}
        self.lock = threading.Lock()

    def begin(self):
        with self.lock:
            self.origin = time.monotonic()

    def note(self, name):
        """Records the milestone. Only the first time counts."""
        with self.lock:
            if self.origin is None or name in self.seconds:
                return
            self.seconds[name] = time.monotonic() - self.origin
            seconds = self.seconds[name]
        self.on_milestone(name, seconds)


def table(ways):
    """Returns the lines of the table. `ways`: pairs of a title and the timelines of its lives."""
    head = f"{'':38}" + "".join(f"{name:>15}" for name, _ in MOMENTS) + f"{'total':>9}"
    lines = [head]
    for title, timelines in ways:
        for timeline in timelines:
            first = timeline.seconds.get(MOMENTS[0][0], 0)
            cells = [f"{timeline.seconds[name] - first:13.1f} s" if name in timeline.seconds
                     else f"{'-':>15}" for name, _ in MOMENTS]
            lines.append(f"{title:38}" + "".join(cells) + f"{timeline.seconds.get('end', 0):7.1f} s")
    return lines
