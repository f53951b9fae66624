"""The endless lives of a soak test. A life continues after a permitted failure."""

import invariants
from agent_judge import PHASES
from agent_workload import CLEAN, DONE, FAULTS, GOOD, IMAGE, IMAGE_STEP, AgentLife
from workload import CLEAN as MANUAL_CLEAN, DEPLOY, INSPECT, MANAGE, PROVIDE, UNDEPLOY, Life, Verb

# After a failed cleaning.
REPAIR = Verb("manage", "manageable", ())

# A task may take 60 s longer than expected. After longer faults it may have been polled too late.
GIVEN_UP = "while waiting for the task since"

# Steps that the machine runs as tasks.
TASKS = {"fake_waits": {"raid.delete_configuration": "task"},
         "fake_delays": {"raid.delete_configuration": 2}}

# Agents with peculiarities that still end each step once.
AGENT_KINDS = [GOOD] * 5 + [kind for kind in FAULTS if kind.name in (
    "duplicate heartbeats", "late heartbeats", "wrong token")]
AGENT_STEPS = {*CLEAN, IMAGE_STEP}


class RepairedLife(Life):
    """Its cleaning may fail for one reason; then it continues."""

    reason = None

    def begin_again(self, state, error):
        if state != "clean failed" or self.reason not in error:
            return False
        self.verbs = [REPAIR]
        return True

    def preparation(self, verb):
        return [("DELETE", f"/v1/nodes/{self.uuid}/maintenance", None)] if verb is REPAIR else []


class FlashLife(RepairedLife):
    """Each cleaning updates firmware."""

    reason = invariants.NOT_REPEATED


class TaskLife(RepairedLife):
    """Is inspected and cleaned, and its machine creates a RAID as a task."""

    reason = GIVEN_UP

    def enrolment(self):
        [(path, body)] = super().enrolment()
        return [(path, {**body, "driver_info": TASKS})]


class EndlessAgentLife(AgentLife):
    def __init__(self, number, kind):
        super().__init__(number, kind)
        self.verbs, self.again = [MANAGE, PROVIDE], [DEPLOY, UNDEPLOY]

    def preparation(self, verb):
        """Sets the image, which each undeployment removes."""
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
    """Returns the steps that its agent runs."""
    phase = PHASES.get(operation["kind"], "")
    names = [f"{phase}.{x['interface']}.{x['step']}" for x in operation["steps"]]
    return [x for x in names if x in AGENT_STEPS]


def check_agent(life, operations, agent):
    """Checks that its agent has run each step of each operation once, in order, and no other."""
    wanted = [step for x in operations for step in planned(x)]
    done = [x["step"] for x in agent["runs"] if x["end"] == DONE]
    if done == wanted:
        return []
    at = next((i for i, pair in enumerate(zip(done, wanted)) if pair[0] != pair[1]),
              min(len(done), len(wanted)))
    return [f"{life.name} ({life.kind.name}) {life.uuid}: its agent did {len(done)} steps of "
            f"{len(wanted)}; from number {at} on {done[at:at + 3]}, planned {wanted[at:at + 3]}"]
