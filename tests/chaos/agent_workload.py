"""Lives of nodes with agents, and the effect of each kind of fault on them."""

import collections
import os
import random
import sys

from workload import Life, Verb

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "system"))

from fleet import IMAGE, step  # noqa: E402

MANAGE = Verb("manage", "manageable", ("verify",))
PROVIDE = Verb("provide", "available", ("automated_clean",))
DEPLOY = Verb("active", "active", ("deploy",))
UNDEPLOY = Verb("deleted", "available", ("undeploy", "automated_clean"))
LIFE = [MANAGE, PROVIDE, DEPLOY, UNDEPLOY]
CLEAN_FAILS = [MANAGE, PROVIDE._replace(reaches="clean failed")]
DEPLOY_FAILS = [MANAGE, PROVIDE, DEPLOY._replace(reaches="deploy failed"), UNDEPLOY]

METADATA = "clean.deploy.erase_devices_metadata"
FIRMWARE = "clean.deploy.update_firmware"  # asynchronous, with a reboot
DEVICES = "clean.deploy.erase_devices"
IMAGE_STEP = "deploy.deploy.write_image"
CLEAN = [METADATA, FIRMWARE, DEVICES]

DONE, FAILED, SILENT, RESTARTED = "SUCCEEDED", "FAILED", "silent", "restarted"
NEVER_MS = 3_600_000

# `devices`, `image`: the behaviour of the agent's step; `script`: further settings of the agent; `verbs`: requests
# and the states that they lead to; `runs`: all expected runs in order, without DONE; `last`: part of the error on
# the way; `maintenance`: at the end.
Kind = collections.namedtuple("Kind", "name devices image script verbs runs last maintenance",
                              defaults=({}, {}, {}, LIFE, [*CLEAN, IMAGE_STEP, *CLEAN], "", False))

GOOD = Kind("no fault")
FAULTS = [
    Kind("clean step fails", {"course": "fail", "error": "disk sda is frozen"},
         verbs=CLEAN_FAILS, runs=[METADATA, FIRMWARE, (DEVICES, FAILED)],
         last="disk sda is frozen", maintenance=True),
    Kind("image fails", image={"course": "fail", "error": "checksum differs", "times": 1},
         verbs=DEPLOY_FAILS, runs=[*CLEAN, (IMAGE_STEP, FAILED), *CLEAN], last="checksum differs"),
    Kind("silent while cleaning", {"course": "silence"}, verbs=CLEAN_FAILS,
         runs=[METADATA, FIRMWARE, (DEVICES, SILENT)], last="last heartbeat of the agent was at", maintenance=True),
    Kind("silent while deploying", image={"course": "silence", "times": 1}, verbs=DEPLOY_FAILS,
         runs=[*CLEAN, (IMAGE_STEP, SILENT), *CLEAN], last="last heartbeat of the agent was at"),
    Kind("never comes", script={"boots_ms": NEVER_MS}, verbs=CLEAN_FAILS, runs=[],
         last="No agent has looked up the node"),
    Kind("restarts while cleaning", {"course": "restart", "times": 1},
         runs=[METADATA, FIRMWARE, (DEVICES, RESTARTED), DEVICES, IMAGE_STEP, *CLEAN]),
    Kind("restarts while deploying", image={"course": "restart", "times": 1},
         runs=[*CLEAN, (IMAGE_STEP, RESTARTED), IMAGE_STEP, *CLEAN]),
    Kind("duplicate heartbeats", script={"heartbeats_each": 3}),
    Kind("late heartbeats", script={"heartbeat_late_ms": 1500}),
    Kind("wrong token", script={"wrong_token_heartbeats": 3}),
    Kind("other versions", script={"next_version": "2", "next_version_after": 1},
         runs=[METADATA, *CLEAN, IMAGE_STEP, *CLEAN]),
    Kind("other address", script={"moves_after_heartbeats": 1}, verbs=CLEAN_FAILS, runs=[METADATA],
         last="last heartbeat of the agent was at", maintenance=True),
]


def expected_runs(kind):
    return [x if isinstance(x, tuple) else (x, DONE) for x in kind.runs]


class AgentLife(Life):
    def __init__(self, number, kind):
        super().__init__(f"agent-{number}", kind.verbs, [])
        self.kind = kind
        self.mac = "52:54:%02x:%02x:%02x:%02x" % tuple(number.to_bytes(4, "big"))

    def enrolment(self):
        return [("/v1/nodes", {"driver": "fake-hardware", "uuid": self.uuid, "name": self.name,
                               "deploy_interface": "direct", "raid_interface": "agent",
                               "instance_info": IMAGE}),
                ("/v1/ports", {"node_uuid": self.uuid, "address": self.mac})]

    def script(self, chance, heartbeat_ms):
        def takes():
            return {"takes_ms": chance.randrange(50, 500)}
        return {"node": self.uuid, "addresses": [self.mac], "calls_kept": 0,
                "heartbeat_pause_ms": heartbeat_ms, "lookup_pause_ms": 1000, "step_takes_ms": 50,
                "boots_ms": chance.randrange(50, 300),
                "steps": {"clean": [step("erase_devices_metadata", 99, **takes()),
                                    step("update_firmware", 50, reboot_requested=True, **takes()),
                                    step("erase_devices", 10, **takes(), **self.kind.devices)],
                          "deploy": [step("write_image", **takes(), **self.kind.image)]},
                **self.kind.script}


def make_lives(count, share, seed):
    """Returns at least one life for each kind of fault, in total about `share` of all, in random order."""
    each = max(1, round(count * share / len(FAULTS)))
    kinds = [kind for kind in FAULTS for _ in range(each)]
    kinds += [GOOD] * (count - len(kinds))
    random.Random(seed).shuffle(kinds)
    return [AgentLife(number, kind) for number, kind in enumerate(kinds)]
