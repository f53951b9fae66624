"""Several kinds of faults at the same time: each kind has its own stream, created from a seed."""

import os
import random
import threading

from background import Background
from fault_injector import now

FAIL_OVER_PATIENCE = 60


class Stream(Background):
    """Injects one fault after the other, with pauses. `faults` is a table of (name, function). Each fault comes
    once before any is repeated."""

    def __init__(self, harm, name, pauses, faults):
        super().__init__(f"the stream of faults '{name}'")
        self.harm = harm
        self.random = random.Random(f"{harm.seed} {name}")
        self.pauses = pauses
        self.faults = faults

    def work(self):
        to_come = []
        while not self.ended.wait(self.random.uniform(*self.pauses)):
            to_come = to_come or self.random.sample(self.faults, len(self.faults))
            name, inflict = to_come.pop()
            self.harm.begins(name)
            inflict(self.random)
            self.harm.ends(name)


class Harm:
    """`start`, later `stop`: then everything is repaired."""

    def __init__(self, bed, seed, proxies, spared=()):
        self.bed = bed
        self.seed = seed
        self.proxies = proxies
        self.spared = spared
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self.count = {}
        self.deaths = []
        self.wrong = []
        victims = [x for x in bed.daemons() if x not in spared]
        self.streams = [
            Stream(self, "kill", (1, 5), [(f"kill {x}", self._killing(x)) for x in victims]),
            Stream(self, "freeze", (8, 20),
                   [(f"freeze {x}", self._freezing(x)) for x in bed.daemons()]),
            Stream(self, "broker", (20, 60), [("kill RabbitMQ", self._kill_broker),
                                              ("restart RabbitMQ", self._restart_broker)]),
            Stream(self, "store", (3, 12), [
                ("kill Redis' primary, fail-over", self._fail_over),
                ("kill Redis' primary, back at once", self._kill_primary),
                ("kill Redis' replica", self._kill_replica),
                ("Redis full", self._fill_store), ("Redis slow", self._slow_store)]),
            Stream(self, "network", (5, 20), [
                ("network slow", self._delay), ("network half-open", self._hold),
                ("network cut", self._cut)])]

    def start(self):
        for stream in self.streams:
            stream.start()

    def stop(self):
        """Lets running faults end, then repairs everything."""
        self.ended.set()
        for stream in self.streams:
            stream.ended.set()
        for stream in self.streams:
            stream.stop(2 * FAIL_OVER_PATIENCE)
            self.wrong += stream.wrong

    def goes_on(self):
        """Returns False if a stream has ended early, which leaves something broken."""
        return not any(stream.wrong for stream in self.streams)

    def begins(self, fault):
        with self.lock:
            self.count[fault] = self.count.get(fault, 0) + 1
        self._note(f"{fault}: begins")

    def ends(self, fault):
        self._note(f"{fault}: is over")

    def _note(self, text):
        """Records a fault for the analysis of a violation, in the folder that is kept then."""
        with self.lock, open(os.path.join(self.bed.directory, "faults"), "a", encoding="utf-8") as log:
            log.write(f"{now()} {text}\n")

    def _dies(self, name):
        if self.bed.kill(name):
            self.deaths.append(now())
        else:
            self.wrong.append(f"{name} was dead before it was killed; its log has the cause")

    def _pause(self, chance, least, most):
        self.ended.wait(chance.uniform(least, most))

    # -- processes of ironbus -----------------------------------------------------------------------

    def _killing(self, name):
        def inflict(chance):
            self._dies(name)
            self._pause(chance, 0, 4)
            self.bed.start_again(name)
        return inflict

    def _freezing(self, name):
        def inflict(chance):
            frozen = self.bed.freeze(name)
            self._pause(chance, 5, 25)
            self.bed.thaw(frozen)
        return inflict

    # -- RabbitMQ and Redis -------------------------------------------------------------------------

    def _kill_broker(self, chance):
        self._dies("broker")
        self._pause(chance, 0, 8)
        self.bed.start_server("broker")

    def _restart_broker(self, _):
        self.bed.process("broker").stop()
        self.bed.start_server("broker")

    def _fail_over(self, chance):
        primary = self.bed.stores.primary()
        self._dies(primary)
        self.bed.stores.await_other(primary, FAIL_OVER_PATIENCE)
        self._pause(chance, 0, 5)
        self.bed.start_server(primary)
        self.bed.stores.await_pair(FAIL_OVER_PATIENCE)

    def _kill_primary(self, _):
        primary = self.bed.stores.primary()
        self._dies(primary)
        self.bed.start_server(primary)
        self.bed.stores.await_pair(FAIL_OVER_PATIENCE)

    def _kill_replica(self, chance):
        replica = self.bed.stores.replica()
        self._dies(replica)
        self._pause(chance, 0, 10)
        self.bed.start_server(replica)
        self.bed.stores.await_pair(FAIL_OVER_PATIENCE)

    def _fill_store(self, chance):
        self.bed.stores.fill()
        self._pause(chance, 3, 10)
        self.bed.stores.make_room()

    def _slow_store(self, chance):
        for _ in range(chance.randint(10, 40)):
            self.bed.stores.stall(250)
            self.ended.wait(0.3)

    # -- the network --------------------------------------------------------------------------------

    def _delay(self, chance):
        proxy = chance.choice(self.proxies)
        proxy.seconds = chance.uniform(0.05, 0.5)
        self._pause(chance, 5, 15)
        proxy.seconds = 0.0

    def _hold(self, chance):
        proxy = chance.choice(self.proxies)
        proxy.hold()
        self._pause(chance, 5, 20)
        proxy.release()

    def _cut(self, chance):
        chance.choice(self.proxies).cut()
