"""Describes the machine of a measurement, and measures which other processes used its cores meanwhile. Linux; only Python's standard library."""
import datetime
import os
import platform
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
# The largest share of the time of all cores that others may use. Two idle cores of a virtual machine show less than 0.02, one compiler on two cores 0.5.
QUIET = 0.05


def _process_ticks():
    """{pid: (name, ticks of processor time)} of every process."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                text = stat.read()
        except OSError:
            continue  # it ended meanwhile
        name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        found[int(pid)] = (name, int(fields[11]) + int(fields[12]))
    return found


def _machine_ticks():
    """(ticks of all cores spent on work, ticks that the hypervisor gave to other machines)"""
    with open("/proc/stat") as stat:
        user, nice, system, idle, iowait, irq, softirq, steal = map(int, stat.readline().split()[1:9])
    return user + nice + system + irq + softirq, steal


def holders(seconds=2.0):
    """Measures for `seconds`: (share of the time of all cores that is used, [(share of one core, pid, command)], the largest first)."""
    before, (work, steal), begin = _process_ticks(), _machine_ticks(), time.monotonic()
    time.sleep(seconds)
    after, (work_after, steal_after) = _process_ticks(), _machine_ticks()
    ticks = (time.monotonic() - begin) * TICKS
    found = []
    for pid, (name, used) in after.items():
        share = (used - before.get(pid, (name, used))[1]) / ticks
        if pid != os.getpid() and share >= 0.01:
            found.append((share, pid, _command(pid) or name))
    if steal_after > steal:
        found.append(((steal_after - steal) / ticks, 0, "the hypervisor, for other machines"))
    return (work_after - work + steal_after - steal) / ticks / os.cpu_count(), sorted(found, reverse=True)


def _command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:100]
    except OSError:
        return ""


class Others:
    """After a `with` block, `share` is the part of the time of all cores that others used during it: all processes but this one and those that it
    started and that have ended, and the hypervisor."""

    def __enter__(self):
        self.begin, self.machine, self.own = time.monotonic(), sum(_machine_ticks()), self._own()
        return self

    def __exit__(self, *_):
        seconds = time.monotonic() - self.begin
        others = (sum(_machine_ticks()) - self.machine) / TICKS - (self._own() - self.own)
        self.share = max(0.0, others / seconds / os.cpu_count()) if seconds > 0 else 0.0

    @staticmethod
    def _own():  # seconds of this process and of its children that have ended
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system


def _first_line(path):
    try:
        with open(path) as file:
            return file.readline().strip()
    except OSError:
        return "unknown"


def cpu_name():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), platform.machine())


def isa():
    """The widest vector instructions of this CPU that the program uses."""
    with open("/proc/cpuinfo") as file:
        flags = next((line.split(":", 1)[1].split() for line in file if line.startswith("flags")), [])
    return "avx512" if "avx512f" in flags else "avx2" if "avx2" in flags else "below avx2"


def _said(command, cwd=None):
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True).stdout.rstrip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def tree(root):
    """The commit of the source tree, and whether files other than results and documents differ from it."""
    changed = [line[3:] for line in _said(["git", "status", "--porcelain"], root).splitlines()]
    dirty = [path for path in changed if not path.startswith(("tests/bench/results", "docs/", "README.md"))]
    return {"commit": _said(["git", "rev-parse", "HEAD"], root), "dirty": bool(dirty)}


def describe(root):
    """The description of the machine and the source tree that is kept with every raw result."""
    compiler = _said(["c++", "--version"]).splitlines()
    system = dict(line.split("=", 1) for line in open("/etc/os-release").read().splitlines() if "=" in line)
    return {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), **tree(root),
            "cpu": cpu_name(), "cores": len(os.sched_getaffinity(0)), "isa": isa(), "kernel": platform.release(),
            "system": system.get("PRETTY_NAME", "").strip('"'),
            "huge_pages": _first_line("/sys/kernel/mm/transparent_hugepage/enabled"), "compiler": compiler[0] if compiler else "none",
            "onednn": _said(["dpkg-query", "-W", "-f", "${Version}", "libdnnl-dev"]) or "unknown", "load": list(os.getloadavg())}


def refuse_busy(what):
    """None on quiet cores, else a text that lists the processes that use them."""
    share, found = holders()
    if share <= QUIET:
        return None
    lines = [f"{what}: the cores are busy ({100 * share:.0f} % of their time goes elsewhere, at most {100 * QUIET:.0f} % may):"]
    lines += [f"  {100 * part:4.0f} % of a core  {pid or '':>7}  {command}" for part, pid, command in found[:8]]
    return "\n".join(lines)
