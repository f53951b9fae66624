"""Allowed differences. Each one is narrow, and must be needed."""

import fnmatch

ANY = object()


class Allowance:
    """One request (or a pattern of names), one path (or a pattern), optionally the value of ironbus."""

    def __init__(self, name, path, why, ours):
        self.name = name
        self.path = path
        self.why = why
        self.ours = ours
        self.used = False

    def covers(self, name, difference):
        covered = (fnmatch.fnmatchcase(name, self.name)
                   and fnmatch.fnmatchcase(difference.path, self.path)
                   and self.ours in (ANY, difference.ours))
        self.used = self.used or covered
        return covered

    def __str__(self):
        return f"{self.name}: {self.path} ({self.why})"


def allow(names, paths, why, ours=ANY):
    """Returns the rows of a table: every name with every path. Each row must be needed."""
    return [Allowance(name, path, why, ours) for name in names.split() for path in paths.split("|")]


def table(*groups):
    return [row for group in groups for row in group]


class Ledger:
    """Puts each request into one of four classes, by its worst difference."""

    def __init__(self, intended, not_built_yet):
        self.intended = intended
        self.not_built_yet = not_built_yet
        self.counts = {"same": 0, "intended difference": 0, "not built yet": 0, "unexplained": 0}

    def enter(self, name, differences):
        """Returns the unexplained differences."""
        left = [one for one in differences if not covered(self.intended, name, one)]
        unexplained = [one for one in left if not covered(self.not_built_yet, name, one)]
        if unexplained:
            self.counts["unexplained"] += 1
        elif left:
            self.counts["not built yet"] += 1
        else:
            self.counts["intended difference" if differences else "same"] += 1
        return unexplained

    def unneeded(self):
        for title, rows in (("intended", self.intended), ("not_built_yet", self.not_built_yet)):
            for row in rows:
                if not row.used:
                    yield f"{title}: remove it, it is not needed any more: {row}"

    def summary(self):
        return ", ".join(f"{what} {count}" for what, count in self.counts.items())


def covered(rows, name, difference):
    # Checks all rows: a row that is hidden by a wider one counts as needed.
    return any([row.covers(name, difference) for row in rows])
