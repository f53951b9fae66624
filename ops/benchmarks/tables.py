"""The results as Markdown, with the figures of Ironic on the same kind of machine for scale."""

# Ironic with all its services in one process, on two cores of the same kind.
IRONIC = {  # name → (rate, ms of CPU)
    "create a node": (76, 21),
    "get a node": (229, 8),
    "list 1,000 nodes": (9, 220),
    "heartbeat": (45, 33),
    "life of a node": (3.1, 480),
}
IRONIC_MIB, IRONIC_IDLE, IRONIC_START = 1.57 * 1024, 0.5, 10.0


def number(value):
    return f"{value:,.0f}" if value >= 20 else f"{value:.2g}" if value < 1 else f"{value:.1f}"


def times(better):
    return f"{number(better)} ×"


def rates(rows):
    out = ["| | per second | p50 ms | p99 ms | CPU ms each | rate, to Ironic's | CPU, to Ironic's |",
           "|---|---|---|---|---|---|---|"]
    for row in rows:
        reference = IRONIC.get(row["name"])
        more = times(row["rate"] / reference[0]) if reference else ""
        less = f"1/{number(reference[1] / row['cpu_ms'])}" if reference and row["cpu_ms"] else ""
        out.append(f"| {row['name']} | {number(row['rate'])} | {number(row['p50_ms'])} | "
                   f"{number(row['p99_ms'])} | {row['cpu_ms']:.2f} | {more} | {less} |")
    return out


def by_process(values, digits=0):
    total = sum(values.values())
    parts = ", ".join(f"{name} {value:.{digits}f}" for name, value in values.items())
    return f"{total:.{digits}f}" + (f" ({parts})" if len(values) > 1 else "")


def seconds(value):
    return "not within 60 s" if value is None else f"{value:.2f}"


def at_rest(result):
    resume = result["resume"]
    resident = sum(result["memory_idle"].values())
    idle = sum(result["idle"].values())
    return ["| | | Ironic |", "|---|---|---|",
            f"| MiB resident, empty | {by_process(result['memory_empty'])} | |",
            f"| MiB resident, {result['nodes']:,} nodes, right after the load | "
            f"{by_process(result['memory_busy'])} | |",
            f"| MiB resident, {result['nodes']:,} nodes, at rest | "
            f"{by_process(result['memory_idle'])} | {IRONIC_MIB:,.0f}: 1/{number(IRONIC_MIB / resident)} |",
            f"| cores busy at rest, power sync every 120 s | {by_process(result['idle'], 3)} | "
            f"{IRONIC_IDLE}: 1/{number(IRONIC_IDLE / max(idle, 0.001))} |",
            f"| s from start to ready | {result['start_seconds']:.2f} | 7 to 14 |",
            f"| s from kill -9 of {resume['killed']} to a read | {seconds(resume['read_seconds'])} | |",
            f"| s from kill -9 of {resume['killed']} to a command | "
            f"{seconds(resume['command_seconds'])} | |"]


def show(result, machine):
    head = [f"### {result['system']}", "",
            f"{machine['cores']} cores of {machine['cpu']}, {machine['at']}, load before "
            f"{machine['load_before']:.1f}", ""]
    rest = at_rest(result) + [""] if "idle" in result else []
    if "memory_agents" in result:
        rest = [f"MiB resident with {result['nodes']:,} agents: "
                f"{by_process(result['memory_agents'])}", ""]
    return "\n".join(head + rates(result["rows"]) + [""] + rest)
