// The list of switches: what the panel shows, what --set reaches, what a marker says. Adding one is one entry in switches.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope {

// What is known of the place where a switch is to be turned.
struct SwitchPlace {
  std::int64_t samples = 0;  // of the training data; 0: not known yet
  bool images = true;        // whether the model works on images, which have a layout
  bool gpu = false;          // whether it runs on one
};

struct SwitchDef {
  std::string key;    // "batch_size"
  std::string title;  // "Batch size"
  std::string help;   // one sentence for the tooltip
  std::int64_t minimum, maximum;
  std::vector<std::string> choices;  // names of the values 0, 1, ...; empty for a number
  std::int64_t (*get)(const Switches&);
  void (*set)(Switches&, std::int64_t);
  // Why `value` cannot be had here with the other switches as they are, and what to do: a sentence; empty when it can. Null: always.
  std::string (*refusal)(const SwitchPlace&, const Switches&, std::int64_t value) = nullptr;
  // Why the switch changes nothing as the others stand: a sentence; empty when it does. Null: it always does.
  std::string (*idleness)(const SwitchPlace&, const Switches&) = nullptr;
  std::string unit = {};  // of a number: "MiB"
  // Takes a text that is no name and no plain number ("6 GiB"), and says whether it is such a one. Null: there are none.
  bool (*setText)(Switches&, const std::string&) = nullptr;
  std::string texts = {};                // what those are, for messages
  std::vector<std::string> passes = {};  // whose reports tell what it did: "amp"
};

const std::vector<SwitchDef>& switchDefs();
std::string whyRefused(const SwitchDef& def, const SwitchPlace& place, const Switches& switches, std::int64_t value);
std::string whyIdle(const SwitchDef& def, const SwitchPlace& place, const Switches& switches);
// The value as the project file and the marker have it: "128", "blocks".
std::string valueText(const SwitchDef& def, std::int64_t value);
// The same with its unit, for people: "1024 MiB".
std::string shownValue(const SwitchDef& def, std::int64_t value);
// Whether the program of a step is another one after the change, so that it has to be compiled again.
bool changesProgram(const Switches& before, const Switches& after);
// "batch size 64 -> 128"; empty when nothing changed.
std::string describeChange(const Switches& before, const Switches& after);

}  // namespace stepscope
