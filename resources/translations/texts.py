#!/usr/bin/env python3
"""The texts that a window shows, and their translations: keeps stepscope_zh_CN.ts (Qt Linguist) up to date and finds what it lacks.

  texts.py update   reads the sources, writes the .ts: new texts stand there unfinished, texts that are gone leave it
  texts.py check    says what has no translation, where placeholders differ, and which texts of views are not in tr(); exit 1 if anything

The .ts has four contexts. "stepscope": the texts in tr() of app/desktop and views. "engine": those of the rooms below, which do not know Qt:
literals of messages, with {} for what fmt::format puts in or `+` joins; views/words/translations.h finds them again in finished messages.
"engine-words": single words that are translated within messages too. "printed": formats and help of the command line, of reports and of new
projects (core/words/phrase.h), in app/cli and what asks for words().
"""
import re
import sys
import xml.sax.saxutils as sax
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TS = Path(__file__).resolve().parent / "stepscope_zh_CN.ts"

# Rooms whose texts no window shows: kernels, references and cases of tests, reports as documents, wire formats.
NO_WINDOW = ("core/words/", "core/graph/attribute_names.h", "core/backend/cuda/", "core/backend/cpu/", "core/graph/ops/",
             "core/report/html", "core/report/svg", "core/report/report.", "core/report/run_sections", "core/report/predictions_section",
             "core/report/compared_sections", "core/report/timeline_picture", "core/report/comparison_json", "core/onnx/signatures",
             "core/store/schema", "core/data/preview/format_lines")
# Whose texts are printed(): pages and files, where every sentence is asked for by words().
PRINTED = ("core/report/report.cpp", "core/report/run_sections.cpp", "core/report/compared_sections.cpp", "core/report/predictions_section.cpp",
           "core/report/timeline_picture.cpp", "core/project/starting_point.cpp")
SPOKEN = ("say", "spoken", "words")
# Comments of the lines that a new project begins with.
COMMENTED = "core/data/kinds/dataset_table.cpp"
# Not texts of ours: units and names.
NOT_PRINTED = {"TFLOP/s", "FLOP/B", "FLOP", "bf16", "f16", "f32", "safetensors"}
# Shown all the same: why there is no GPU.
WINDOW = ("core/backend/cuda/base/driver.cpp", "core/backend/cuda/base/plugin_loader.cpp")
# Single words that are shown: names of categories, tasks and roles, and both answers of `condition ? "faster" : "slower"`.
WORDS_OF = ("profiler/trace/trace.cpp", "profiler/analysis/time_class.cpp", "core/graph/graph.cpp", "core/store/run_rows.cpp")
# Of them those that stand within messages, where any other word may be a name or a value.
HOLE_WORDS = {"accuracy", "data", "machine", "commit", "is", "are", "above", "below", "moderately", "highly", "slower", "faster", "infinite", "large", "small", "equal"}
NO_WORDS = {"rowid", "true", "false", "null", "inf", "Infinity", "id", "fwdbwd", "cuda", "flow", "bilinear", "nearest", "None", "Stepscope", "project", "none", "Device",
            "rmse", "plain", "opaque", "auto", "on", "off"}
# Literals of views that read as a sentence and are none of the window: the command line, columns of tables as files, names of files and fonts,
# keys of traces, names of tracks.
NOT_SHOWN_IN = ("app/desktop/main.cpp", "views/project/synonyms.cpp", "app/desktop/screenshots.cpp", "views/graph/layer_tree.cpp", "views/inspector/span_arguments.cpp")
# Shown, and told from names by their place only.
SHOWN = {"profiler/analysis/kernels/kernel_class.cpp": {"convolutions", "softmax", "norms", "reductions", "pools", "collectives"}, "profiler/advisor/facts.h": {"a step"}, "profiler/advisor/wording.cpp": {"under 0.01 %"},
         "core/report/comparison.cpp": {"best", "last", "epochs", "done", "throughput, samples/s", "data", "machine", "commit"},
         "core/report/run_record.cpp": {"with", "commit", "seeds", "checkpoints", "kept", "findings", "predictions"}}
NOT_SHOWN = {"false, true", "Inter Variable", "Noto Sans", "memory plan", "alive values", "range statistics", "Loader worker", "loader queue"}
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(?:u8|u|U|L)?R"([^()\s\\]*)\((.*?)\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|[A-Za-z_]\w*|\d[\w.\']*|->|::|<<|\+=|==|.',
                   re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "0": "\0", "r": "\r", "'": "'"}


class Token:
    __slots__ = ("kind", "text", "line")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


def unescaped(literal):
    def one(match):
        code = match.group(1)
        if code[0] in "xu":
            return chr(int(code[1:], 16))
        return ESCAPES.get(code, code)
    raw = re.sub(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|.)", one, literal)
    if any(0x80 <= ord(c) <= 0xFF for c in raw) and "\\x" in literal:  # UTF-8 as bytes
        try:
            return raw.encode("latin-1").decode("utf-8")
        except UnicodeError:
            pass
    return raw


def tokens_of(path):
    """Without comments and preprocessor lines; neighbouring literals are one."""
    source = path.read_text(encoding="utf-8")
    source = re.sub(r"(?m)^#(include|pragma|define|if|endif|else|undef)[^\n]*", "", source)
    result, line = [], 1
    for match in TOKEN.finditer(source):
        text = match.group(0)
        at = line
        line += text.count("\n")
        if text.isspace() or text.startswith(("//", "/*")):
            continue
        if match.group(2) is not None:
            kind, text = "raw", match.group(2)
        elif text[0] == '"':
            kind, text = "literal", unescaped(text[1:-1])
        else:
            kind = "word" if text[0].isalpha() or text[0] == "_" else "sign"
        if kind == "literal" and result and result[-1].kind == "literal":
            result[-1].text += text
        else:
            result.append(Token(kind, text, at))
    return result


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".cpp", ".h") and (name in WINDOW or not name.startswith(NO_WINDOW)):
                yield name, path


OPEN, CLOSE = set("([{"), set(")]}")


def end_of_argument(tokens, at):
    """Index behind the expression that begins at `at`: of its comma or closing bracket."""
    depth = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "sign":
            if token.text in OPEN:
                depth += 1
            elif token.text in CLOSE:
                if depth == 0:
                    return at
                depth -= 1
            elif depth == 0 and token.text in ",;":
                return at
        at += 1
    return at


def window_texts():
    """Of every text in tr(): {text: [places]}; and literals of views that read as a sentence and stand outside of tr()."""
    texts, outside = {}, []
    for name, path in sources("app/desktop", "views"):
        tokens = tokens_of(path)
        inside, errors = set(), places_in_errors(tokens)
        for i, token in enumerate(tokens[:-1]):
            if token.kind != "word" or tokens[i + 1].text != "(" or tokens[i + 1].kind != "sign":
                continue
            if token.text in ("tr", "QT_TR_NOOP", "translate", "QT_TRANSLATE_NOOP"):
                begin = i + 2
                if token.text in ("translate", "QT_TRANSLATE_NOOP"):
                    inside.add(begin)
                    begin = end_of_argument(tokens, begin) + 1
                for at in range(begin, end_of_argument(tokens, begin)):
                    if tokens[at].kind == "literal":
                        inside.add(at)
                        texts.setdefault(tokens[at].text, []).append(f"{name}:{tokens[at].line}")
        for at, token in enumerate(tokens):
            if token.kind != "literal" or at in inside or at in errors or name in NOT_SHOWN_IN or token.text in NOT_SHOWN or "\t" in token.text:
                continue
            if is_sentence(token.text):
                outside.append((f"{name}:{token.line}", token.text))
    return texts, outside


def places_in_errors(tokens):
    return places_in(tokens, "Error")


def places_in(tokens, function):
    """Of the arguments of calls."""
    places = set()
    for i, token in enumerate(tokens[:-1]):
        if token.kind == "word" and token.text == function and tokens[i + 1].text == "(":
            at = i + 2
            while at < len(tokens) and tokens[at - 1].text not in (")", ";"):
                end = end_of_argument(tokens, at)
                places.update(range(at, end))
                at = end + 1
    return places


def is_sentence(text):
    """Words of a reader's language, and no markup, query, style or format of a file."""
    if re.search(r"[<>@;=_]|::|\\|#[0-9a-f]|\.(h|png|svg|toml|json)\b|^--|^/|font|px\b", text):
        return False
    return len(re.findall(r"(?:^|[\s(\"])[A-Za-z][a-z']+(?=[\s,.:;!?)\"]|$)", text)) >= 2


def template_of(text):
    """"{:.3g} of {name}" as "{} of {}"; doubled braces are braces."""
    text = text.replace("{{", "\0").replace("}}", "\1")
    text = re.sub(r"\{[^{}]*\}", "{}", text)
    return text.replace("\0", "{{").replace("\1", "}}")


def joined(tokens, at):
    """The chain `a + "text" + b` that the literal at `at` is part of, as a template, and its literals."""
    begin, depth = at, 0
    while begin > 0:
        token = tokens[begin - 1]
        if token.kind == "sign":
            if token.text in CLOSE:
                depth += 1
            elif token.text in OPEN:
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and token.text in (",", ";", "=", "?", ":", "+=", "<<", "==", "&", "|", "<", ">", "!"):
                break
        elif depth == 0 and token.kind == "word" and token.text == "return":
            break
        begin -= 1
    end, depth = begin, 0
    parts, part = [], []
    while end < len(tokens):
        token = tokens[end]
        if token.kind == "sign":
            if token.text in OPEN:
                depth += 1
            elif token.text in CLOSE:
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and token.text in (",", ";", "?", ":", "<<", "==", "&", "|"):
                break
            elif depth == 0 and token.text == "+":
                parts.append(part)
                part = []
                end += 1
                continue
        part.append(end)
        end += 1
    parts.append(part)
    if len(parts) == 1:
        return None, []
    text, used = "", []
    for part in parts:
        if len(part) == 1 and tokens[part[0]].kind == "literal":
            text += tokens[part[0]].text
            used.append(part[0])
        elif len(part) == 6 and [tokens[p].text for p in part[:4]] == ["std", "::", "string", "("] and tokens[part[4]].kind == "literal":
            text += tokens[part[4]].text
            used.append(part[4])
        else:
            text += "{}"
    return re.sub(r"(\{\})+", "{}", text), used


SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|COMMIT|ALTER|DROP|ATTACH|DETACH|VACUUM|ORDER BY|WHERE|WITH|SET|AND)\b")
CODE = re.compile(r"^\[\w+\]\s|^\{\}#|\w\([^) ]*=|\w\(\.\.\.|\w\(\w+\.\w+\.|^[,{\[\"]*\"\w+\"|^\S+ -\w |</|^\s*#|^\w+ = \S+$|^\*\.")


def is_message(text):
    """A sentence or a clause of one; no names of nodes and files, queries, code to copy, parts of formats."""
    text = text.strip()
    letters = text.replace("{}", " ").replace("{{", "").replace("}}", "")
    if not re.search(r"\s", text.strip()) or SQL.match(letters):
        return False
    if CODE.search(text):  # a line to copy, unless words of a sentence stand beside it
        if text.startswith("#") or "\n" in text:
            return False
        beside = re.sub(r"\S*\([^()]*(?:\([^()]*\)[^()]*)*\)\S*|\S+=\S+|\S*[_.\[\]\"]\w\S*", " ", letters)
        if not re.search(r"\b(of|the|or|with|less|out|every|beside|several|more|has|then|in)\b", beside) or len(re.findall(r"[A-Za-z]{2,}", beside)) < 2:
            return False
    words = re.findall(r"(?<![\w./-])[A-Za-z][a-z']+(?![\w/=(]|\.\w)", letters)
    return len(words) >= (2 if "{}" not in text else 1)


def engine_texts():
    texts = {}
    for name, path in sources("core", "profiler", "views", "app/desktop", "app/cli"):
        tokens = tokens_of(path)
        used = set()
        below = name.startswith(("core", "profiler"))  # of views and commands only what they throw as the engine does
        command = name.startswith("app/cli")
        counts = places_in(tokens, "counted") if below or command else set()
        places = range(len(tokens)) if below else places_in_errors(tokens)
        if below and name in PRINTED:
            places = sorted(set(places) - set(calls_of(tokens, SPOKEN)))
        if command:
            told = {place for place in calls_of(tokens, ("tellError",)) if place not in calls_of(tokens, SPOKEN)}
            parser = {place for place in range(len(tokens)) if name == "app/cli/usage.cpp" and tokens[place].kind == "literal" and
                      ("{}" in tokens[place].text or tokens[place].text == "A subcommand is required") and place not in calls_of(tokens, SPOKEN)}
            places = set(places) | told | parser | counts
        for i in sorted(places):
            token = tokens[i]
            if token.kind != "literal" or i in used:
                continue
            place = f"{name}:{token.line}"
            before = tokens[i - 1] if i else token
            after = tokens[i + 1] if i + 1 < len(tokens) else token
            if before.text == "+" or after.text == "+":
                text, literals = joined(tokens, i)
                if text:
                    used.update(literals)
                    if is_message(text):
                        texts.setdefault(text.strip(), []).append(place)
                    continue
            text = template_of(token.text)
            word = re.fullmatch(r"[A-Za-z][a-z-]+", text)
            choice = (before.text in "?:" and before.kind == "sign") or after.text == ":"
            title = text[0:1].isupper() and before.text in ("{", ",") and after.text == "," and not name.startswith("core/onnx/")
            shown = name in WORDS_OF and before.text == "return" or name == "core/base/task.cpp"
            if name.startswith("profiler/advisor/rules/") and before.text == "{" and re.fullmatch(r"[a-z]+(_[a-z]+)*", text):
                text = text.replace("_", " ")  # the name of a rule, as the diagnosis lists them
                texts.setdefault(text, []).append(place)
                continue
            if i in counts:  # counted(n, "sample"), counted(n, "loss", "losses")
                text = "{} " + text
                if after.text == ")" and not text.endswith("s"):  # the plural is made of it
                    texts.setdefault(text + "s", []).append(place)
            elif token.text in SHOWN.get(name, ()):
                texts.setdefault(text, []).append(place)
                continue
            if is_message(text) or (word and (choice or title or shown) and text not in NO_WORDS):
                texts.setdefault(text.strip(), []).append(place)
    return texts


def columns_of(text):
    """As core/words/phrase.cpp takes a format apart: at line breaks, at two blanks, and at fields with a width."""
    text = re.sub(r"\{\d*:[^{}.]*?[0-9<>^](?:[^{}]|\{\})*\}|\{\d*:[^{}]*\{\}[^{}]*\}", "\n", text)
    text = re.sub(r"(?<!\{)\{[^{}]*\}(?!\})", "{}", text)
    return [part.strip(" ") for part in re.split(r"[\n\r]| {2,}", text)]


def calls_of(tokens, names):
    """Of the arguments of the calls of these names: {place of a literal: whether it is the first argument's}."""
    places = {}
    for i, token in enumerate(tokens[:-1]):
        if token.kind != "word" or token.text not in names or tokens[i + 1].text != "(" or tokens[i + 1].kind != "sign":
            continue
        at = begin = i + 2
        first = True
        while at < len(tokens):
            end = end_of_argument(tokens, at)
            literal = False
            for place in range(at, end):
                if tokens[place].kind in ("literal", "raw"):
                    places[place] = places.get(place, False) or first
                    literal = True
            first = first and not literal  # say(stderr, "format")
            if end >= len(tokens) or tokens[end].text != ",":
                break
            at = end + 1
    return places


def printed_texts():
    texts, outside = {}, []
    def enter(text, place):
        if re.search(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`", "", text)) and text not in NOT_PRINTED and not text.startswith("\x1b"):
            texts.setdefault(text, []).append(place)
    def as_literal(text):
        return text.replace("{", "{{").replace("}", "}}")
    for name, path in [(name, path) for name, path in sources("app/cli")] + [(name, ROOT / name) for name in PRINTED]:
        tokens = tokens_of(path)
        errors, counts = places_in_errors(tokens), set().union(*(places_in(tokens, of) for of in ("counted", "printLine", "text", "real", "rate")))
        told = calls_of(tokens, ("tellError",))
        spoken = calls_of(tokens, SPOKEN)
        for i, token in enumerate(tokens):
            if token.kind not in ("literal", "raw") or i in counts:
                continue
            place = f"{name}:{token.line}"
            if i in spoken:
                if tokens[i - 1].text == "[":  # of JSON
                    continue
                for part in columns_of(token.text) if spoken[i] else [as_literal(token.text).strip(" ")]:
                    enter(part, place)
            elif name.startswith("app/cli"):
                if i in errors or i in told or name == "app/cli/usage.cpp" and "{}" in token.text:
                    continue
                word = name == "app/cli/usage.cpp" and re.fullmatch(r"[A-Z][A-Za-z]+", token.text)
                if is_message(token.text) or word:
                    enter(token.text, place)
            elif name != "core/project/starting_point.cpp" and i not in errors and is_sentence(token.text):
                outside.append((place, token.text))
    for token in tokens_of(ROOT / COMMENTED):
        if token.kind == "literal":
            for comment in re.findall(r"# (.*)", token.text):
                enter(comment, f"{COMMENTED}:{token.line}")
    return texts, outside


def key_helps():
    """Of examples/README.md: what every key means and what it is where it is not named."""
    texts = {}
    for number, line in enumerate((ROOT / "examples/README.md").read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("| `"):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) >= 4 and "." in cells[0]:
            for cell in cells[1:4]:
                if re.search(r"[A-Za-z]{2,} ?[A-Za-z]*", re.sub(r"`[^`]*`", "", cell)):
                    texts.setdefault(cell, []).append(f"examples/README.md:{number}")
    return texts


def read_ts():
    """{context: {source: (translation, finished)}}"""
    result = {}
    if TS.exists():
        for context in ElementTree.parse(TS).getroot().iter("context"):
            messages = result.setdefault(context.findtext("name"), {})
            for message in context.iter("message"):
                translation = message.find("translation")
                messages[message.findtext("source")] = (translation.text or "", translation.get("type") != "unfinished")
    return result


def write_ts(contexts):
    def escaped(text):
        return sax.escape(text, {'"': "&quot;", "'": "&apos;"})
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" language="zh_CN" sourcelanguage="en">']
    for name, messages in contexts.items():
        lines += ["<context>", f"    <name>{name}</name>"]
        for source, (translation, finished) in sorted(messages.items()):
            state = "" if finished and translation else ' type="unfinished"'
            lines += ["    <message>", f"        <source>{escaped(source)}</source>",
                      f"        <translation{state}>{escaped(translation)}</translation>", "    </message>"]
        lines.append("</context>")
    TS.write_text("\n".join(lines + ["</TS>", ""]), encoding="utf-8")


def all_texts():
    window, outside = window_texts()
    printed, unspoken = printed_texts()
    outside += [(place, text + " (of a report: not in words())") for place, text in unspoken]
    engine = engine_texts()
    for text, places in key_helps().items():
        engine.setdefault(text, []).extend(places)
    words = {text: engine.pop(text) for text in HOLE_WORDS & engine.keys()}
    return {"stepscope": window, "engine": engine, "engine-words": words, "printed": printed}, outside


def differing(source, translation, context):
    """What must be alike in both, and is not."""
    faults = []
    def count(pattern, text):
        return sorted(re.findall(pattern, text))
    if context != "stepscope":
        holes = [match.start() for match in re.finditer(r"(?<!\{)\{\}", source)]
        filled = re.findall(r"(?<!\{)\{(\d*)\}", translation)
        numbers = {int(n) for n in filled if n}
        plurals = {n for n, at in enumerate(holes) if at and (source[at - 1].isalpha() or source[:at].endswith(" that "))}  # "core{}" with an s, "that {}" with is or are: need not be repeated
        if not numbers and len(filled) != len(holes) or numbers and ("" in filled or not set(range(len(holes))) - plurals <= numbers <= set(range(len(holes)))):
            faults.append("placeholders {}")
    elif count(r"%L?\d|%n", source) != count(r"%L?\d|%n", translation):
        faults.append("placeholders %1")
    if count(r"</?[a-z]+[^>]*>", source) != count(r"</?[a-z]+[^>]*>", translation):
        faults.append("tags")
    if context == "stepscope" and bool(re.search(r"&\w", source)) != bool(re.search(r"&\w", translation)):
        faults.append("mnemonic &")
    if count(r"`[^`]*`", source) != count(r"`[^`]*`", translation):
        faults.append("names in ``")
    if source.count("\n") != translation.count("\n") or source.count("\t") != translation.count("\t"):
        faults.append("line breaks or tabs")
    if source.endswith("...") != translation.endswith(("...", "…", "……")):
        faults.append("... at the end")
    if source.rstrip().endswith(":") != translation.rstrip().endswith((":", "：")):
        faults.append(": at the end")
    return faults


def update():
    texts, _ = all_texts()
    old = read_ts()
    write_ts({context: {text: old.get(context, {}).get(text, ("", False)) for text in found} for context, found in texts.items()})
    print(", ".join(f"{context}: {len(found)} texts" for context, found in texts.items()))


def check():
    texts, outside = all_texts()
    known = read_ts()
    faults = [f"{place}: not in tr(): {text!r}" for place, text in outside]
    for context, found in texts.items():
        for text, places in found.items():
            translation, finished = known.get(context, {}).get(text, ("", False))
            if not translation or not finished:
                faults.append(f"{places[0]}: no translation: {text!r}")
            else:
                faults += [f"{places[0]}: differs in {fault}: {text!r} / {translation!r}" for fault in differing(text, translation, context)]
    for fault in faults:
        print(fault)
    for context, found in texts.items():  # as Qt Test says it, for tests/summary
        print(f"{'FAIL!  ' if faults else 'PASS   '}: Texts::{context}() {len(found)} texts")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    commands = {"update": update, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]]())
