"""Operators who lead many nodes through their lives at the same time, whatever fails."""

import collections
import queue
import threading
import time
import uuid

from client import NoAnswer

LIST = "/v1/nodes?limit=1000&fields=uuid,provision_state,target_provision_state,last_error"

CLEAN_STEPS = [("deploy", "erase_devices_metadata"), ("raid", "delete_configuration"),
               ("bios", "factory_reset"), ("deploy", "erase_devices")]
FLASH = {"interface": "firmware", "step": "update",  # not repeatable
         "args": {"settings": [{"component": "bmc", "url": "http://127.0.0.1/bmc.bin"}]}}

# A request during which three processes died in a row is not handled again; the client may resend it.
PUT_ASIDE = "It crashed several processes"

# Verb → final state, and the operations that it consists of.
Verb = collections.namedtuple("Verb", "target reaches operations")
MANAGE = Verb("manage", "manageable", ("verify",))
CLEAN = Verb("clean", "manageable", ("manual_clean",))
PROVIDE = Verb("provide", "available", ("automated_clean",))
INSPECT = Verb("inspect", "manageable", ("inspect",))
DEPLOY = Verb("active", "active", ("deploy",))
UNDEPLOY = Verb("deleted", "available", ("undeploy", "automated_clean"))


class Life:
    """One node: its required state, and the requests that were sent."""

    def __init__(self, name, once, again, flashes=False):
        self.name = name
        self.uuid = str(uuid.uuid4())
        self.verbs = list(once)
        self.again = list(again)
        self.flashes = flashes
        self.expected = "enroll"
        self.busy_since = None  # An operator works on it, or the service since that time.
        self.taken_at = 0.0
        self.sent = collections.Counter()  # operation → requests that may have started one
        self.acknowledged = collections.Counter()
        self.failed = None

    def enrolment(self):
        """Returns the requests that create the node: [(path, body)]."""
        return [("/v1/nodes", {"driver": "fake-hardware", "uuid": self.uuid, "name": self.name})]

    def next_verb(self):
        if not self.verbs:
            self.verbs = list(self.again)
        return self.verbs.pop(0) if self.verbs else None

    def preparation(self, verb):  # noqa: ARG002
        """Returns the requests before that for the verb: [(method, path, body)]."""
        return []

    def begin_again(self, state, error):  # noqa: ARG002
        """After a permitted failure: returns whether the life continues, with new `verbs`."""
        return False

    def request(self, verb):
        if verb is not CLEAN:
            return {"target": verb.target}
        steps = [{"interface": kind, "step": step} for kind, step in CLEAN_STEPS]
        if self.flashes:
            steps[2] = FLASH
        return {"target": "clean", "clean_steps": steps}


def is_failed(state):
    return state.endswith(("failed", "error"))


class Operators:
    def __init__(self, client, lives, rate, workers=8, look_every=0.5):
        self.client = client
        self.lives = {life.uuid: life for life in lives}
        self.pause = 1.0 / rate
        self.look_every = look_every
        self.complaints = []
        self.ready = queue.Queue()
        self.states = {}
        self.ended = threading.Event()
        self.asking = threading.Event()
        self.asking.set()
        self.pace = threading.Lock()
        self.threads = [threading.Thread(target=self._guard, args=(self._operate,), daemon=True)
                        for _ in range(workers)]
        self.threads.append(threading.Thread(target=self._guard, args=(self._watch,), daemon=True))

    def enrol(self):
        for life in self.lives.values():
            for path, body in life.enrolment():
                status, answer, attempts = self.client.call("POST", path, body)
                if status != 201 and not (status == 409 and attempts > 1):
                    self.complaints.append(f"POST {path} {life.name}: {status} {answer}")

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop_asking(self):
        self.asking.clear()

    def astray(self):
        """Returns the nodes that are not in their required state."""
        return [life for life in self.lives.values() if self.is_astray(life)]

    def is_astray(self, life):
        return not life.failed and (life.busy_since is not None or not self._arrived(life))

    def stop(self):
        self.ended.set()
        for thread in self.threads:
            thread.join(timeout=10)

    def _guard(self, run):
        try:
            run()
        except Exception as error:  # a thread that dies silently would look like success
            self.complaints.append(f"the test itself: {type(error).__name__}: {error}")

    # -- watching ---------------------------------------------------------------------------------

    def _watch(self):
        while not self.ended.is_set():
            began = time.monotonic()
            try:
                nodes = self.client.get(LIST)["nodes"]
            except NoAnswer as error:
                self.complaints.append(str(error))
                continue
            for node in nodes:
                if node["uuid"] in self.lives:
                    self._saw(self.lives[node["uuid"]], node, began)
            self.ended.wait(self.look_every)

    def _saw(self, life, node, at):
        self.states[life.uuid] = (node["provision_state"], node["target_provision_state"])
        if life.busy_since is not None and at <= life.busy_since:
            return  # may be older than the request
        if is_failed(node["provision_state"]) and not self._arrived(life):
            failure = (node["provision_state"], node["last_error"] or "")
            if life.begin_again(*failure):
                life.expected = node["provision_state"]
            else:
                life.failed = failure
            life.busy_since = None
        elif self._arrived(life) and life.busy_since != float("inf"):
            life.busy_since = None
            if self.asking.is_set() and (life.verbs or life.again):
                life.busy_since = float("inf")
                self.ready.put(life)

    def _arrived(self, life):
        state, target = self.states.get(life.uuid, (None, None))
        return state == life.expected and (target is None or is_failed(state))

    # -- requests ---------------------------------------------------------------------------------

    def _operate(self):
        while not self.ended.is_set():
            try:
                life = self.ready.get(timeout=0.2)
            except queue.Empty:
                continue
            with self.pace:
                time.sleep(self.pause)
            verb = life.next_verb() if self.asking.is_set() else None
            if verb:
                self._ask(life, verb)
            life.busy_since = time.monotonic()

    def _ask(self, life, verb):
        before = life.expected
        path = f"/v1/nodes/{life.uuid}/states/provision"
        for _ in range(5):
            try:
                for call in life.preparation(verb):
                    self.client.call(*call)
                status, answer, attempts = self.client.call("PUT", path, life.request(verb))
            except NoAnswer as error:
                self.complaints.append(str(error))
                return
            life.sent.update(dict.fromkeys(verb.operations, attempts))
            if status == 202:
                life.acknowledged.update(verb.operations)
                life.expected = verb.reaches
                return
            put_aside = status == 500 and PUT_ASIDE in str(answer)
            if attempts == 1 and not put_aside:
                break
            # An earlier request may have been applied although its response was lost.
            node = self.client.get(f"/v1/nodes/{life.uuid}")
            if node["provision_state"] != before or node["target_provision_state"]:
                life.expected = verb.reaches
                return
        self.complaints.append(f"{life.name}: {verb.target} in {before}: {status} {answer}")
