"""Work in its own thread, next to everything else in a test."""

import threading

from client import NoAnswer


class Background:
    """Base class. Subclasses define `work`, which checks `ended` regularly. Afterwards `wrong` has the violations."""

    def __init__(self, name):
        self.name = name
        self.wrong = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self.thread.start()

    def stop(self, patience=120):
        self.ended.set()
        self.thread.join(timeout=patience)
        if self.thread.is_alive():
            self.wrong.append(f"{self.name} does not end")

    def _run(self):
        try:
            self.work()
        except NoAnswer as error:
            self.wrong.append(f"{self.name}: {error}")
        except Exception as error:  # a thread that dies silently would look like success
            self.wrong.append(f"{self.name} itself: {type(error).__name__}: {error}")
