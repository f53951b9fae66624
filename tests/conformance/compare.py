"""Compares two responses, and lists their differences.

Ignores the server's own choices: ids, times, tokens, the address in its links, the wording of messages. Everything
else counts, including the set of keys and the order of lists.
"""

import dataclasses
import json
import re

HEADERS = ("X-OpenStack-Ironic-API-Minimum-Version", "X-OpenStack-Ironic-API-Maximum-Version",
           "X-OpenStack-Ironic-API-Version", "Content-Type", "Location", "Allow")

# Messages for people: they must exist, their wording does not count.
SENTENCES = {"last_error", "reason", "event", "faultstring"}
CHOSEN = {"agent_token"}

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?(?P<zone>\+00:00)?")


class Absent:
    def __repr__(self):
        return "absent"


ABSENT = Absent()


@dataclasses.dataclass
class Difference:
    path: str
    theirs: object
    ours: object

    def __str__(self):
        return f"{self.path}: expected {short(self.theirs)}, was {short(self.ours)}"


def short(value, limit=160):
    text = repr(value) if value is ABSENT else json.dumps(value, sort_keys=True)
    return text if len(text) <= limit else text[:limit - 1] + "…"


class Plain:
    """One response without the server's own choices. `known`: ids that requests name."""

    def __init__(self, base, known):
        self.base = base
        self.known = known
        self.numbers = {}

    def of(self, value, key=None):
        if isinstance(value, dict):
            return {name: self.of(value[name], name) for name in sorted(value)}
        if isinstance(value, list):
            return [self.of(one, key) for one in value]
        if not isinstance(value, str):
            return value
        if key in SENTENCES:
            return "a sentence" if value else value
        if key in CHOSEN:
            return "a token"
        time = TIME.fullmatch(value)
        if time:
            return "a time" + (time["zone"] or " without zone")
        # Equal ids in one response must be equal in the other.
        return UUID.sub(self._number, value.replace(self.base, "http://host"))

    def _number(self, found):
        uuid = found[0]
        if uuid in self.known:
            return uuid
        return self.numbers.setdefault(uuid, f"id-{len(self.numbers) + 1}")


def error_text(body):
    """Returns an error's inner document, which is sent as a string, in the form of the recording."""
    if not (isinstance(body, dict) and isinstance(body.get("error_message"), str)):
        return body
    try:
        inner = json.loads(body["error_message"])
    except ValueError:
        return body
    for name in ("faultstring", "title", "description"):
        if isinstance(inner.get(name), str):
            inner[name] = None
    return {**body, "error_message": inner, "error_message_is_string": True}


def compare(theirs, ours):
    """Returns the differences of two plain responses {status, headers, body}."""
    if theirs["status"] != ours["status"]:
        # A response with another status has another body and other headers: this counts as one difference.
        return [Difference("status", theirs["status"], ours["status"])]
    found = []
    for name in HEADERS:
        _walk("header " + name, theirs["headers"].get(name, ABSENT),
              ours["headers"].get(name, ABSENT), found)
    if _error_keys(theirs["body"]) != _error_keys(ours["body"]):
        found.append(Difference("body.error_message", theirs["body"], ours["body"]))
    else:
        _walk("body", theirs["body"], ours["body"], found)
    return found


def _error_keys(body):
    """Errors of the framework have other keys than those of the service: there are two forms."""
    inner = body.get("error_message") if isinstance(body, dict) else None
    return sorted(inner) if isinstance(inner, dict) else None


def _walk(path, theirs, ours, found):
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in sorted({**theirs, **ours}):
            _walk(f"{path}.{name}", theirs.get(name, ABSENT), ours.get(name, ABSENT), found)
    elif isinstance(theirs, list) and isinstance(ours, list):
        _walk_lists(path, theirs, ours, found)
    elif type(theirs) is not type(ours) or theirs != ours:
        found.append(Difference(path, theirs, ours))


def _walk_lists(path, theirs, ours, found):
    if len(theirs) == len(ours):
        for number, (left, right) in enumerate(zip(theirs, ours)):
            _walk(f"{path}.{number}", left, right, found)
        return
    # For an added or missing item, its name says more than two long lists.
    left, right = _by_name(theirs), _by_name(ours)
    if left is None or right is None:
        found.append(Difference(path, theirs, ours))
    else:
        _walk(path, left, right, found)


def _by_name(rows):
    for key in ("uuid", "name"):
        named = {row[key]: row for row in rows if isinstance(row, dict) and key in row}
        if len(named) == len(rows):
            return named
    return None
