// The list of switches: what the panel shows, what --set reaches, what a marker says. Adding one is one entry in switches.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope {

struct SwitchDef {
  std::string key;    // "batch_size"
  std::string title;  // "Batch size"
  std::string help;   // one sentence for the tooltip
  std::int64_t minimum, maximum;
  std::int64_t (*get)(const Switches&);
  void (*set)(Switches&, std::int64_t);
};

const std::vector<SwitchDef>& switchDefs();
// "batch size 64 -> 128"; empty when nothing changed.
std::string describeChange(const Switches& before, const Switches& after);

}  // namespace stepscope
