// One op with its gradients on a device, against the CPU in f32.
#pragma once

#include "core/backend/backend.h"
#include "core/graph/op.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/selftest/selftest.h"

namespace stepscope {

// For amp(): every op that may in the narrow type.
AmpClass everythingLow(const OpDef& op);

// Whether the libraries run something of it beside ours, or instead of several of ours.
bool hasLibraryKernel(const Graph& graph);

// Fills the check's error, bound and detail: everything that the case's graph gives and leaves behind, the worst of it named.
// tuned: with every kernel that the libraries offer. runs: the last one counts; the second reads memory that is not zero any more.
void compareOp(const Backend& device, const Backend& cpu, const OpCase& c, DType type, ImageLayout images, bool tuned, int runs,
               SelftestCheck& result);

// Kernels that the backend tried and left out stand in the check's detail; what runs is right all the same.
void tellLeftOut(const Program& program, SelftestCheck& result);

// Whether no kernel of the libraries was refused since it gives other numbers than ours; else the check has failed. Of those that timing
// tries one may be wrong, but the one that a library prefers for what we described must be right.
bool allAgree(const Program& program, SelftestCheck& result);

// Every distinct op of resnet50 on 224 x 224 (batch 4) and of gpt (6 layers of 384, 256 tokens, batch 4), attention with heads of 64 and
// 128 and 256 tokens. small: the same channels, windows and strides with few pixels and tokens.
std::vector<OpCase> realSizes(bool small);

}  // namespace stepscope
