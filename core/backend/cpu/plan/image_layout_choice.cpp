#include "core/backend/cpu/plan/image_layout_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/plan/program.h"
#include "core/backend/cpu/tuning/busy_cores.h"
#include "core/backend/cpu/tuning/tuner.h"
#include "core/base/core_use.h"
#include "core/base/units.h"

namespace stepscope::cpu {

namespace {

struct Option {
  ImageLayout images;
  std::string_view name;
};
constexpr Option kOptions[] = {{ImageLayout::Auto, "blocks of channels"}, {ImageLayout::ChannelsLast, "NHWC"}, {ImageLayout::ChannelsFirst, "NCHW"}};

bool readsImages(const Graph& graph, const Node& node, OpId op) {
  return node.op->id == op && node.inputs[0] != kNone && graph.value(node.inputs[0]).shape.size() == 4;
}

// The key of a graph: a hash (FNV-1a) of its different convolutions, since a key of the table must not be as long as a network. In a training step
// the weight gradients stand for them, because fusion and checkpointing do not change these: so those switches do not cause new measurements.
ChoiceKey keyOf(const Graph& graph, const LoweringOptions& lowering) {
  for (const OpId op : {OpId::Conv2dGradWeight, OpId::Conv2d}) {
    std::int64_t batch = 0;
    std::set<std::string> layers;
    for (const Node& node : graph.nodes()) {
      if (!readsImages(graph, node, op)) continue;
      const ChoiceKey key = choiceKey({graph, node, lowering.threads, lowering.images});
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

// Everything on which a node's time depends: nodes with equal keys take equally long, whatever the layout of the rest of the graph.
std::string timeKey(const Lowered& lowered, std::size_t n) {
  const Node& node = lowered.graph.nodes()[n];
  std::string key = std::string(node.op->name) + ' ' + lowered.kernels[n].kernel;
  const auto add = [&](const std::vector<ValueId>& values) {
    key += " |";
    for (const ValueId id : values) {
      if (id == kNone) continue;
      const Value& value = lowered.graph.value(id);
      key += fmt::format(" {} {} {}", nameOf(value.dtype), toString(value.shape), static_cast<int>(value.layout));
    }
  };
  add(node.inputs);
  add(node.outputs);
  for (const auto& [name, attribute] : node.attrs.entries())
    if (name != "op_id") key += ' ' + name + '=' + toString(attribute);
  return key;
}

// The shortest time of each kind of node, ms, over all measurements of all layouts: other programs disturb a measurement, but rarely the same node in
// every one.
using Times = std::map<std::string, double>;

std::string_view familyOf(const Node& node) {
  const std::string_view op = node.op->name;
  if (node.op->id == OpId::Reorder) return "copies between layouts";
  if (isConvolution(node.op->id)) return node.attrs.integer("groups", 1) > 1 ? "grouped convolutions" : "convolutions";
  if (op.find("norm") != std::string_view::npos) return "norms";
  if (op.find("pool") != std::string_view::npos) return "pools";
  return "the rest";
}

struct Trial {
  Trial(Option o, Lowered l) : option(o), lowered(std::move(l)) {
    for (std::size_t n = 0; n < lowered.graph.nodes().size(); ++n)
      if (lowered.binds[n] && !lowered.onlyOnce[n]) ++count[keys.emplace_back(timeKey(lowered, n))];
      else keys.emplace_back();
  }

  Option option;
  Lowered lowered;
  std::vector<std::string> keys;     // one per node; empty for nodes that do not run
  std::map<std::string, int> count;  // number of nodes per key
  double ms = 0;                     // ms per step
  std::string why{};                 // why it was not measured completely
};

constexpr double kAny = std::numeric_limits<double>::infinity();

// Runs the nodes of the graph in one layout, one node of each kind, on memory filled with zeros: the time of a kernel does not depend on the numbers.
class Look : public StepObserver {
 public:
  Look(const Trial& trial, Times& times, int threads, const std::atomic<bool>* cancel)
      : trial_(trial), times_(times), cancel_(cancel), program_(Lowered(trial.lowered), threads, nullptr) {
    program_.attach(std::make_shared<Arena>(program_.plan().stateBytes), std::make_shared<Arena>(program_.plan().stepBytes));
    program_.observe(this);
  }

  // Measures the nodes until there are enough runs or wallMs() reaches `until`, but runs every node at least twice; the first run only takes the page
  // faults. Stops as soon as the nodes together take longer than `most` ms, and returns the time so far; otherwise nullopt. If `most` is kAny, the
  // first pass also ends at `until`, and then kAny is returned.
  std::optional<double> measure(double most, double until) {
    cold_ = true;
    until_ = std::isinf(most) ? until : kAny;
    pass(most);
    if (wallMs() >= until_) return kAny;
    cold_ = false;
    const double begin = wallMs();
    for (int run = 0; run < limits::kRuns && sum_ <= most && (run == 0 || (wallMs() < until && (run < 2 || wallMs() - begin < limits::kLayoutMs)));
         ++run)
      pass(most);
    if (sum_ > most) return sum_;
    return std::nullopt;
  }

  void before(NodeId) override { begin_ = wallMs(); }
  bool after(NodeId node) override {
    const double ms = wallMs() - begin_;
    if (cancel_ && cancel_->load(std::memory_order_relaxed)) throw Cancelled{};
    const std::string& key = trial_.keys[node];
    double& best = times_[key];
    // The first (cold) run is not stored. Half of its time counts as an estimate, since it includes page faults.
    if (!cold_) best = best > 0 ? std::min(best, ms) : ms;
    sum_ += trial_.count.at(key) * (best > 0 ? std::min(best, ms) : cold_ ? ms / 2 : ms);
    return sum_ <= most_ && (!cold_ || wallMs() < until_);
  }

 private:
  void pass(double most) {
    most_ = most;
    sum_ = 0;
    std::vector<bool> once(trial_.keys.size(), false);
    std::set<std::string> seen;
    for (std::size_t n = 0; n < once.size(); ++n) once[n] = !trial_.keys[n].empty() && seen.insert(trial_.keys[n]).second;
    program_.runOnly(once);
  }

  const Trial& trial_;
  Times& times_;
  const std::atomic<bool>* cancel_;
  CpuProgram program_;
  bool cold_ = false;
  double begin_ = 0, sum_ = 0, most_ = 0, until_ = 0;
};

double timeOf(const Times& times, const std::string& key) {
  const auto it = times.find(key);
  return it == times.end() ? 0 : it->second;
}

double sumOf(const Trial& trial, const Times& times) {
  double sum = 0;
  for (const auto& [key, count] : trial.count) sum += count * timeOf(times, key);
  return sum;
}

std::map<std::string_view, double> familiesOf(const Trial& trial, const Times& times) {
  std::map<std::string_view, double> families;
  for (std::size_t n = 0; n < trial.keys.size(); ++n)
    families[familyOf(trial.lowered.graph.nodes()[n])] += trial.keys[n].empty() ? 0 : timeOf(times, trial.keys[n]);
  return families;
}

// Example: "NHWC 134 ms (convolutions +12, grouped convolutions +20.1, copies between layouts +0.31)".
std::string compared(const Trial& trial, const Trial& best, const Times& times) {
  std::string text = fmt::format("{} {}", trial.option.name, trial.why.empty() ? text::milliseconds(trial.ms) : trial.why);
  if (!trial.why.empty()) return text;
  std::map<std::string_view, double> differences = familiesOf(trial, times);
  for (const auto& [family, ms] : familiesOf(best, times)) differences[family] -= ms;
  std::string parts;
  for (const auto& [family, ms] : differences)
    if (std::abs(ms) > 0.01 * best.ms) parts += fmt::format("{}{} {:+.2g}", parts.empty() ? "" : ", ", family, ms);
  return parts.empty() ? text : text + " (" + parts + ")";
}

LayoutChoice chosen(Lowered lowered, const Option& option, std::string note) {
  LayoutChoice choice{std::move(lowered), option.images, {}};
  if (!note.empty()) choice.notes.push_back(std::move(note));
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
  lowering.images = images == ImageLayout::ChannelsLast ? Layout::ChannelsLast : Layout::Plain;
  lowering.machine += images == ImageLayout::ChannelsLast ? ", NHWC" : ", NCHW";
  return lowering;
}

LayoutChoice lowerInFastestLayout(const Graph& graph, const CompileOptions& options, const LoweringOptions& blocks, std::int64_t availableBytes) {
  const ChoiceKey key = options.autotune && options.choices ? keyOf(graph, blocks) : ChoiceKey{};
  if (key.layer.empty()) return chosen(lower(graph, options, blocks), kOptions[0], {});

  // The stored text has the name of the layout and, after "; ", the measurement.
  const std::string prefix = batchPrefix(key.layer, blocks.machine), full = prefix + std::to_string(key.batch);
  std::optional<std::string> known;
  const auto kept = options.choices->use(full);
  if (kept) known = kept->kernel;
  const bool ofThisBatch = known.has_value();
  // A layout that could not be measured is measured by the next run; programs of one run keep the layout they began with.
  if (ofThisBatch && options.mayTime && kept->mayTimeAgain && !coresAreBusy(blocks.threads)) known.reset();
  const bool inHaste = options.mayTime && !ofThisBatch && std::isfinite(options.timingMs);
  if (!known && (!options.mayTime || inHaste)) known = nearestBatch(*options.choices, prefix, key.batch);
  if (known) {
    const std::size_t cut = std::min(known->find("; "), known->size());
    const auto option = std::find_if(std::begin(kOptions), std::end(kOptions), [&](const Option& o) { return o.name == known->substr(0, cut); });
    if (option != std::end(kOptions)) {
      std::string note = cut < known->size() ? known->substr(cut + 2) : std::string();
      if (!ofThisBatch) note += ", at another batch size";
      if (inHaste) options.choices->setUsed(full, fmt::format("{}; {}", option->name, note), true);
      return chosen(lower(graph, options, inLayout(blocks, option->images)), *option, std::move(note));
    }
  }
  if (!options.mayTime) return chosen(lower(graph, options, blocks), kOptions[0], {});

  std::vector<Trial> trials;
  trials.reserve(std::size(kOptions));  // references to its elements stay valid
  trials.emplace_back(kOptions[0], lower(graph, options, blocks));
  const std::int64_t plan = planMemory(trials[0].lowered.graph).peakBytes();
  const auto unmeasured = [&](std::string_view why, bool again = true) {
    std::string note = fmt::format("images are in {}: {}", kOptions[0].name, why);
    options.choices->setUsed(full, fmt::format("{}; {}", kOptions[0].name, note), again);
    return chosen(std::move(trials[0].lowered), kOptions[0], std::move(note));
  };
  // If a user waits, a first comparison is left for later; only a provisional result of an earlier run is measured again now.
  if (inHaste) return unmeasured("other layouts are compared later");
  if (plan > availableBytes / 2) return unmeasured("there is not enough memory to measure other layouts");
  if (coresAreBusy(blocks.threads)) return unmeasured("other programs held the cores, so other layouts were not measured");
  Times times;
  const Disturbance others(blocks.threads);
  const double begin = wallMs(), end = begin + limits::kWaitMs;
  const auto look = [&](Trial& trial, double most) {
    if (options.progress) options.progress(fmt::format("comparing layouts of images: {}", trial.option.name));
    const std::optional<double> tooLong = Look(trial, times, blocks.threads, options.cancel).measure(most, end);
    trial.ms = tooLong ? *tooLong : sumOf(trial, times);
  };
  look(trials[0], kAny);
  if (std::isinf(trials[0].ms)) return unmeasured("a step takes too long for comparing layouts", blocks.threads > 1 && others.spoils());
  if (trials[0].ms < limits::kLayoutShortMs) {
    options.choices->setUsed(full, std::string(kOptions[0].name));
    return chosen(std::move(trials[0].lowered), kOptions[0], {});
  }
  const double blocksMs = trials[0].ms;
  CompileOptions untuned = options;
  untuned.mayTime = false;
  untuned.onlyPlanned = true;  // runs only on zeros, and is lowered again before it is used
  for (const Option& option : {kOptions[1], kOptions[2]}) {
    Trial& trial = trials.emplace_back(option, lower(graph, untuned, inLayout(blocks, option.images)));
    if (static_cast<double>(planMemory(trial.lowered.graph).peakBytes()) > limits::kLayoutMemory * static_cast<double>(plan)) {
      trial.why = "needs much more memory";
      continue;
    }
    look(trial, limits::kHopeless * blocksMs);
    if (trial.ms > limits::kHopeless * blocksMs) trial.why = fmt::format("more than {:g} times as long", limits::kHopeless);
  }
  // The faster of the two layouts has its kernels timed first, the other one in the remaining time.
  std::vector<std::size_t> order{1, 2}, close{0};
  if (trials[2].ms < trials[1].ms) std::swap(order[0], order[1]);
  for (const std::size_t i : order) {
    Trial& trial = trials[i];
    if (!trial.why.empty()) continue;
    CompileOptions timed = options;
    if (options.progress) timed.progress = [&](const std::string& what) { options.progress(fmt::format("{}, {}", trial.option.name, what)); };
    LoweringOptions lowering = inLayout(blocks, trial.option.images);
    lowering.timeUntilMs = begin + limits::kLayoutTuningMs;
    trial = Trial(trial.option, lower(graph, timed, lowering));
    look(trial, limits::kHopeless * blocksMs);
    if (trial.ms < limits::kClose * trials[0].ms) close.push_back(i);
  }
  // Layouts with similar times are measured twice more, in turns: a disturbance of one of them may be over.
  for (int round = 0; close.size() > 1 && round < 2; ++round)
    for (const std::size_t i : close)
      if (wallMs() < end) look(trials[i], kAny);
  for (const std::size_t i : close) trials[i].ms = sumOf(trials[i], times);
  std::size_t best = 0;
  for (const std::size_t i : close)
    if (trials[i].ms < (best == 0 ? limits::kMargin : 1) * trials[best].ms) best = i;
  std::string note = fmt::format("images are in {}, whose kernels take {} per step", trials[best].option.name, text::milliseconds(trials[best].ms));
  for (std::size_t i = 0; i < trials.size(); ++i)
    if (i != best) note += "; " + compared(trials[i], trials[best], times);
  // If threads had to wait for a core, every parallel region took a time slice of the scheduler: then the next run measures again.
  const bool spoilt = blocks.threads > 1 && others.spoils();
  if (spoilt) note += "; other programs held the cores meanwhile, so the next run measures again";
  options.choices->setUsed(full, std::string(trials[best].option.name) + "; " + note, spoilt);
  return chosen(std::move(trials[best].lowered), trials[best].option, std::move(note));
}

}  // namespace stepscope::cpu
