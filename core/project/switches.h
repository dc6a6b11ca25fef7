// The table of switches, used by the panel, by --set and for markers. To add one, add one entry in switches.cpp.
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

// Facts about the place where a switch is used.
struct SwitchPlace {
  std::int64_t samples = 0;  // number of training samples; 0: not known yet
  bool images = true;        // whether the model works on images, which have a layout
  bool gpu = false;          // whether it runs on a GPU
};

// The part that a switch changes. It decides what happens if the switch is changed during training: a pass or an option of compiling needs another
// program of the step, the loader is restarted, the trainer just continues.
enum class SwitchKind : std::uint8_t {
  Pass,     // a pass rewrites the step's graph
  Compile,  // how the backend compiles the graph: kernels, layouts, types
  Loader,   // how batches are made
  Trainer,  // how the trainer uses the program
};
// "a pass over the graph of the step", "an option of compiling the step", ...
std::string_view describe(SwitchKind kind);

// All settings of a step's program that switches set. Two switch settings with the same program settings use the same program.
struct ProgramSettings {
  std::int64_t batchSize = 0;
  bool accumulates = false;  // gradients are accumulated over batches
  bool scalesLoss = false;   // the loss is scaled by the rule of torch.amp.GradScaler
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
  // Applies the switch to the program. Null: it has no effect on it, because it belongs to the loader or the trainer.
  void (*apply)(const Switches&, ProgramSettings&) = nullptr;
  // Why `value` is not possible with the present values of the other switches, and what to do: a sentence; else empty. Null: always possible.
  std::string (*refusal)(const SwitchPlace&, const Switches&, std::int64_t value) = nullptr;
  // Why the switch has no effect with the present values of the others: a sentence; empty if it has. Null: it always has.
  std::string (*idleness)(const SwitchPlace&, const Switches&) = nullptr;
  std::string unit = {};  // unit of a numeric value: "MiB"
  // Accepts a text that is neither a name nor a plain number ("6 GiB"), and returns whether it is valid. Null: there are none.
  bool (*setText)(Switches&, const std::string&) = nullptr;
  std::string texts = {};  // the kind of these texts, for messages
  // The text that the switch has instead of a number; empty if it has a number. Null: always a number.
  std::string (*getText)(const Switches&) = nullptr;
  std::vector<std::string> passes = {};  // the passes whose reports show its effect: "amp"
};

const std::vector<SwitchDef>& switchDefs();
std::string whyRefused(const SwitchDef& def, const SwitchPlace& place, const Switches& switches, std::int64_t value);
std::string whyIdle(const SwitchDef& def, const SwitchPlace& place, const Switches& switches);
// The value as in the project file and in markers: "128", "blocks".
std::string valueText(const SwitchDef& def, std::int64_t value);
// The present value as in the project file: "128", "blocks", "auto".
std::string valueText(const SwitchDef& def, const Switches& switches);
// The same with its unit, for the user: "1024 MiB".
std::string shownValue(const SwitchDef& def, std::int64_t value);
// The switches with one of them changed: key and text as in the project file and on the command line, "amp", "bf16". Throws Error (Input) that lists
// the possible values.
Switches turned(Switches switches, const std::string& key, const std::string& text);
// Calls apply() of every switch.
ProgramSettings programSettings(const Switches& switches);
// Whether the change needs another program of the step, so that it must be compiled again.
bool changesProgram(const Switches& before, const Switches& after);
// "batch size 64 -> 128"; empty if nothing changed.
std::string describeChange(const Switches& before, const Switches& after);

}  // namespace stepscope
