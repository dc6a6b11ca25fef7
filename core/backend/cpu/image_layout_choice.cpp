#include "core/backend/cpu/image_layout_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/backend/cpu/busy_cores.h"
#include "core/backend/cpu/program.h"
#include "core/backend/cpu/tuner.h"

namespace stepscope::cpu {

namespace {

constexpr int kMostRuns = 5;
constexpr double kEnoughMs = 1500;    // of runs of one layout, after at least two
constexpr double kShortMs = 1;        // a step so short is launches, not layouts
constexpr double kHopeless = 2;       // untuned and this much slower than blocks: not worth timing its kernels
constexpr double kMargin = 0.97;      // another layout must be this much faster than blocks
constexpr double kClose = 1.3;        // times blocks: worth a second look
constexpr double kMoreMemory = 1.25;  // times the plan with blocks: not worth the time

struct Option {
  ImageLayout images;
  std::string_view name;
};
constexpr Option kOptions[] = {
    {ImageLayout::Auto, "blocks of channels"}, {ImageLayout::ChannelsLast, "NHWC"}, {ImageLayout::ChannelsFirst, "NCHW"}};

bool isConvolution(const Graph& graph, const Node& node, std::string_view op) {
  return node.op->name == op && node.inputs[0] != kNone && graph.value(node.inputs[0]).shape.size() == 4;
}

// The convolutions, each once, in a hash (FNV-1a): a table's key may not be as long as a network. Of a step they are told by the gradients
// of their weights: fusion and checkpointing leave these alone, so that turning them asks for no other trial.
ChoiceKey keyOf(const Graph& graph, const LoweringOptions& lowering) {
  for (const std::string_view op : {"conv2d_grad_weight", "conv2d"}) {
    std::int64_t batch = 0;
    std::set<std::string> layers;
    for (const Node& node : graph.nodes()) {
      if (!isConvolution(graph, node, op)) continue;
      const ChoiceKey key = choiceKey({graph, node, lowering.threads, lowering.block});
      layers.insert(key.layer);
      batch = std::max(batch, key.batch);
    }
    if (layers.empty()) continue;
    std::uint64_t hash = 14695981039346656037ULL;
    for (const std::string& layer : layers)
      for (const char c : layer + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return {fmt::format("layout of images {:016x}", hash), batch};
  }
  return {};
}

// The shortest time of every node, over all steps that it looked at: other programs disturb steps, seldom the same node in every one.
class Shortest : public StepObserver {
 public:
  Shortest(std::vector<double>& ms, const std::atomic<bool>* cancel) : cancel_(cancel), ms_(ms) {}
  void before(NodeId) override { begin_ = wallMs(); }
  bool after(NodeId node) override {
    double& best = ms_[static_cast<std::size_t>(node)];
    const double ms = wallMs() - begin_;
    best = best > 0 ? std::min(best, ms) : ms;
    return !cancelled();
  }
  bool cancelled() const { return cancel_ && cancel_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* cancel_;
  double begin_ = 0;
  std::vector<double>& ms_;  // a node; 0: it did not run
};

std::string_view familyOf(const Node& node) {
  const std::string_view op = node.op->name;
  if (op == "reorder") return "copies between layouts";
  if (op.starts_with("conv2d")) return node.attrs.integer("groups", 1) > 1 ? "grouped convolutions" : "convolutions";
  if (op.find("norm") != std::string_view::npos) return "norms";
  if (op.find("pool") != std::string_view::npos) return "pools";
  return "the rest";
}

struct Trial {
  Option option;
  Lowered lowered;
  std::vector<double> nodes{};  // the shortest time of each, ms
  double ms = 0;
  std::string why{};  // where it was not measured to the end
};

double sumOf(const std::vector<double>& ms) {
  return std::accumulate(ms.begin(), ms.end(), 0.0);
}

// Whole steps of zeros: what a kernel takes does not hang on the numbers. Ends after the first step where that took longer than `most`.
void measure(Trial& trial, int threads, const std::atomic<bool>* cancel, double most = std::numeric_limits<double>::infinity()) {
  CpuProgram program(Lowered(trial.lowered), threads, nullptr);
  program.attach(std::make_shared<Arena>(program.plan().stateBytes), std::make_shared<Arena>(program.plan().stepBytes));
  const auto step = [&](Shortest& times) {
    program.observe(&times);
    program.run(nullptr);
    if (times.cancelled()) throw Cancelled{};
  };
  std::vector<double> cold(trial.lowered.graph.nodes().size(), 0.0);  // pays for page faults, and does not count
  Shortest first(cold, cancel);
  step(first);
  if (sumOf(cold) > most) {
    trial.ms = sumOf(cold);
    return;
  }
  trial.nodes.resize(cold.size(), 0.0);
  Shortest times(trial.nodes, cancel);
  const double begin = wallMs();
  for (int run = 0; run < kMostRuns && (run < 2 || wallMs() - begin < kEnoughMs); ++run) step(times);
  trial.ms = sumOf(trial.nodes);
}

std::map<std::string_view, double> familiesOf(const Trial& trial) {
  std::map<std::string_view, double> families;
  for (std::size_t n = 0; n < trial.nodes.size(); ++n) families[familyOf(trial.lowered.graph.nodes()[n])] += trial.nodes[n];
  return families;
}

std::string inMs(double ms) {
  return fmt::format("{:.3g} ms", ms);
}

// "NHWC 134 ms (convolutions +12, grouped convolutions +20.1, copies between layouts +0.31)"
std::string compared(const Trial& trial, const Trial& best) {
  std::string text = fmt::format("{} {}", trial.option.name, trial.why.empty() ? inMs(trial.ms) : trial.why);
  if (!trial.why.empty()) return text;
  std::map<std::string_view, double> differences = familiesOf(trial);
  for (const auto& [family, ms] : familiesOf(best)) differences[family] -= ms;
  std::string parts;
  for (const auto& [family, ms] : differences)
    if (std::abs(ms) > 0.01 * best.ms) parts += fmt::format("{}{} {:+.2g}", parts.empty() ? "" : ", ", family, ms);
  return parts.empty() ? text : text + " (" + parts + ")";
}

// Convolutions that take another layout than their neighbours.
std::string alone(const Lowered& lowered) {
  const auto count = std::count_if(lowered.kernels.begin(), lowered.kernels.end(),
                                   [](const NodeKernel& kernel) { return kernel.kernel.starts_with("channels last"); });
  if (count == 0) return {};
  return fmt::format("{} {} NHWC alone, with the copies around {}", count, count == 1 ? "convolution takes" : "convolutions take",
                     count == 1 ? "it" : "them");
}

LayoutChoice chosen(Lowered lowered, const Option& option, std::string note) {
  LayoutChoice choice{std::move(lowered), option.images, {}};
  if (!note.empty()) choice.notes.push_back(std::move(note));
  if (std::string text = alone(choice.lowered); !text.empty()) choice.notes.push_back(std::move(text));
  return choice;
}

}  // namespace

std::string layoutKey(const Graph& graph, const LoweringOptions& blocks) {
  const ChoiceKey key = keyOf(graph, blocks);
  return key.layer.empty() ? std::string() : batchPrefix(key.layer, blocks.machine) + std::to_string(key.batch);
}

LoweringOptions inLayout(const LoweringOptions& blocks, ImageLayout images) {
  LoweringOptions lowering = blocks;
  if (images == ImageLayout::Auto) return lowering;
  lowering.block = images == ImageLayout::ChannelsLast ? kChannelsLast : kChannelsFirst;
  lowering.machine += images == ImageLayout::ChannelsLast ? ", NHWC" : ", NCHW";
  return lowering;
}

LayoutChoice lowerInFastestLayout(const Graph& graph, const CompileOptions& options, const LoweringOptions& blocks,
                                  std::int64_t availableBytes) {
  const ChoiceKey key = options.autotune && options.choices ? keyOf(graph, blocks) : ChoiceKey{};
  if (key.layer.empty()) return chosen(lower(graph, options, blocks), kOptions[0], {});

  // What is kept: the layout's name, and behind a semicolon what was measured.
  const std::string prefix = batchPrefix(key.layer, blocks.machine), full = prefix + std::to_string(key.batch);
  auto known = options.choices->find(full);
  const bool ofThisBatch = known.has_value();
  if (!known && !options.mayTime) known = nearestBatch(*options.choices, prefix, key.batch);
  if (known) {
    const std::size_t cut = std::min(known->find("; "), known->size());
    const auto option =
        std::find_if(std::begin(kOptions), std::end(kOptions), [&](const Option& o) { return o.name == known->substr(0, cut); });
    if (option != std::end(kOptions)) {
      std::string note = cut < known->size() ? known->substr(cut + 2) : std::string();
      if (!ofThisBatch) note += ", at another batch size";
      return chosen(lower(graph, options, inLayout(blocks, option->images)), *option, std::move(note));
    }
  }
  if (!options.mayTime) return chosen(lower(graph, options, blocks), kOptions[0], {});

  std::vector<Trial> trials{{kOptions[0], lower(graph, options, blocks)}};
  const std::int64_t plan = planMemory(trials[0].lowered.graph).peakBytes();
  if (plan > availableBytes / 2)
    return chosen(std::move(trials[0].lowered), kOptions[0],
                  "images lie in blocks of channels: memory is too short for measuring other layouts");
  if (coresAreBusy(blocks.threads))
    return chosen(std::move(trials[0].lowered), kOptions[0],
                  "images lie in blocks of channels: other programs held the cores, so other layouts were not measured");
  const auto look = [&](Trial& trial, double most) { measure(trial, blocks.threads, options.cancel, most); };
  constexpr double kAny = std::numeric_limits<double>::infinity();
  look(trials[0], kAny);
  if (trials[0].ms < kShortMs) {
    options.choices->set(full, std::string(kOptions[0].name));
    return chosen(std::move(trials[0].lowered), kOptions[0], {});
  }
  std::vector<std::size_t> close{0};
  for (const Option& option : {kOptions[1], kOptions[2]}) {
    CompileOptions untuned = options;
    untuned.mayTime = false;
    const LoweringOptions lowering = inLayout(blocks, option.images);
    Trial& trial = trials.emplace_back(Trial{option, lower(graph, untuned, lowering)});
    if (static_cast<double>(planMemory(trial.lowered.graph).peakBytes()) > kMoreMemory * static_cast<double>(plan)) {
      trial.why = "needs much more memory";
      continue;
    }
    look(trial, 2 * kHopeless * trials[0].ms);
    if (trial.ms > kHopeless * trials[0].ms) {
      trial.why = fmt::format("{:.1f} times as long", trial.ms / trials[0].ms);
      continue;
    }
    Lowered tuned = lower(graph, options, lowering);
    trial = Trial{option, std::move(tuned)};
    look(trial, kAny);
    if (trial.ms < kClose * trials[0].ms) close.push_back(trials.size() - 1);
  }
  // Those that are close once more, in turns: what disturbed one of them may have passed.
  for (int round = 0; close.size() > 1 && round < 2; ++round)
    for (const std::size_t i : close) look(trials[i], kAny);
  std::size_t best = 0;
  for (const std::size_t i : close)
    if (trials[i].ms < (best == 0 ? kMargin : 1) * trials[best].ms) best = i;
  std::string note = fmt::format("images lie in {}, {} a step by its kernels", trials[best].option.name, inMs(trials[best].ms));
  for (std::size_t i = 0; i < trials.size(); ++i)
    if (i != best) note += "; " + compared(trials[i], trials[best]);
  options.choices->set(full, std::string(trials[best].option.name) + "; " + note);
  return chosen(std::move(trials[best].lowered), trials[best].option, std::move(note));
}

}  // namespace stepscope::cpu
