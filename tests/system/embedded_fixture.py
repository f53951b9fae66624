"""Shared code of the tests of the embedded default."""

import os
import shutil
import unittest

from harness import Daemon, scratch


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def daemon(self, *arguments, settings="", part="one"):
        made = Daemon(os.path.join(self.folder, part), *arguments, settings=settings)
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop())
        return made
