#!/usr/bin/env python3
"""Makes a large trace from a small one by repeating its events, each time later.

    tests/bench/make_big_trace.py SAMPLE.json.gz BIG.json 500        (500 MB of text; compressed if the name ends in .gz)

The text of the events stays as the profiler wrote it; only the numbers of "ts" change. So the large file is parsed like the small one.
"""
import gzip
import json
import re
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sample, big, size = sys.argv[1], sys.argv[2], int(float(sys.argv[3]) * 1e6)
    opened = gzip.open if open(sample, "rb").read(2) == b"\x1f\x8b" else open
    with opened(sample, "rb") as file:
        text = file.read()
    times = [e["ts"] for e in json.loads(text)["traceEvents"] if "ts" in e]
    period = int(max(times) - min(times)) + 1000
    begin = text.index(b"[", text.index(b'"traceEvents"')) + 1
    end = text.rindex(b"]")
    # Some profilers write other members after the events, so the last ']' may not be the end of the events.
    while True:
        try:
            json.loads(b"[" + text[begin:end] + b"]")
            break
        except ValueError:
            end = text.rindex(b"]", 0, end)
    head, events = text[:begin], text[begin:end].rstrip()
    stamp = re.compile(rb'("ts": ?)(\d+)')
    written, copy = 0, 0
    with (gzip.open(big, "wb", 6) if big.endswith(".gz") else open(big, "wb")) as out:
        out.write(head)
        while written < size:
            shifted = stamp.sub(lambda m: m.group(1) + str(int(m.group(2)) + copy * period).encode(), events) if copy else events
            out.write(b",\n" if copy else b"")
            out.write(shifted)
            written += len(shifted)
            copy += 1
        out.write(b"\n]}\n")
    print(f"{big}: {copy} times {sample}, {written / 1e6:.0f} MB of text")


if __name__ == "__main__":
    main()
