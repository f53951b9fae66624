"""The stock `baremetal` command for the cases of this folder."""

import json

from case import Case, NothingThere
from stock_client import Refused, StockClient

HERE_IS_NOTHING = "There is nothing at this path. (HTTP 404)"


class CliCase(Case):
    """The first word of each call is a whole command, as the client's entry points name it."""

    @classmethod
    def connect(cls, url):
        cls.client = StockClient(url)

    def do(self, command, *words):
        """What the command prints."""
        try:
            return self.client.quick(*command.split(), *words)
        except Refused as refused:
            if HERE_IS_NOTHING in str(refused):
                raise NothingThere(str(refused)) from None
            raise

    def show(self, command, *words):
        return json.loads(self.do(command, *words, "-f", "json"))

    def rows(self, command, *words):
        return json.loads(self.do(command, *words, "-f", "json"))

    def column(self, name, command, *words):
        return [row[name] for row in self.rows(command, *words)]

    def refused(self, text, command, *words):
        """The command has to be refused, with a sentence in which the text occurs."""
        try:
            said = self.do(command, *words)
        except Refused as refused:
            self.assertIn(text.lower(), str(refused).lower())
        else:
            self.fail(f"baremetal {command} {' '.join(words)} was not refused: {said}")
