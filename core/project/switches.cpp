#include "core/project/switches.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <type_traits>

#include "core/base/byte_count.h"
#include "core/base/error.h"
#include "core/base/nearest.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMostBudgetMiB = 1 << 20;

// "Batch size" in the middle of a sentence; "TF32" does not change.
std::string inSentence(std::string title) {
  const auto isCapital = [&](std::size_t i) { return i < title.size() && title[i] >= 'A' && title[i] <= 'Z'; };
  if (isCapital(0) && !isCapital(1)) title[0] = static_cast<char>(title[0] - 'A' + 'a');
  return title;
}

// A field of an enumeration or a flag: the names are in the order of its values.
template <auto field>
SwitchDef choice(std::string key, std::string title, SwitchKind kind, std::string help, std::vector<std::string> names,
                 decltype(SwitchDef::apply) apply) {
  const auto last = static_cast<std::int64_t>(names.size()) - 1;
  return {std::move(key),
          std::move(title),
          kind,
          std::move(help),
          0,
          last,
          std::move(names),
          [](const Switches& s) { return static_cast<std::int64_t>(s.*field); },
          [](Switches& s, std::int64_t value) { s.*field = static_cast<std::remove_cvref_t<decltype(s.*field)>>(value); },
          apply};
}

// ---- What is not possible, and what has no effect.

std::string batchRefusal(const SwitchPlace& place, const Switches&, std::int64_t value) {
  if (place.samples <= 0 || value <= place.samples) return {};
  return fmt::format("a batch of {} is larger than the training data, which has {} samples. Choose at most {}.", value, place.samples, place.samples);
}

std::string autotuneIdleness(const SwitchPlace&, const Switches& switches) {
  if (!switches.deterministic) return {};
  return "Deterministic excludes it: kernels that are chosen by timing may differ in the next run, so the direct ones are taken.";
}

std::string budgetIdleness(const SwitchPlace&, const Switches& switches) {
  if (switches.checkpointing == Checkpointing::Mode::Budget) return {};
  return "Only checkpointing = budget uses it.";
}

// The budget in MiB; false if the text is not an amount of memory, or is outside the budget's range.
bool setBudget(Switches& switches, const std::string& text) {
  if (text.find_first_not_of("0123456789") == std::string::npos) return false;  // a plain number is in MiB
  const std::optional<std::int64_t> bytes = parseBytes(text);
  if (!bytes || (*bytes >> 20) < 1 || (*bytes >> 20) > kMostBudgetMiB) return false;
  switches.checkpointBudgetMiB = *bytes >> 20;
  return true;
}

bool setBudgetMode(Switches& switches, const std::string& text) {
  if (!setBudget(switches, text)) return false;
  switches.checkpointing = Checkpointing::Mode::Budget;
  return true;
}

void applyAmp(const Switches& switches, ProgramSettings& program) {
  if (switches.amp == Switches::Amp::Off) return;
  program.passes.lowType = switches.amp == Switches::Amp::Fp16 ? DType::F16 : DType::BF16;
  program.scalesLoss = switches.amp == Switches::Amp::Fp16;
}

SwitchDef withTexts(SwitchDef def, decltype(SwitchDef::setText) setText) {
  def.setText = setText;
  def.texts = "an amount of memory such as \"6 GiB\"";
  return def;
}

bool setAutoWorkers(Switches& switches, const std::string& text) {
  if (text != "auto") return false;
  switches.autoWorkers = true;
  switches.numWorkers = 0;
  return true;
}

SwitchDef orAuto(SwitchDef def) {
  def.setText = setAutoWorkers;
  def.texts = "\"auto\"";
  def.getText = [](const Switches& s) { return s.autoWorkers ? std::string("auto") : std::string(); };
  return def;
}

SwitchDef inUnit(SwitchDef def, std::string unit) {
  def.unit = std::move(unit);
  return def;
}

std::string layoutIdleness(const SwitchPlace& place, const Switches&) {
  return place.images ? std::string() : "The model has no images, so there is no layout of images to choose.";
}

std::string tf32Idleness(const SwitchPlace& place, const Switches&) {
  return place.gpu ? std::string() : "TF32 is a type of the tensor cores of NVIDIA GPUs, and this run is on the CPU.";
}

SwitchDef limited(SwitchDef def, decltype(SwitchDef::refusal) refusal, decltype(SwitchDef::idleness) idleness) {
  def.refusal = refusal;
  def.idleness = idleness;
  return def;
}

// A switch that turns on these passes.
SwitchDef of(std::vector<std::string> passes, SwitchDef def) {
  def.passes = std::move(passes);
  return def;
}

}  // namespace

const std::vector<SwitchDef>& switchDefs() {
  static const std::vector<SwitchDef> defs = {
      {"batch_size",
       "Batch size",
       SwitchKind::Compile,
       "Samples in one training step; memory grows with it, and so does the work that a step shares among the cores.",
       1,
       65536,
       {},
       [](const Switches& s) { return s.batchSize; },
       [](Switches& s, std::int64_t value) { s.batchSize = value; },
       [](const Switches& s, ProgramSettings& p) { p.batchSize = s.batchSize; },
       batchRefusal},
      {"accumulation",
       "Accumulation",
       SwitchKind::Trainer,
       "Batches whose gradients are averaged before one update of the weights: the update of a batch this many times as large, in the "
       "memory of one. A step is then an update, and the last one of an epoch averages what is left.",
       1,
       65536,
       {},
       [](const Switches& s) { return s.accumulation; },
       [](Switches& s, std::int64_t value) { s.accumulation = value; },
       [](const Switches& s, ProgramSettings& p) { p.accumulates = s.accumulation > 1; }},
      orAuto({"num_workers",
              "Loader workers",
              SwitchKind::Loader,
              "Threads that read, decode and augment samples while the trainer computes; 0 reads them in the trainer's own thread. "
              "A run computes on the cores that its workers leave when it begins; workers turned on later share the cores with it. "
              "In a project file \"auto\": the run finds the number by measuring.",
              0,
              64,
              {},
              [](const Switches& s) { return s.numWorkers; },
              [](Switches& s, std::int64_t value) {
                s.numWorkers = value;
                s.autoWorkers = false;
              }}),
      of({"amp", "scale_loss"},
         choice<&Switches::amp>(
             "amp", "Mixed precision", SwitchKind::Pass,
             "bf16: activations and their gradients are stored in half the bytes, each op in the type that PyTorch's autocast "
             "gives it; weights, sums and the loss stay f32. On a CPU whose products of bf16 are measured to be faster than those of f32 "
             "it "
             "is arithmetic: matrix products multiply in bf16 wherever that is timed faster. Elsewhere it is storage: they run in f32 on "
             "parts that are converted on the way in, which costs some time, and what is gained is memory. fp16: storage with more "
             "digits "
             "and a smaller range, so that the loss is scaled as "
             "by torch.amp.GradScaler and steps whose gradients overflow are skipped. All gradients wait for that check, so small models "
             "save "
             "no memory with it.",
             {"off", "bf16", "fp16"}, applyAmp)),
      of({"checkpointing"},
         withTexts(
             choice<&Switches::checkpointing>(
                 "checkpointing", "Checkpointing", SwitchKind::Pass,
                 "Drops activations after the forward pass and computes them again in the backward pass: memory for "
                 "time, with the same results. Blocks keeps the input of every block, sqrt about the square root of all "
                 "layers, budget as much as the checkpoint budget allows. If that would save no memory, nothing is computed again.",
                 {"off", "blocks", "sqrt", "budget"}, [](const Switches& s, ProgramSettings& p) { p.passes.checkpointing.mode = s.checkpointing; }),
             setBudgetMode)),
      withTexts(inUnit({"checkpoint_budget",
                        "Checkpoint budget",
                        SwitchKind::Pass,
                        "Limit of the peak memory in MiB for checkpointing = budget.",
                        1,
                        kMostBudgetMiB,
                        {},
                        [](const Switches& s) { return s.checkpointBudgetMiB; },
                        [](Switches& s, std::int64_t value) { s.checkpointBudgetMiB = value; },
                        [](const Switches& s, ProgramSettings& p) {
                          if (s.checkpointing == Checkpointing::Mode::Budget) p.passes.checkpointing.budgetBytes = s.checkpointBudgetMiB << 20;
                        },
                        nullptr,
                        budgetIdleness},
                       "MiB"),
                setBudget),
      limited(choice<&Switches::autotune>("autotune", "Autotune", SwitchKind::Compile,
                                          "Times the kernels that can run a layer (direct, Winograd, matrix product) once and keeps the fastest; off "
                                          "takes the direct ones everywhere, as PyTorch does.",
                                          {"off", "on"},
                                          [](const Switches& s, ProgramSettings& p) { p.kernels.autotune = s.autotune && !s.deterministic; }),
              nullptr, autotuneIdleness),
      of({"fuse", "fold_embedding", "recompute_norms"},
         choice<&Switches::fusion>("fusion", "Fusion", SwitchKind::Pass,
                                   "Neighbouring ops run as one kernel: activations and additions inside the layer before them, chains of "
                                   "elementwise ops in parts that stay in cache. Saves passes over memory, and the memory of intermediate results.",
                                   {"off", "on"}, [](const Switches& s, ProgramSettings& p) { p.passes.fusion = p.kernels.fusion = s.fusion; })),
      choice<&Switches::deterministic>("deterministic", "Deterministic", SwitchKind::Compile,
                                       "The same bits in every run on one kind of machine: kernels are not chosen by timing. Results never "
                                       "depend on the loader's workers, with or without it.",
                                       {"off", "on"}, [](const Switches& s, ProgramSettings& p) { p.kernels.deterministic = s.deterministic; }),
      of({"cpu", "cuda"},
         limited(choice<&Switches::channelsLast>(
                     "channels_last", "Channels last", SwitchKind::Compile,
                     "How images lie in memory between layers. On: NHWC everywhere, off: NCHW everywhere, with the copies that kernels need "
                     "which want them otherwise. Auto: blocks of channels, NHWC or NCHW, whichever the layers and the copies between layouts "
                     "took the least time in together, measured when the plan is first built (the report tells the times). On a GPU NHWC for "
                     "mixed precision, as its tensor cores want it, and NCHW for f32.",
                     {"auto", "on", "off"}, [](const Switches& s, ProgramSettings& p) { p.kernels.images = s.channelsLast; }),
                 nullptr, layoutIdleness)),
      limited(choice<&Switches::tf32>("tf32", "TF32", SwitchKind::Compile,
                                      "Products and convolutions of f32 numbers on the tensor cores of an NVIDIA GPU, several times faster: "
                                      "the factors are rounded to 10 bits of the fraction, sums stay f32. PyTorch's "
                                      "torch.backends.cuda.matmul.allow_tf32.",
                                      {"off", "on"}, [](const Switches& s, ProgramSettings& p) { p.kernels.allowTf32 = s.tf32; }),
              nullptr, tf32Idleness),
  };
  return defs;
}

std::string whyRefused(const SwitchDef& def, const SwitchPlace& place, const Switches& switches, std::int64_t value) {
  return def.refusal ? def.refusal(place, switches, value) : std::string();
}

std::string whyIdle(const SwitchDef& def, const SwitchPlace& place, const Switches& switches) {
  return def.idleness ? def.idleness(place, switches) : std::string();
}

std::string valueText(const SwitchDef& def, std::int64_t value) {
  return def.choices.empty() ? std::to_string(value) : def.choices.at(static_cast<std::size_t>(value));
}

std::string valueText(const SwitchDef& def, const Switches& switches) {
  const std::string text = def.getText ? def.getText(switches) : std::string();
  return text.empty() ? valueText(def, def.get(switches)) : text;
}

std::string shownValue(const SwitchDef& def, std::int64_t value) {
  return def.unit.empty() ? valueText(def, value) : valueText(def, value) + ' ' + def.unit;
}

Switches turned(Switches switches, const std::string& key, const std::string& text) {
  std::vector<std::string> keys;
  for (const SwitchDef& def : switchDefs()) {
    keys.push_back(def.key);
    if (def.key != key) continue;
    const auto name = std::find(def.choices.begin(), def.choices.end(), text);
    if (name != def.choices.end()) {
      def.set(switches, name - def.choices.begin());
      return switches;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (def.choices.empty() && whole && number >= def.minimum && number <= def.maximum) {
      def.set(switches, number);
      return switches;
    }
    if (def.setText && def.setText(switches, text)) return switches;
    const std::string values =
        def.choices.empty() ? fmt::format("Choose a whole number from {} to {}", def.minimum, def.maximum) : suggestName(text, def.choices);
    throw Error(ErrorKind::Input, "switches." + key, fmt::format("\"{}\" is not one of its values", text),
                def.texts.empty() ? values : values + ", or " + def.texts);
  }
  throw Error(ErrorKind::Input, "switches." + key, "there is no such switch", suggestName(key, keys));
}

ProgramSettings programSettings(const Switches& switches) {
  ProgramSettings settings;
  for (const SwitchDef& def : switchDefs())
    if (def.apply) def.apply(switches, settings);
  return settings;
}

bool changesProgram(const Switches& before, const Switches& after) {
  return programSettings(before) != programSettings(after);
}

std::string_view describe(SwitchKind kind) {
  switch (kind) {
    case SwitchKind::Pass: return "a pass over the graph of the step";
    case SwitchKind::Compile: return "an option of compiling the step";
    case SwitchKind::Loader: return "an option of the data loader";
    case SwitchKind::Trainer: return "an option of the trainer";
  }
  return {};
}

std::string describeChange(const Switches& before, const Switches& after) {
  std::string text;
  for (const SwitchDef& def : switchDefs()) {
    if (def.get(before) == def.get(after)) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {} -> {}", inSentence(def.title), shownValue(def, def.get(before)), shownValue(def, def.get(after)));
  }
  return text;
}

}  // namespace stepscope
