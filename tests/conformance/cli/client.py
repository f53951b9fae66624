"""The stock `baremetal` command for the cases of this folder."""

import json

from case import Case, is_nothing
from stock_client import Refused, StockClient


class CliCase(Case):
    """The first argument of each call is a complete command, as in the client's entry points."""

    @classmethod
    def connect(cls, url):
        cls.client = StockClient(url)

    def do(self, command, *words):
        """Returns the command's output."""
        return self.client.quick(*command.split(), *words)

    def show(self, command, *words):
        return json.loads(self.do(command, *words, "-f", "json"))

    def rows(self, command, *words):
        return json.loads(self.do(command, *words, "-f", "json"))

    def column(self, name, command, *words):
        return [row[name] for row in self.rows(command, *words)]

    def refused(self, text, command, *words):
        """Checks that the command is rejected with a message that contains the text."""
        try:
            said = self.do(command, *words)
        except Refused as refused:
            if is_nothing(refused):
                raise
            self.assertIn(text.lower(), str(refused).lower())
        else:
            self.fail(f"baremetal {command} {' '.join(words)} was not rejected: {said}")
