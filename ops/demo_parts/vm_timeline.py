"""When a machine came to what: noted once, shown as a table."""

import threading
import time

MOMENTS = (("power on", "the BMC has been told"),
           ("firmware", "first word on the serial console"),
           ("ramdisk", "its kernel speaks"),
           ("lookup", "its agent has found its node"),
           ("first step", "the agent has been given work"),
           ("image written", "and the config drive"),
           ("system up", "the deployed system has called back"))


class Timeline:
    def __init__(self, tell=None):
        self.tell = tell or (lambda name, seconds: None)
        self.origin = None
        self.seconds = {}
        self.lock = threading.Lock()

    def begin(self):
        with self.lock:
            self.origin = time.monotonic()

    def note(self, name):
        """The first time counts."""
        with self.lock:
            if self.origin is None or name in self.seconds:
                return
            self.seconds[name] = time.monotonic() - self.origin
            seconds = self.seconds[name]
        self.tell(name, seconds)


def table(ways):
    """Lines; `ways` are pairs of a title and the timelines of its lives."""
    head = f"{'':38}" + "".join(f"{name:>15}" for name, _ in MOMENTS) + f"{'all':>9}"
    lines = [head]
    for title, timelines in ways:
        for timeline in timelines:
            first = timeline.seconds.get(MOMENTS[0][0], 0)
            cells = [f"{timeline.seconds[name] - first:13.1f} s" if name in timeline.seconds
                     else f"{'-':>15}" for name, _ in MOMENTS]
            lines.append(f"{title:38}" + "".join(cells) + f"{timeline.seconds.get('end', 0):7.1f} s")
    return lines
