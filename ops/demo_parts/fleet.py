"""The machines of the demonstration: their life cycle and current state."""

from daemon import Failed

# The verb to send, and the state that ends it.
LIFE = [("manage", "manageable"), ("inspect", "manageable"), ("provide", "available"),
        ("active", "active"), ("deleted", "available")]


class Machine:
    """One node, updated from events only."""

    def __init__(self, uuid, name):
        self.uuid = uuid
        self.name = name
        self.state = "enroll"
        self.target = ""
        self.step = ""
        self.stage = 0  # index into LIFE: the current verb, or the next one to send
        self.requested = False
        self.transitions = 0
        self.path = ["enroll"]
        self.sequence = 0

    @property
    def finished(self):
        return self.stage == len(LIFE)

    def take(self, event):
        """Applies an event. Returns whether the table changes."""
        number = int(event.get("sequence", 0))
        if self.sequence and number != self.sequence + 1:
            raise Failed(f"{self.name}: event {number} followed event {self.sequence}; events are missing")
        self.sequence = number
        data = event["data"]
        kind = event["type"].removeprefix("ironbus.")
        if kind == "provision_state_changed":
            self._moved(data)
        elif kind == "step_started":
            self.step = f"{data['interface']}.{data['step']}"
        elif kind == "step_finished":
            self.step = ""
        return kind in ("provision_state_changed", "step_started", "step_finished")

    def _moved(self, data):
        if data["to"] != self.state:
            self.transitions += 1
            self.path.append(data["to"])
        self.state, self.target = data["to"], data.get("target") or ""
        if data.get("status") == "error" or self.state.endswith("failed"):
            raise Failed(f"{self.name} is in state '{self.state}': {data.get('last_error')}")
        if self.requested and not self.target and self.state == LIFE[self.stage][1]:
            self.stage += 1
            self.requested = False


class Fleet:
    def __init__(self, api, nodes):
        """`nodes`: the request body of each node."""
        self.api = api
        self.events = 0
        self.machines = []
        self._by_uuid = {}
        for node in nodes:
            self._enrol(node)

    def _enrol(self, node):
        made = self.api.call("POST", "/v1/nodes", node)
        machine = Machine(made["uuid"], node["name"])
        self.machines.append(machine)
        self._by_uuid[machine.uuid] = machine

    def take(self, event):
        machine = self._by_uuid.get(event.get("subject"))
        self.events += 1
        return machine is not None and machine.take(event)

    def advance(self):
        """Sends the next verb to every machine that has finished the previous one."""
        for machine in self.machines:
            if machine.requested or machine.finished:
                continue
            machine.requested = True
            self.api.call("PUT", f"/v1/nodes/{machine.uuid}/states/provision",
                          {"target": LIFE[machine.stage][0]})

    def check(self):
        """Checks that the node list agrees with the events."""
        rows = self.api.call("GET", "/v1/nodes?limit=1000&fields=uuid,provision_state,last_error")
        states = {row["uuid"]: row["provision_state"] for row in rows["nodes"]}
        for machine in self.machines:
            if states.get(machine.uuid) != machine.state:
                raise Failed(f"{machine.name}: the events report state '{machine.state}', "
                             f"the node list reports '{states.get(machine.uuid)}'")

    @property
    def finished(self):
        return all(machine.finished for machine in self.machines)

    @property
    def transitions(self):
        return sum(machine.transitions for machine in self.machines)
