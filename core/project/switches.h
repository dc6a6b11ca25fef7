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
  std::vector<std::string> choices;  // names of the values 0, 1, ...; empty for a number
  std::int64_t (*get)(const Switches&);
  void (*set)(Switches&, std::int64_t);
};

const std::vector<SwitchDef>& switchDefs();
// The value as the project file and the marker have it: "128", "blocks".
std::string valueText(const SwitchDef& def, std::int64_t value);
// Whether the program of a step is another one after the change, so that it has to be compiled again.
bool changesProgram(const Switches& before, const Switches& after);
// "batch size 64 -> 128"; empty when nothing changed.
std::string describeChange(const Switches& before, const Switches& after);

}  // namespace stepscope
