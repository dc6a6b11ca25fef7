// A guess for a layer that there is no time to measure: the kernel of one that was measured and is like it.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "core/backend/kernel_choices.h"

namespace stepscope::cpu {

// Of the layers in `choices` with the same op, attributes, window and type on the same machine, the kernel of the one of the nearest size.
// layer: as in ChoiceKey. Keys in `guessed` do not count: they were not measured. Nothing where none is alike.
std::optional<std::string> kernelOfAlike(const KernelChoices& choices, const std::string& layer, const std::string& machine,
                                         const std::set<std::string>& guessed);

}  // namespace stepscope::cpu
