// The list of switches: what the panel shows, what --set reaches, what a marker says. Adding one is one entry in switches.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/kernel_settings.h"
#include "core/passes/step_graph.h"
#include "core/project/project.h"

namespace stepscope {

// What is known of the place where a switch is to be turned.
struct SwitchPlace {
  std::int64_t samples = 0;  // of the training data; 0: not known yet
  bool images = true;        // whether the model works on images, which have a layout
  bool gpu = false;          // whether it runs on one
};

// What turning a switch changes, and so what turning it while training takes: a pass or an option of compiling is another program of the
// step; the loader begins anew; the trainer goes on.
enum class SwitchKind : std::uint8_t {
  Pass,     // a pass rewrites the step's graph
  Compile,  // how the backend compiles the graph: kernels, layouts, types
  Loader,   // how batches are made
  Trainer,  // how the trainer uses the program
};
// "a pass over the graph of the step", "an option of compiling the step", ...
std::string_view describe(SwitchKind kind);

// All that the program of a step takes from the switches. Two switch settings with the same program settings run the same program.
struct ProgramSettings {
  std::int64_t batchSize = 0;
  bool accumulates = false;  // gradients are kept from batch to batch
  bool scalesLoss = false;   // with the rule of torch.amp.GradScaler
  PassSettings passes{};
  KernelSettings kernels{};
  bool operator==(const ProgramSettings&) const = default;
};

struct SwitchDef {
  std::string key;    // "batch_size"
  std::string title;  // "Batch size"
  SwitchKind kind;
  std::string help;  // one sentence for the tooltip
  std::int64_t minimum, maximum;
  std::vector<std::string> choices;  // names of the values 0, 1, ...; empty for a number
  std::int64_t (*get)(const Switches&);
  void (*set)(Switches&, std::int64_t);
  // What the switch asks of the program. Null: nothing, it is the loader's or the trainer's alone.
  void (*apply)(const Switches&, ProgramSettings&) = nullptr;
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
// The switches with one of them turned: key and text as the project file and the command line have them, "amp", "bf16". Throws Error (Input)
// that names the values possible.
Switches turned(Switches switches, const std::string& key, const std::string& text);
// apply() of every switch.
ProgramSettings programSettings(const Switches& switches);
// Whether the program of a step is another one after the change, so that it has to be compiled again.
bool changesProgram(const Switches& before, const Switches& after);
// "batch size 64 -> 128"; empty when nothing changed.
std::string describeChange(const Switches& before, const Switches& after);

}  // namespace stepscope
