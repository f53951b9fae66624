"""The lives of a soak test, which never end: each goes on after a failure that it may have."""

import invariants
from agent_judge import PHASES
from agent_workload import CLEAN, DONE, FAULTS, GOOD, IMAGE, IMAGE_STEP, AgentLife
from workload import CLEAN as MANUAL_CLEAN, DEPLOY, INSPECT, MANAGE, PROVIDE, UNDEPLOY, Life, Verb

# After a failed cleaning.
REPAIR = Verb("manage", "manageable", ())

# A task has 60 s more than it takes; after faults that last longer nobody may have asked in time.
GIVEN_UP = "while waiting for the task since"

# What the machine does by itself.
TASKS = {"fake_waits": {"raid.delete_configuration": "task"},
         "fake_delays": {"raid.delete_configuration": 2}}

# Agents that are awkward, and yet end each step once.
AGENT_KINDS = [GOOD] * 5 + [kind for kind in FAULTS if kind.name in (
    "duplicate heartbeats", "late heartbeats", "wrong token")]
AGENT_STEPS = {*CLEAN, IMAGE_STEP}


class RepairedLife(Life):
    """Its cleaning may fail for one reason, and goes on after it."""

    reason = None

    def begin_again(self, state, error):
        if state != "clean failed" or self.reason not in error:
            return False
        self.verbs = [REPAIR]
        return True

    def preparation(self, verb):
        return [("DELETE", f"/v1/nodes/{self.uuid}/maintenance", None)] if verb is REPAIR else []


class FlashLife(RepairedLife):
    """Each cleaning flashes firmware."""

    reason = invariants.NOT_REPEATED


class TaskLife(RepairedLife):
    """Inspected and cleaned, and its machine builds a RAID by itself."""

    reason = GIVEN_UP

    def enrolment(self):
        [(path, body)] = super().enrolment()
        return [(path, {**body, "driver_info": TASKS})]


class EndlessAgentLife(AgentLife):
    def __init__(self, number, kind):
        super().__init__(number, kind)
        self.verbs, self.again = [MANAGE, PROVIDE], [DEPLOY, UNDEPLOY]

    def preparation(self, verb):
        """The image, which goes with each deployment."""
        change = [{"op": "add", "path": "/instance_info", "value": IMAGE}]
        return [("PATCH", f"/v1/nodes/{self.uuid}", change)] if verb is DEPLOY else []


def make_lives(count):
    out = []
    for number in range(count):
        name = f"node-{number}"
        if number % 4 == 0:
            kind = FlashLife if number % 20 == 0 else Life
            out.append(kind(name, [MANAGE], [MANUAL_CLEAN], flashes=kind is FlashLife))
        elif number % 4 == 1:
            out.append(Life(name, [MANAGE, PROVIDE], [DEPLOY, UNDEPLOY]))
        elif number % 4 == 2:
            out.append(TaskLife(name, [MANAGE], [INSPECT, MANUAL_CLEAN]))
        else:
            out.append(EndlessAgentLife(number, AGENT_KINDS[number // 4 % len(AGENT_KINDS)]))
    return out


def agents_of(all_lives):
    return [life for life in all_lives if isinstance(life, EndlessAgentLife)]


def planned(operation):
    """Those of its steps that its agent does."""
    phase = PHASES.get(operation["kind"], "")
    names = [f"{phase}.{x['interface']}.{x['step']}" for x in operation["steps"]]
    return [x for x in names if x in AGENT_STEPS]


def check_agent(life, operations, agent):
    """Its agent has done each step of each operation once, in order, and none besides."""
    wanted = [step for x in operations for step in planned(x)]
    done = [x["step"] for x in agent["runs"] if x["end"] == DONE]
    if done == wanted:
        return []
    at = next((i for i, pair in enumerate(zip(done, wanted)) if pair[0] != pair[1]),
              min(len(done), len(wanted)))
    return [f"{life.name} ({life.kind.name}) {life.uuid}: its agent did {len(done)} steps of "
            f"{len(wanted)}; from number {at} on {done[at:at + 3]}, planned {wanted[at:at + 3]}"]
