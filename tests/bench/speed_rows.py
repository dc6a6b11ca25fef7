"""Computes the published numbers from the raw step times of a comparison: those that vs_torch prints and make_tables.py writes."""
import random
import statistics

RESAMPLES = 10_000


def interval(values, seed):
    """95 % interval of the median of `values`, by bootstrap over the rounds."""
    draw = random.Random(seed)
    medians = sorted(statistics.median(draw.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return medians[int(0.025 * RESAMPLES)], medians[int(0.975 * RESAMPLES) - 1]


def compare(rounds, ours, peer, seed):
    """Compares two sides over the given rounds: the ratio of their fastest steps, and the median of the rounds' ratios of median step times.
    A ratio is the peer's time over ours."""
    pairs = [(turns[ours]["step_ms"], turns[peer]["step_ms"]) for turns in (r["turns"] for r in rounds) if ours in turns and peer in turns]
    fastest = [min(ms for pair in pairs for ms in pair[side]) for side in (0, 1)]
    ratios = [statistics.median(theirs) / statistics.median(mine) for mine, theirs in pairs]
    low, high = interval(ratios, seed)
    return {"ours_ms": fastest[0], "peer_ms": fastest[1], "fastest": fastest[1] / fastest[0], "median": statistics.median(ratios), "low": low,
            "high": high, "rounds": len(ratios)}


def rows(result):
    """One row for each precision of ours: compared with PyTorch in the same precision, and with PyTorch's fastest precision."""
    kept = [r for r in result["rounds"] if not r["disturbed"]] or result["rounds"]  # a published result always has undisturbed rounds
    peers = [side for side in result["sides"] if side.startswith("PyTorch")]
    best = min(peers, key=lambda side: min(min(r["turns"][side]["step_ms"]) for r in kept))
    found = []
    for side in result["sides"]:
        if side in peers:
            continue
        precision = side.split()[-1]
        found.append({"precision": precision, "same": compare(kept, side, f"PyTorch {precision}", result["seed"]),
                      "best_precision": best.split()[-1], "best": compare(kept, side, best, result["seed"]),
                      "mode": told(result["sides"][f"PyTorch {precision}"]), "best_mode": told(result["sides"][best])})
    return found


def told(side):
    """The peer's mode as text, for example "compile, tcmalloc"."""
    extras = [side["allocator"]] if side["allocator"] != "glibc" else []
    extras += ["libgomp's own spinning"] if side["spin"] == "default" else []
    return ", ".join([side["mode"].replace("_", " ").replace("+", " + "), *extras])
