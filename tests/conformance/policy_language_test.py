#!/usr/bin/python3
"""Decisions of the policy, beside those of oslo.policy: every rule for every persona, and random rules.

oslo.policy compares texts, so an unset owner equals an unset project there. Here unset values equal nothing. The
questions therefore leave unset values out, which oslo.policy treats in the same way. Costs 10 s of CPU."""

import itertools
import json
import os
import random
import subprocess
import unittest

from oslo_config import cfg
from oslo_policy import policy

PROGRAM = os.path.join(os.path.dirname(os.environ.get("IRONBUSD", "build/dev/bin/ironbusd")), "policy_answers")
ROLES = (["admin", "manager", "member", "reader"], ["manager", "member", "reader"], ["member", "reader"], ["reader"],
         ["service"], [])
SCOPES = ({"system_scope": "all"}, {"project_id": "own"}, {"project_id": "other"}, {})
KEYS = ("node.owner", "node.lessee", "allocation.owner", "runbook.owner")
RULES_OF_A_ROUND, ROUNDS = 12, 60


class Here:
    """The policy of ironbus, in a process of its own."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class Theirs:
    """oslo.policy without files and registered rules."""

    def __init__(self, texts):
        self.enforcer = policy.Enforcer(cfg.ConfigOpts(), use_conf=False, rules={})
        self.enforcer.conf([], project="test", default_config_files=[])
        self.enforcer.set_rules(policy.Rules.from_dict(texts), use_conf=False)

    def allows(self, rule, who, thing):
        return self.enforcer.enforce(rule, thing, who)


def personas():
    return [{"roles": roles, "user_id": "ann", "user_name": "ann", **scope} for roles, scope in itertools.product(ROLES, SCOPES)]


def objects():
    """Each owner of each kind: the persona's own project, another one, or none."""
    yield {}
    for key, owner in itertools.product(KEYS, ("own", "third")):
        yield {key: owner}
    yield {"node.owner": "third", "node.lessee": "own"}
    yield {"token.user_id": "ann"}
    yield {"token.user_name": "ann"}
    yield {"token.user_id": "bob", "token.user_name": "bob"}


class Grammar:
    """Random rules that refer to earlier ones only."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.names = []

    def check(self):
        return self.draw.choice((
            "role:" + self.draw.choice(("admin", "Member", "reader", "unheard")),
            "system_scope:all",
            "project_id:%(" + self.draw.choice(KEYS) + ")s",
            "project_id:own",
            "user_id:" + self.draw.choice(("ann", "bob")),
            "'own':%(" + self.draw.choice(KEYS) + ")s",
            self.draw.choice(("@", "!")),
            "rule:" + self.draw.choice(self.names or ["unknown"])))

    def expression(self, depth=0):
        kind = self.draw.randrange(7 if depth < 4 else 3)
        if kind < 3:
            return self.check()
        if kind == 3:
            return "not " + self.check()
        if kind == 4:
            return "(" + self.expression(depth + 1) + ")"
        word = self.draw.choice((" and ", " or "))
        return word.join(self.expression(depth + 1) for _ in range(self.draw.randint(2, 3)))

    def rules(self):
        out = {}
        for number in range(RULES_OF_A_ROUND):
            name = f"test:{number}"
            out[name] = self.expression()
            self.names.append(name)
        return out


class PolicyLanguage(unittest.TestCase):
    def setUp(self):
        self.here = Here()
        self.addCleanup(self.here.close)

    def compare(self, theirs, rule, who, thing, system_only=False):
        right_scope = not system_only or who.get("system_scope") == "all"
        expected = "granted" if right_scope and theirs.allows(rule, who, thing) else "denied"
        self.assertEqual(self.here.ask(rule=rule, who=who, object=thing), expected, (rule, who, thing))

    def test_every_rule_decides_for_every_persona_as_oslo_policy_does(self):
        rules = json.loads(self.here.ask(list=True))
        theirs = Theirs({name: row["text"] for name, row in rules.items()})
        compared = 0
        for rule, row in rules.items():
            for who in personas():
                if "system_scope" not in who and "project_id" not in who:
                    continue  # The real service refuses a scope of no kind before it looks at the rules.
                for thing in objects():
                    self.compare(theirs, rule, who, thing, row["system_only"])
                    compared += 1
        print(f"{len(rules)} rules, {compared} decisions, no difference")
        self.assertGreater(compared, 20_000)

    def test_random_rules_decide_as_with_oslo_policy(self):
        seed = int(os.environ.get("POLICY_SEED", "1"))
        kinds = {"granted": 0, "denied": 0}
        for number in range(seed, seed + ROUNDS):
            rules = Grammar(number).rules()
            self.assertEqual(self.here.ask(rules=rules), "good", rules)
            theirs = Theirs(rules)
            for rule, who, thing in itertools.product(rules, personas()[::3], list(objects())[::2]):
                if not who.get("system_scope") and not who.get("project_id"):
                    continue
                expected = theirs.allows(rule, who, thing)
                self.assertEqual(self.here.ask(rule=rule, who=who, object=thing),
                                 "granted" if expected else "denied", (number, rule, rules, who, thing))
                kinds["granted" if expected else "denied"] += 1
        print(f"seeds {seed} to {seed + ROUNDS - 1}: {kinds}")
        self.assertGreater(min(kinds.values()), 1000)

    def test_what_oslo_policy_cannot_read_is_refused(self):
        for text in ("role:", "role:x or", "and", "(role:x", "role:x)", "not", "role:x role:y", "x"):
            self.assertTrue(self.here.ask(rules={"test:a": text}).startswith("wrong: "), text)


if __name__ == "__main__":
    unittest.main()
