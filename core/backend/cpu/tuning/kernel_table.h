// The kernels of each op: those of the families in ops/ and fusion/, with their makers in order of preference.
#pragma once

#include <string>

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// The makers of an op in order of preference; empty if this backend does not support the op. The last one's f32 kernel is our own, and the tests of
// the op table compare it with the interpreter. Other kernels are used only if they agree with it (kernel_check.h).
std::span<const NamedMaker> makersFor(const OpDef& op);

// The current name of a kernel whose name is stored in a table of choices. A name that never changed is returned as it is. docs/glossary.md lists the
// names.
std::string currentKernelName(std::string kept);

}  // namespace stepscope::cpu
