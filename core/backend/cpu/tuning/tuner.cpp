#include "core/backend/cpu/tuning/tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>

#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/ops/structure/reorder.h"
#include "core/backend/cpu/precision/batch_rules.h"
#include "core/backend/cpu/tuning/checked_makers.h"
#include "core/backend/cpu/tuning/kernel_table.h"
#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

// Memory for one operand, filled with zeros. The zeros are written explicitly: memory that was never written is a single shared page of zeros, which
// would be read from the cache. Large blocks come from the operating system and are returned immediately, so that the program does not keep them.
class Block {
 public:
  Block(std::int64_t bytes, const std::function<void()>& between) {
    const auto size = static_cast<std::size_t>((bytes + 63) / 64 * 64 + 64);
    if (bytes >= kLarge) {
      large_ = std::make_unique<Arena>(static_cast<std::int64_t>(size));
    } else {
      small_.reset(static_cast<std::byte*>(std::aligned_alloc(64, size)));
      if (!small_) throw Error(ErrorKind::Resource, "timing kernels", "there is not enough memory", "Use a smaller batch size");
    }
    // Written in parts, so that cancelling does not have to wait: the first write to some hundred MiB takes a tenth of a second.
    for (std::size_t at = 0; at < size; at += kPart) {
      between();
      std::memset(data() + at, 0, std::min(kPart, size - at));
    }
  }
  std::byte* data() const { return large_ ? large_->data() : small_.get(); }

 private:
  static constexpr std::int64_t kLarge = std::int64_t{1} << 20;
  static constexpr std::size_t kPart = std::size_t{16} << 20;
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> small_;
  std::unique_ptr<Arena> large_;
};

// Runs a candidate on memory of its own, together with the copies that are needed if the neighbouring nodes use the preferred layout.
class Trial {
 public:
  // `between` is called several times while memory is allocated and may throw.
  Trial(const KernelRequest& r, const Candidate& candidate, const std::function<void()>& between) : between_(between) {
    Buffers buffers;
    buffers.inputs.resize(r.node.inputs.size(), nullptr);
    for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
      if (!r.has(i)) continue;
      const Physical& wanted = candidate.inputs[i];
      buffers.inputs[i] = allocate(wanted.desc ? wanted.bytes : r.input(i).bytes);
      // Copies of weights are not timed: weights have the layout of their gradient, which is not part of this layer's key.
      if (wanted.desc && !isPersistent(r.input(i).role)) addCopy(r, r.preferredInput(i), wanted, r.inputShape(i), nullptr, buffers.inputs[i]);
    }
    for (std::size_t i = 0; i < r.node.outputs.size(); ++i) buffers.outputs.push_back(allocate(candidate.outputs[i].bytes));
    buffers.workspace = allocate(candidate.workspaceBytes);
    launches_.push_back(candidate.bind(buffers));
    for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
      const bool gradientOfWeight = r.node.op->id == OpId::Conv2dGradWeight || isLinearGradWeight(r.node.op->id);
      if (candidate.outputs[i].desc && !gradientOfWeight) {
        addCopy(r, candidate.outputs[i], r.preferredOutput(i), r.outputShape(i), buffers.outputs[i], nullptr);
      }
    }
  }

  void run() const {
    for (const Launch& launch : launches_) launch();
  }

 private:
  std::byte* allocate(std::int64_t bytes) {
    blocks_.emplace_back(bytes, between_);
    return blocks_.back().data();
  }

  void addCopy(const KernelRequest& r, const Physical& from, const Physical& to, const Shape& shape, std::byte* source, std::byte* target) {
    if (sameBytes(from, to)) return;
    const Candidate copy = reorderCandidate(from, to, shape, r.threads);
    Buffers buffers;
    buffers.inputs = {source ? source : allocate(from.bytes)};
    buffers.outputs = {target ? target : allocate(to.bytes)};
    buffers.workspace = allocate(copy.workspaceBytes);
    launches_.push_back(copy.bind(buffers));
  }

  const std::function<void()>& between_;
  std::vector<Block> blocks_;
  std::vector<Launch> launches_;
};

// Bytes that a Trial of the candidate allocates, without the copies around it.
std::int64_t bytesOf(const KernelRequest& r, const Candidate& candidate) {
  std::int64_t bytes = candidate.workspaceBytes;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.has(i)) bytes += std::max(candidate.inputs[i].bytes, r.input(i).bytes);
  }
  for (const Physical& output : candidate.outputs) bytes += output.bytes;
  return bytes;
}

std::string shapeText(const Shape& shape, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < shape.size(); ++i) {
    if (i > from) text += 'x';
    text += std::to_string(shape[i]);
  }
  return text;
}

}  // namespace

bool isOfParameter(const Graph& graph, const Value& value) {
  if (isPersistent(value.role)) return true;
  if (value.producer == kNone) return false;
  const Node& maker = graph.node(value.producer);
  return maker.op->id == OpId::Cast && isPersistent(graph.value(maker.inputs[0]).role);
}

std::string batchPrefix(const std::string& layer, const std::string& machine) {
  return layer + " | " + machine + " | batch ";
}

std::optional<std::string> nearestBatch(const KernelChoices& choices, const std::string& prefix, std::int64_t batch) {
  std::optional<std::string> kernel;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (auto it = choices.entries().lower_bound(prefix); it != choices.entries().end() && it->first.starts_with(prefix); ++it) {
    std::int64_t other = 0;
    std::from_chars(it->first.data() + prefix.size(), it->first.data() + it->first.size(), other);
    const std::int64_t distance = std::abs(other - batch);
    if (distance < best) {
      best = distance;
      kernel = it->second;
    }
  }
  return kernel;
}

ChoiceKey choiceKey(const KernelRequest& r) {
  ChoiceKey key;
  key.layer = std::string(r.node.op->name);
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (!r.has(i)) continue;
    const bool parameter = isOfParameter(r.graph, r.input(i));
    if (!parameter && key.batch == 0 && !r.inputShape(i).empty()) key.batch = r.inputShape(i)[0];
    key.layer += ' ' + shapeText(r.inputShape(i), parameter ? 0 : 1);
  }
  for (const auto& [name, attribute] : r.node.attrs.entries()) {
    if (name == "op_id") continue;
    const auto* shape = std::get_if<std::vector<std::int64_t>>(&attribute);
    key.layer += ' ' + name + '=' + (shape ? shapeText(*shape, name == "input_shape" ? 1 : 0) : toString(attribute));
  }
  if (r.has(0)) key.layer += ' ' + std::string(nameOf(r.input(0).dtype));
  return key;
}

Tuner::Tuner(const CompileOptions& options, std::string machine, std::int64_t trialBytes, TimingGround ground)
    : options_(options),
      machine_(std::move(machine)),
      trialBytes_(trialBytes),
      ground_(std::move(ground)),
      choices_(options.choices ? options.choices : &own_),
      verdicts_(*choices_, machine_, !options.onlyPlanned, [this] { checkCancel(); }) {}

Candidate Tuner::copyTo(const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer) {
  return checkedCopy(verdicts_, from, to, shape, threads, layer);
}

void Tuner::checkCancel() const {
  if (options_.cancel && options_.cancel->load(std::memory_order_relaxed)) throw Cancelled{};
}

void Tuner::tellProgress() const {
  if (options_.progress && nodes_ > 0) options_.progress(fmt::format("timing kernels, step {} of {}", node_ + 1, nodes_));
}

// Not while other programs use the cores: the new times would be no better.
bool Tuner::mayTimeAgain(int threads) {
  if (!options_.mayTime || againMs_ >= limits::kAgainMs) return false;
  if (!calm_) calm_ = !ground_.busy(threads);
  return *calm_;
}

Choice Tuner::choose(const KernelRequest& r) {
  try {
    return chosen(r);
  } catch (const onednn::Refused& refused) {
    throwNamed(refused, r.node.scope.empty() ? std::string(r.node.op->name) : r.node.scope);
  }
}

Choice Tuner::chosen(const KernelRequest& r) {
  checkCancel();
  CheckedMakers makers(verdicts_, r, ground_.makers(*r.node.op));
  const auto first = [&]() -> Choice { return {makers.first().candidate, {}}; };
  const auto timed = std::count_if(makers.all().begin(), makers.all().end(), [](const NamedMaker& maker) { return !maker.lastResort; });
  if (timed <= 1 || !options_.autotune) return first();

  const ChoiceKey key = choiceKey(r);
  const std::string prefix = batchPrefix(key.layer, machine_);
  const std::string full = prefix + std::to_string(key.batch);
  const auto named = [&](const std::string& kernel) -> std::optional<Choice> {
    const std::string name = currentKernelName(kernel);
    for (const NamedMaker& maker : makers.all()) {
      if (maker.name != name) continue;
      if (auto made = makers.make(maker)) return Choice{std::move(made->candidate), {}};
    }
    return std::nullopt;
  };
  if (const auto known = choices_->use(full)) {
    if (auto choice = named(known->kernel)) {
      if (const auto it = timings_.find(full); it != timings_.end()) choice->candidateMs = it->second;
      choice->provisional = known->provisional;
      if (!known->mayTimeAgain || !mayTimeAgain(r.threads)) return std::move(*choice);
      const double begin = ground_.wallClockMs();
      Choice again = time(r, makers);
      againMs_ += ground_.wallClockMs() - begin;
      if (again.provisional) {
        calm_ = false;
        return std::move(*choice);
      }
      choices_->set(full, again.candidate.name);
      timings_[full] = again.candidateMs;
      return again;
    }
  }
  const auto untimed = [&]() -> Choice {
    if (const auto other = nearestBatch(*choices_, prefix, key.batch)) {
      if (auto choice = named(*other)) return std::move(*choice);
    }
    return first();
  };
  if (!options_.mayTime) return untimed();
  if (ground_.wallClockMs() >= lastMs_) {
    Choice choice = untimed();
    choice.provisional = true;
    choices_->setUsed(full, choice.candidate.name, true);
    return choice;
  }
  Choice choice = time(r, makers);
  choices_->setUsed(full, choice.candidate.name, choice.provisional);
  timings_[full] = choice.candidateMs;
  return choice;
}

Choice Tuner::time(const KernelRequest& r, CheckedMakers& makers) {
  tellProgress();
  // On busy cores the CPU time of one thread still ranks the kernels, although not exactly as with several threads.
  const auto ofOneThread = [&] {
    Choice choice = timeOn(r, makers, 1);
    choice.provisional = choice.candidateMs.size() > 1;
    return choice;
  };
  if (ground_.busy(r.threads)) return ofOneThread();
  const Disturbance others(r.threads, ground_.waitedNs, [this] { return static_cast<std::int64_t>(ground_.wallClockMs() * 1e6); });
  Choice choice = timeOn(r, makers, r.threads);
  if (choice.candidateMs.size() <= 1) return choice;
  // Other programs may have started meanwhile. One thread alone is timed by its CPU time.
  if (ground_.busy(r.threads)) return ofOneThread();
  choice.provisional = r.threads > 1 && others.spoils();
  return choice;
}

Choice Tuner::timeOn(const KernelRequest& real, CheckedMakers& makers, int threads) {
  const auto fewer = fewerSamples(real, limits::kTimedFlops * threads);
  const KernelRequest r = fewer
                              ? KernelRequest{fewer->alone.graph, fewer->alone.node, threads, real.images, {}, fewer->layouts, real.bf16Arithmetic}
                              : KernelRequest{real.graph, real.node, threads, real.images, real.inputLayouts, real.knownLayouts, real.bf16Arithmetic};
  const double scale = fewer ? static_cast<double>(fewer->times) : 1.0;
  const bool same = !fewer && threads == real.threads;
  const ScopedThreads scope(threads);
  const auto& clock = threads == 1 ? ground_.threadClockMs : ground_.wallClockMs;

  // The candidates that are timed, and the same kernels for the real request.
  std::vector<Candidate> candidates, wanted;
  bool tooLarge = false;
  for (const NamedMaker& maker : makers.all()) {
    checkCancel();
    if (maker.lastResort || tooLarge) continue;
    std::optional<CheckedCandidate> whole;
    {
      const ScopedThreads all(real.threads);
      whole = makers.make(maker);
    }
    if (!whole) continue;
    std::optional<Candidate> candidate;
    std::string why;
    if (!same && !(candidate = madeOrNothing(maker, r, whole->way, why))) continue;
    const bool fits = bytesOf(real, whole->candidate) <= trialBytes_;
    if (!candidates.empty() && !fits) continue;
    tooLarge = !fits;  // true only for the first candidate: it is then used without timing
    candidates.push_back(same ? std::move(whole->candidate) : std::move(*candidate));
    if (!same) wanted.push_back(std::move(whole->candidate));
  }
  // Empty if no kernel exists both for fewer samples and for all of them, or only the last resort exists.
  if (candidates.empty()) return {makers.first().candidate, {}};

  std::vector<double> best(candidates.size(), std::numeric_limits<double>::infinity());
  const auto measure = [&](std::size_t i) {
    const std::function<void()> between = [this] { checkCancel(); };
    const Trial trial(r, candidates[i], between);
    // The first run includes page faults and initialisation in the library, so it does not count.
    double spent = 0;
    for (int run = -1; run < limits::kRuns && (run < 2 || spent < limits::kKernelMs); ++run) {
      checkCancel();
      const double start = clock();
      trial.run();
      const double ms = clock() - start;
      const double fastest = *std::min_element(best.begin(), best.end());
      if (run >= 0) {
        spent += ms;
        best[i] = std::min(best[i], ms);
      }
      if (ms > (run < 0 ? 2 : 1) * limits::kHopeless * fastest) {
        best[i] = std::min(best[i], ms);
        break;
      }
    }
  };
  if (candidates.size() > 1) {
    for (std::size_t i = 0; i < candidates.size(); ++i) measure(i);
    const double fastest = *std::min_element(best.begin(), best.end());
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (best[i] <= limits::kClose * fastest) measure(i);  // the first measurement may have been disturbed
  }
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (best[i] < limits::kMargin * best[chosen]) chosen = i;
  Choice choice;
  if (candidates.size() > 1) {
    for (std::size_t i = 0; i < candidates.size(); ++i) choice.candidateMs.emplace_back(candidates[i].name, scale * best[i]);
  }
  choice.candidate = std::move((same ? candidates : wanted)[chosen]);
  return choice;
}

}  // namespace stepscope::cpu
