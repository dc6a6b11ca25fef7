#!/usr/bin/env python3
"""What NVRTC makes of the kernels that memory decides over: for compute capability 8.0, 9.0 and 10.0 they keep everything in registers, few
enough of them for two blocks of 256 threads at a time, read 16 bytes at a time where the element's type is known, and no loop that does so
divides 64-bit numbers, which takes a GPU a hundred instructions.

    machine_code.py SOURCE_FOLDER
"""
import ctypes
import glob
import os
import re
import sys

# The bytes of local memory that each may use: a few words around the slow path of a division, no more where it was measured.
MOST_LOCAL = {80: 16, 90: 0, 100: 24}
MOST_REGISTERS = 128  # of 65,536 that a multiprocessor has, for 512 threads
F32, F16 = 0, 2


def typed(kernel, *types):
    return f"Typed<stepscope::cuda::{kernel}, {', '.join(map(str, types))}>"


# Kernel, and whether it reads 16 bytes at a time.
KERNELS = {}
for low in (F32, F16):
    KERNELS |= {typed("BatchNormApply", low, F32, F32, F32, F32, low, low): True, typed("ChannelMoments", low): True,
                typed("BatchNormGradParts", low, low, F32, F32): True,
                typed("BatchNormGradApply", low, low, F32, F32, F32, F32, F32, low, low): True,
                typed("ReluMaskOfNorm", low, F32, F32, F32, F32): True,
                typed("MaxPool", low, low): True, typed("PoolGrad", low, low): True, typed("PixelSums", low, low): True, typed("PixelSpread", low, low): True,
                typed("RowNorm", low, F32, F32, low): False, typed("RowNormGrad", low, low, F32, F32, F32, low): False,
                typed("Transpose", low, low): False}
KERNELS |= {f"Update<stepscope::cuda::{rule}>": True for rule in ("Sgd", "Adam", "AdamW", "RmsProp", "Adagrad", "WeightAverage", "AccumulateGrad")}
KERNELS |= {"NormParts": True, "NonFiniteParts": True, "Map1<stepscope::cuda::Identity>": True, "Map2<stepscope::cuda::Add>": True,
            "JoinMoments": False, "BatchNormGradJoin": False, "Softmax": False, "CrossEntropy": False}


def nvrtc():
    folders = ["", os.environ.get("CUDA_PATH", "/usr/local/cuda") + "/lib64/", *sorted(glob.glob("/usr/local/cuda-13*/lib64/"))]
    for folder in folders:
        try:
            return ctypes.CDLL(os.path.join(folder, "libnvrtc.so.13"))
        except OSError:
            continue
    return None


class Compiler:
    """NVRTC for our kernels' text, which needs no GPU."""

    def __init__(self, library, source):
        self.library = library
        paths = ["core/graph/formulas-inl.h", "core/graph/update_rule.h", "core/graph/updates-inl.h"] + sorted(os.path.relpath(path, source) for path in glob.glob(source + "/core/backend/cuda/kernels/*.h"))
        self.names = [path.encode() for path in paths]
        self.texts = [open(os.path.join(source, path), "rb").read() for path in paths]
        self.text = b"".join(b'#include "%s"\n' % name for name in self.names if not name.endswith(b"-inl.h"))

    def check(self, result, program=None):
        if result:
            raise SystemExit(f"FAIL!  : cuda_machine_code: NVRTC ended with {result}: {self.log(program) if program else ''}")

    def log(self, program):
        size = ctypes.c_size_t()
        self.library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self.library.nvrtcGetProgramLog(program, text)
        return text.value.decode()

    def compile(self, kernels, arch, ptx=False):
        """What ptxas says of each kernel, or the PTX's text of each."""
        count, array = len(self.names), lambda items: (ctypes.c_char_p * len(items))(*items)
        program = ctypes.c_void_p()
        self.check(self.library.nvrtcCreateProgram(ctypes.byref(program), self.text, b"kernels.cu", count, array(self.texts), array(self.names)))
        entries = [f"stepscope::cuda::run<stepscope::cuda::{kernel}>".encode() for kernel in kernels]
        for entry in entries:
            self.check(self.library.nvrtcAddNameExpression(program, entry), program)
        options = [f"--gpu-architecture={'compute' if ptx else 'sm'}_{arch}".encode(), b"--std=c++20"] + ([] if ptx else [b"--ptxas-options=-v"])
        self.check(self.library.nvrtcCompileProgram(program, len(options), array(options)), program)
        lowered = []
        for entry in entries:
            name = ctypes.c_char_p()
            self.check(self.library.nvrtcGetLoweredName(program, entry, ctypes.byref(name)), program)
            lowered.append(name.value.decode())
        if not ptx:
            log = self.log(program)
            parts = {part.split("'")[0]: part for part in log.split("Compiling entry function '")[1:]}
        else:
            size = ctypes.c_size_t()
            self.library.nvrtcGetPTXSize(program, ctypes.byref(size))
            text = ctypes.create_string_buffer(size.value)
            self.library.nvrtcGetPTX(program, text)
            parts = {part.split("(")[0].strip(): part for part in text.value.decode().split(".entry ")[1:]}
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return {kernel: parts[name] for kernel, name in zip(kernels, lowered)}


def resources(told):
    """Bytes of local memory, and registers."""
    frame = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", told)
    return sum(map(int, frame.groups())), int(re.search(r"Used (\d+) registers", told)[1])


def innermost_loops(text):
    """The lines of each loop of a kernel's PTX that holds no other: from a label to the last branch back to it."""
    lines = text.splitlines()
    places = {match[1]: i for i, line in enumerate(lines) if (match := re.match(r"\s*(\$\w+):", line))}
    loops = []
    for i, line in enumerate(lines):
        match = re.search(r"\bbra(?:\.uni)?\s+(\$\w+)", line)
        if match and places.get(match[1], i) < i:
            loops.append((places[match[1]], i))
    return [lines[begin:end + 1] for begin, end in loops
            if not any(other != (begin, end) and begin <= other[0] and other[1] <= end for other in loops)]


def is_wide(line):
    return re.search(r"\bld\.(?:\S*\.)?(?:v4\.[bfu]32|v2\.[bfu]64)", line)


def faults(wide, told, text, most_local=0):
    local, registers = resources(told)
    found = [f"{local} bytes of local memory, at most {most_local}"] if local > most_local else []
    if registers > MOST_REGISTERS:
        found.append(f"{registers} registers, at most {MOST_REGISTERS}")
    if wide and not any(map(is_wide, text.splitlines())):
        found.append("no access of 16 bytes")
    for loop in innermost_loops(text):
        if any(map(is_wide, loop)) and any(re.search(r"\b(?:div|rem)\.[su]64", line) for line in loop):
            found.append("a loop that reads 16 bytes at a time divides 64-bit numbers")
            break
    return found


def finds_what_is_planted(compiler):
    """A kernel that spills, one that reads bytes, one that divides: each is seen."""
    good, names = list(compiler.texts), list(compiler.names)
    compiler.texts.append(b"""#include "core/backend/cuda/kernels/device.h"
namespace stepscope::cuda {
struct Keeps { In x; Out y; Int count = 0;
  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    float kept[64];
    for (int i = 0; i < 64; ++i) kept[i] = x[i * count];
    float sum = 0;
    for (Int i = 0; i < count; ++i) sum += kept[(i * 7) % 64];
    y.set(team.first(), sum); } };
struct Divides { In x; Out y; Int count = 0, by = 1;
  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int i = team.first(); i < count; i += team.step()) storeEight(y, i, loadEight(x, i / by)); } };
}""")
    compiler.names.append(b"planted.h")
    compiler.text += b'#include "planted.h"\n'
    kernels = ["Keeps", "Divides"]
    told, texts = compiler.compile(kernels, 90), compiler.compile(kernels, 90, ptx=True)
    assert any("local memory" in fault for fault in faults(False, told["Keeps"], texts["Keeps"])), told["Keeps"]
    assert "no access of 16 bytes" in faults(True, told["Keeps"], texts["Keeps"])
    assert any("divides" in fault for fault in faults(True, told["Divides"], texts["Divides"]))
    compiler.texts, compiler.names = good, names
    compiler.text = compiler.text.replace(b'#include "planted.h"\n', b"")
    print("PASS   : cuda_machine_code::planted()")


def main():
    library = nvrtc()
    if not library:
        print("SKIP   : cuda_machine_code::kernels() libnvrtc.so.13 of the CUDA toolkit is not here")
        return 0
    compiler = Compiler(library, sys.argv[1])
    finds_what_is_planted(compiler)
    texts = compiler.compile(list(KERNELS), 90, ptx=True)
    ends = 0
    for arch, most_local in MOST_LOCAL.items():
        told = compiler.compile(list(KERNELS), arch)
        found = {kernel: why for kernel, wide in KERNELS.items() if (why := faults(wide, told[kernel], texts[kernel], most_local))}
        for kernel, why in found.items():
            print(f"FAIL!  : cuda_machine_code::kernels(sm_{arch}) {kernel.replace('stepscope::cuda::', '')}: {'; '.join(why)}")
        if not found:
            print(f"PASS   : cuda_machine_code::kernels(sm_{arch}) {len(KERNELS)} kernels")
        ends |= bool(found)
    return ends


if __name__ == "__main__":
    sys.exit(main())
