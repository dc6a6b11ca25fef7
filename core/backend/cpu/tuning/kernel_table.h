// Which kernels there are for an op: the families of ops/ and fusion/, each with its makers in order of preference.
#pragma once

#include <string>

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// Makers of an op in order of preference; empty for an op that this backend does not know. The last one's f32 kernel is ours, and is held
// against the interpreter by the tests of the op table: the others are taken only where they agree with it (kernel_check.h).
std::span<const NamedMaker> makersFor(const OpDef& op);

// The kernel's name now; a name that never changed is returned as it is. docs/glossary.md lists the names.
std::string currentKernelName(std::string kept);

}  // namespace stepscope::cpu
