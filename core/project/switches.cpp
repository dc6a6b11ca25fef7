#include "core/project/switches.h"

#include <fmt/format.h>

#include <type_traits>

namespace stepscope {
namespace {

// "Batch size" as it stands within a sentence.
std::string inSentence(std::string title) {
  if (!title.empty() && title[0] >= 'A' && title[0] <= 'Z') title[0] = static_cast<char>(title[0] - 'A' + 'a');
  return title;
}

// A field of an enumeration or a flag: the names stand in the order of its values.
template <auto field>
SwitchDef choice(std::string key, std::string title, std::string help, std::vector<std::string> names) {
  const auto last = static_cast<std::int64_t>(names.size()) - 1;
  return {std::move(key),
          std::move(title),
          std::move(help),
          0,
          last,
          std::move(names),
          [](const Switches& s) { return static_cast<std::int64_t>(s.*field); },
          [](Switches& s, std::int64_t value) { s.*field = static_cast<std::remove_cvref_t<decltype(s.*field)>>(value); }};
}

}  // namespace

const std::vector<SwitchDef>& switchDefs() {
  static const std::vector<SwitchDef> defs = {
      {"batch_size",
       "Batch size",
       "Samples in one training step; memory grows with it, and so does the work that a step shares among the cores.",
       1,
       65536,
       {},
       [](const Switches& s) { return s.batchSize; },
       [](Switches& s, std::int64_t value) { s.batchSize = value; }},
      {"num_workers",
       "Loader workers",
       "Threads that read, decode and augment samples while the trainer computes; 0 reads them in the trainer's own thread.",
       0,
       64,
       {},
       [](const Switches& s) { return s.numWorkers; },
       [](Switches& s, std::int64_t value) { s.numWorkers = value; }},
      choice<&Switches::amp>(
          "amp", "Mixed precision",
          "bf16: activations and their gradients are stored in half the bytes, each op in the type that PyTorch's autocast "
          "gives it; weights, sums and the loss stay f32. On a CPU with AMX it is arithmetic: matrix products multiply in bf16, "
          "which is faster. Elsewhere it is storage: they run in f32 on parts that are converted on the way in, at about the speed "
          "of f32, and what is gained is memory. fp16: storage with more digits and a smaller range, so that the loss is scaled as "
          "by torch.amp.GradScaler and steps whose gradients overflow are skipped.",
          {"off", "bf16", "fp16"}),
      choice<&Switches::checkpointing>(
          "checkpointing", "Checkpointing",
          "Drops activations after the forward pass and computes them again in the backward pass: memory for "
          "time, with the same results. Blocks keeps the input of every block, sqrt about the square root of all "
          "layers, budget as much as the checkpoint budget allows.",
          {"off", "blocks", "sqrt", "budget"}),
      {"checkpoint_budget",
       "Checkpoint budget",
       "Peak memory in MiB that checkpointing = budget keeps to.",
       1,
       1 << 20,
       {},
       [](const Switches& s) { return s.checkpointBudgetMiB; },
       [](Switches& s, std::int64_t value) { s.checkpointBudgetMiB = value; }},
      choice<&Switches::autotune>(
          "autotune", "Autotune",
          "Times the kernels that can run a layer (direct, Winograd, matrix product) once and keeps the fastest; off "
          "takes the direct ones everywhere, as PyTorch does.",
          {"off", "on"}),
      choice<&Switches::fusion>(
          "fusion", "Fusion", "Activations and additions run inside the layer before them, which saves passes over memory.", {"off", "on"}),
      choice<&Switches::deterministic>("deterministic", "Deterministic",
                                       "The same bits in every run on one kind of machine: kernels are not chosen by timing. Results never "
                                       "depend on the loader's workers, with or without it.",
                                       {"off", "on"}),
  };
  return defs;
}

std::string valueText(const SwitchDef& def, std::int64_t value) {
  return def.choices.empty() ? std::to_string(value) : def.choices.at(static_cast<std::size_t>(value));
}

bool changesProgram(const Switches& before, const Switches& after) {
  Switches withWorkers = after;
  withWorkers.numWorkers = before.numWorkers;
  return !(withWorkers == before);
}

std::string describeChange(const Switches& before, const Switches& after) {
  std::string text;
  for (const SwitchDef& def : switchDefs()) {
    if (def.get(before) == def.get(after)) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {} -> {}", inSentence(def.title), valueText(def, def.get(before)), valueText(def, def.get(after)));
  }
  return text;
}

}  // namespace stepscope
