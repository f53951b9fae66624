"""Measures inspection: many agents send their data at once, and rules apply to each."""

import json
import time

from benchmarks.load import Load, closed_loop, request
from benchmarks.scenarios import create, row
from benchmarks.system import NotReady

INTERFACES, DISKS = 8, 12


def mac(number, card=0):
    return f"52:54:{card:02x}:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"


def data(number):
    """Returns inspection data of a typical server, some 8 KiB."""
    return {"inventory": {
        "interfaces": [{"name": f"eth{card}", "mac_address": mac(number, card),
                        "ipv4_address": f"192.0.2.{card}", "ipv6_address": None, "has_carrier": True,
                        "lldp": None, "vendor": "0x8086", "product": "0x1572", "speed_mbps": 25000,
                        "pci_address": f"0000:3b:00.{card}", "driver": "i40e"}
                       for card in range(INTERFACES)],
        "cpu": {"model_name": "Xeon", "frequency": "2400.0", "count": 64, "architecture": "x86_64",
                "flags": [f"flag{i}" for i in range(120)], "socket_count": 2},
        "disks": [{"name": f"/dev/sd{chr(97 + i)}", "model": "SSD", "size": 960 << 30,
                   "rotational": False, "wwn": f"0x5000{i:012x}", "serial": f"S{number}{i}",
                   "vendor": "ATA", "hctl": f"0:0:{i}:0"} for i in range(DISKS)],
        "memory": {"total": 256 << 30, "physical_mb": 262144},
        "bmc_address": "0.0.0.0", "bmc_v6address": "::/0", "hostname": "localhost",
        "system_vendor": {"product_name": "R750", "serial_number": f"SN{number}",
                          "manufacturer": "Dell Inc."},
        "boot": {"current_boot_mode": "uefi", "pxe_interface": mac(number)}},
        "error": None, "configuration": {"collectors": ["default", "logs"], "managers": []}}


def rule(number):
    """Returns a rule. Every tenth rule matches."""
    return {"priority": number % 100, "conditions": [
        {"op": "contains", "args": ["{inventory[system_vendor][manufacturer]}", "(?i)dell"]},
        {"op": "gt", "args": ["{inventory[memory][physical_mb]}", 1024]},
        {"op": "eq" if number % 10 == 0 else "!eq", "args": ["{inventory[cpu][architecture]}", "x86_64"]}],
        "actions": [{"op": "set-attribute",
                     "args": [f"/extra/rule{number}", "{inventory[system_vendor][serial_number]}"]}]}


def ask(system, requests, connections=32):
    work = iter(requests)
    load, _ = closed_loop(system.address, connections, work.__next__, count=len(requests))
    if load.wrong:
        raise NotReady(f"inspection: {load.first_wrong}")
    return load


def states(system):
    out = []
    one = Load(system.address, 1)
    try:
        one.submit(request("GET", "/v1/nodes?limit=1000&fields=provision_state"))
        one.run(lambda _tag, _status, body: out.extend(
            x["provision_state"] for x in json.loads(body)["nodes"]), lambda: not one.busy())
    finally:
        one.close()
    return out


def until(system, state, patience=300):
    ends = time.monotonic() + patience
    while True:
        seen = states(system)
        if all(x == state for x in seen):
            return
        if any(x.endswith("failed") for x in seen) or time.monotonic() > ends:
            raise NotReady(f"not all nodes are {state}: { {x: seen.count(x) for x in set(seen)} }")
        time.sleep(0.1)


def inspect(system, nodes, rules):
    """Measures from the first inspection data until the last node is manageable."""
    ask(system, [request("POST", "/v1/inspection_rules", rule(i)) for i in range(rules)], 8)
    made = []
    create(system, nodes, made, inspect_interface="agent")
    ask(system, [request("POST", "/v1/ports", {"node_uuid": x, "address": mac(i)})
                 for i, x in enumerate(made)])
    for verb, state in (("manage", "manageable"), ("inspect", "inspect wait")):
        ask(system, [request("PUT", f"/v1/nodes/{x}/states/provision", {"target": verb})
                     for x in made])
        until(system, state)
    bodies = [request("POST", "/v1/continue_inspection", data(i)).replace(
        b"X-OpenStack-Ironic-API-Version: latest", b"X-OpenStack-Ironic-API-Version: 1.1", 1)
        for i in range(nodes)]
    before = system.cpu()
    began = time.perf_counter()
    load = ask(system, bodies, 64)
    accepted = row(f"inspection data, {rules} rules", system, before, nodes,
                   time.perf_counter() - began, load.seconds, load)
    until(system, "manageable")
    ended = row(f"inspection to its end, {rules} rules", system, before, nodes,
                time.perf_counter() - began, load.seconds, load)
    return [accepted, ended]
