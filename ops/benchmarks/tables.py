"""Prints the results as Markdown."""


def number(value):
    return f"{value:,.0f}" if value >= 20 else f"{value:.2g}" if value < 1 else f"{value:.1f}"


def cpu(value):
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def rates(rows):
    out = ["| | per second | p50 ms | p99 ms | CPU ms each |", "|---|---|---|---|---|"]
    for row in rows:
        out.append(f"| {row['name']} | {number(row['rate'])} | {number(row['p50_ms'])} | "
                   f"{number(row['p99_ms'])} | {cpu(row['cpu_ms'])} |")
    return out


def by_process(values, digits=0):
    total = sum(values.values())
    parts = ", ".join(f"{name} {value:.{digits}f}" for name, value in values.items())
    return f"{total:.{digits}f}" + (f" ({parts})" if len(values) > 1 else "")


def seconds(value):
    return "more than 60 s" if value is None else f"{value:.2f}"


def at_rest(result):
    resume = result["resume"]
    return ["| | |", "|---|---|",
            f"| MiB resident, empty | {by_process(result['memory_empty'])} |",
            f"| MiB resident, {result['nodes']:,} nodes, directly after the load | "
            f"{by_process(result['memory_busy'])} |",
            f"| MiB resident, {result['nodes']:,} nodes, idle | "
            f"{by_process(result['memory_idle'])} |",
            f"| cores used while idle, power sync every 120 s | {by_process(result['idle'], 3)} |",
            f"| s from start to ready | {result['start_seconds']:.2f} |",
            f"| s from kill -9 of {resume['killed']} to the first read | {seconds(resume['read_seconds'])} |",
            f"| s from kill -9 of {resume['killed']} to the first command | "
            f"{seconds(resume['command_seconds'])} |"]


def power_sync(found):
    noticed = found["noticed"]
    return ["| | |", "|---|---|",
            f"| Redfish machines, unreachable ones | {found['nodes']:,}, {found['dead']:,} |",
            f"| IPMI machines, one in twenty unreachable | {found['by_ipmi']:,} |",
            f"| s between two reads of a machine | {found['interval']} |",
            f"| power states read per second | {number(found['read_per_second'])} |",
            f"| cores used | {by_process(found['cores'], 3)} |",
            f"| MiB resident | {by_process(found['memory'])} |",
            f"| sockets | {found['sockets']:,} |",
            f"| s until a change is noticed, p50 and p99 of {noticed['changes']} | "
            f"{noticed['p50']:.1f}, {noticed['p99']:.1f} |", ""]


def followed(result):
    """Returns a table of the deliveries to event followers, with the rows of rates()."""
    out = ["| | deliveries per second | missed | s behind at the end | MiB resident |", "|---|---|---|---|---|"]
    for row in result["rows"]:
        out.append(f"| {row['name']} | {number(row['deliveries'] / row['seconds'])} | {row['missed']} | "
                   f"{row['behind_seconds']:.1f} | {by_process(row['memory'])} |")
    size = result["bytes_of_an_event"]
    return out + ["", "Bytes of an event in the log: " + ("not measured yet" if size is None else number(size)), ""]


def deployments(found):
    made, own = found["made"], found["own"]
    disk, discs = made["disk"], max(made["disk"]["discs"], 1)
    more = 1000 * (made["started_cpu_seconds"] - own["started_cpu_seconds"]) / found["nodes"]
    rows = [("s until all machines are on with their ISO", "started_seconds"),
            ("CPU s of the service until then", "started_cpu_seconds"),
            (f"s until all nodes are active, of these {found['boots'] + 1} for the machine's start", "seconds"),
            ("CPU s of the service until then", "cpu_seconds"),
            ("MiB resident, maximum", "resident_mib"), ("MiB (PSS) while all nodes wait", "pss_mib")]
    return [f"| {found['nodes']:,} machines deployed at once | boot ISO per node | "
            "deploy_iso |", "|---|---|---|",
            *(f"| {title} | {made[key]:,.1f} | {own[key]:,.1f} |" for title, key in rows),
            f"| CPU ms per boot ISO until the machine is on | {more:.2f} | – |",
            f"| boot ISOs at the same time | {discs:,} | – |",
            f"| MB on the disk, shared MB | {number(disk['all'] / 1e6)}, "
            f"{number(disk['shared'] / 1e6)} | – |",
            f"| kB written for a node | {number(disk['own'] / discs / 1e3)} | – |",
            f"| GB as complete ISO files | {number(discs * found['file_bytes'] / 1e9)} | – |", ""]


def readings(found):
    """Returns a table with one row per number of readers and one column per file."""
    files = found["whole"]
    out = [f"| simultaneous readers of {number(found['file_bytes'] / 1e6)} MB | " + " | ".join(
        f"{name}: GB/s, **CPU s per GB**, additional MiB" for name in files) + " |",
        "|---" * (len(files) + 1) + "|"]
    for row in zip(*files.values()):
        cells = [f"{one['gigabytes_per_second']:.1f}, **{one['cpu_seconds_per_gigabyte']:.2f}**, "
                 f"{one['more_mib']:.1f}" for one in row]
        out.append(f"| {row[0]['readers']:,} | " + " | ".join(cells) + " |")
    return out + [""]


def show(result, machine):
    head = [f"### {result['system']}", "",
            f"{machine['cores']} cores of {machine['cpu']}, {machine['at']}, load before "
            f"{machine['load_before']:.1f}", ""]
    rest = at_rest(result) + [""] if "idle" in result else []
    if "power_sync" in result:
        rest = power_sync(result["power_sync"])
    if "bytes_of_an_event" in result:
        rest = followed(result)
    if "discs" in result:
        rest = deployments(result["discs"]) + readings(result["discs"])
    if "memory_agents" in result:
        rest = [f"MiB resident with {result['nodes']:,} agents: "
                f"{by_process(result['memory_agents'])}", ""]
    return "\n".join(head + rates(result["rows"]) + [""] + rest)


def cell(value):
    return "–" if value is None else f"{value:.3g}" if value < 10 else f"{value:,.0f}"


def show_beside(results, machine):
    """Returns a table with one row per operation and one column per system."""
    names = [result["system"] for result in results]
    out = [f"{machine['cores']} cores of {machine['cpu']}, {machine['at']}, load before "
           f"{machine['load_before']:.1f}; {results[0]['nodes']:,} nodes each", "",
           "| | " + " | ".join(f"{name}: per second, p50 ms, p99 ms, **CPU ms**" for name in names) + " |",
           "|---" * (len(names) + 1) + "|"]
    for rows in zip(*(result["rows"] for result in results)):
        cells = [f"{cell(row['rate'])}, {cell(row['p50_ms'])}, {cell(row['p99_ms'])}, "
                 f"**{cell(row['cpu_ms'])}**" for row in rows]
        out.append(f"| {rows[0]['name']} | " + " | ".join(cells) + " |")
    for title, key in (("MiB (PSS), idle", "pss_mib"), ("thousandths of a core, idle", "idle_millicores")):
        out.append(f"| {title} | " + " | ".join(cell(result[key]) for result in results) + " |")
    return "\n".join(out) + "\n"
