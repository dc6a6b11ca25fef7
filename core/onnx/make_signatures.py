#!/usr/bin/env python3
"""Writes core/onnx/signatures.cpp: what the ONNX standard says of every operator that the importer has.

python3 core/onnx/make_signatures.py > core/onnx/signatures.cpp      (needs the package onnx; made with 1.23.2)
"""
import pathlib
import re

import onnx

HEAD = """// Made by core/onnx/make_signatures.py from the operator schemas of onnx {version} (Apache-2.0). Not edited by hand.
#include "core/onnx/signatures.h"

namespace stepscope::onnx {{

std::span<const Signature> signatures() {{
  static const Signature table[] = {{
"""
TAIL = """  };
  return table;
}

}  // namespace stepscope::onnx
"""
LETTERS = {"FLOAT": "f", "INT": "i", "STRING": "s", "TENSOR": "t", "GRAPH": "g", "FLOATS": "F", "INTS": "I", "STRINGS": "S"}


def converters():
    """Operator -> first opset that the importer takes."""
    found = {}
    for path in sorted(pathlib.Path(__file__).parent.glob("*.cpp")):
        if path.name == "signatures.cpp":
            continue
        for name, since in re.findall(r'\{"([A-Z]\w*)", (\d+), [a-zA-Z\[]', path.read_text()):
            found[name] = int(since)
    return found


def attributes(schema):
    words = []
    for name, attribute in sorted(schema.attributes.items()):
        letter = LETTERS.get(attribute.type.name)
        if letter:
            words.append(name + ":" + letter + ("!" if attribute.required else ""))
    return " ".join(words)


def main():
    history = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and not schema.deprecated:
            history.setdefault(schema.name, []).append(schema)
    rows = []
    for name, since in sorted(converters().items()):
        schemas = sorted(history[name], key=lambda s: s.since_version)
        first = max([s.since_version for s in schemas if s.since_version <= since] or [schemas[0].since_version])
        last = None
        for schema in schemas:
            if schema.since_version < first:
                continue
            # Schemas without a limit have 2^31 - 1; the table has kMany, 2^30.
            most = [min(n, 1 << 30) for n in (schema.max_input, schema.max_output)]
            row = (schema.min_input, most[0], schema.min_output, most[1], attributes(schema))
            if row != last:
                text = f'      {{"{name}", {schema.since_version}, {row[0]}, {row[1]}, {row[2]}, {row[3]},'
                words = f' "{row[4]}"}},'
                rows.append(text + words if len(text + words) <= 140 else text + "\n      " + words)
            last = row
    print(HEAD.format(version=onnx.__version__) + "\n".join(rows).replace("1073741824", "kMany") + "\n" + TAIL, end="")


main()
