"""Selects the programs of each suite that test a patch, by the files that it changes."""

import os
import re
import sys

# Build targets: the seeds of ops/simulate, and the written tests of the simulation.
SIMULATOR = "ironbus_simulate"
SIMULATION_TESTS = "simulation"
# The simulation replaces these with its own bus and stores.
NOT_SIMULATED = tuple(f"gateways/{name}/" for name in ("amqp", "archive", "redis"))


def simulation_arguments(seeds, first):
    return ["--seeds", str(seeds), "--from", str(first), "--jobs", "2", "--until-failure"]


# Prefix of a file, prefixes of the unit test folders for it. The first matching row counts.
UNITS = (
    ("actors/node/", ("actors/node",)),
    ("actors/catalog/", ("actors/catalog",)),
    ("actors/runtime/", ("actors/runtime",)),
    ("actors/inspection/", ("actors/inspection", "actors/node")),
    ("actors/", ("actors",)),
    ("drivers/", ("drivers",)),
    ("messages/model/", ("messages/model", "actors/node", "actors/catalog")),
    ("messages/contract/", ("messages/contract", "actors/node", "gateways/http")),
    ("messages/", ("messages",)),
    ("ops/", ("ops",)),
)
OF_GATEWAY = re.compile(r"gateways/\w+")

CONTRACTS = (
    ("gateways/redis/", "contract_store"),
    ("gateways/sqlite/", "contract_store"),
    ("gateways/archive/", "contract_store"),
    ("gateways/amqp/", "contract_bus"),
    ("gateways/local/", "contract_bus"),
    ("drivers/", "contract_driver"),
)

# Short, but long enough for each kind of fault.
CHAOS = {
    "failpoint": ("--passes", "1,4"),
    "kill": ("--seconds", "20", "--nodes", "60", "--seed", "1"),
    "takeover": ("--nodes", "30"),
    "freeze": ("--freezes", "1", "--nodes", "60", "--seed", "1"),
    "store_loss": ("--losses", "2", "--nodes", "30", "--seed", "1"),
    "tasks": ("--seconds", "15", "--nodes", "30", "--seed", "1"),
}
# The chaos tests for a file prefix, the most likely one first.
CHAOS_OF = (
    ("drivers/", ("freeze", "tasks", "failpoint", "kill", "store_loss")),
    ("gateways/redis/", ("store_loss", "takeover", "freeze", "kill")),
    ("gateways/amqp/", ("kill",)),
    ("actors/runtime/", ("takeover", "failpoint", "kill", "store_loss")),
    ("", ("failpoint", "kill", "tasks")),
)


def folders_with_tests(tree):
    """Returns the folders in tests/unit that have tests. Each is one executable."""
    top = os.path.join(tree, "tests/unit")
    return sorted(os.path.relpath(folder, top) for folder, _, files in os.walk(top)
                  if any(file.endswith("_test.cpp") for file in files))


def units_of(tree, file):
    gateway = OF_GATEWAY.match(file)
    wanted = (gateway[0],) if gateway else next(
        (folders for beginning, folders in UNITS if file.startswith(beginning)), ())
    return ["unit_" + re.sub("[/-]", "_", folder) for folder in folders_with_tests(tree)
            if any(folder == place or folder.startswith(place + "/") for place in wanted)]


class Run:
    """One program of a suite, with its build target and command."""

    def __init__(self, name, target, command):
        self.name, self.target, self.command = name, target, command


def runs_of(suite, patch, tree, options):
    """Returns the programs of the suite that can find the patch, in run order."""
    binaries = os.path.join(tree, "build/dev/bin")

    def executables(names):
        return [Run(name, name, [os.path.join(binaries, name)]) for name in dict.fromkeys(names)]

    if suite == "simulation" and all(file.startswith(NOT_SIMULATED) for file in patch.files):
        return []
    if suite == "simulation":
        return [Run("seeds", SIMULATOR, [os.path.join(binaries, SIMULATOR),
                                         *simulation_arguments(options.seeds, options.first)]),
                *executables([SIMULATION_TESTS])]
    if suite == "unit":
        return executables(name for file in patch.files for name in units_of(tree, file))
    if suite == "contract":
        return executables(name for file in patch.files for beginning, name in CONTRACTS
                           if file.startswith(beginning))
    names = dict.fromkeys(name for file in patch.files for name in next(
        names for beginning, names in CHAOS_OF if file.startswith(beginning)))
    return [Run(name, "ironbusd", [sys.executable, f"tests/chaos/{name}_test.py", *CHAOS[name]])
            for name in names]
