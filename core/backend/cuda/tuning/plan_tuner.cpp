#include "core/backend/cuda/tuning/plan_tuner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/backend/cuda/base/fused_group.h"
#include "core/backend/cuda/tuning/few_samples.h"
#include "core/backend/cuda/tuning/plan_trial.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope::cuda {
namespace {

constexpr int kMaxTimed = 12;    // alternatives of a product: the heuristics list likely fast ones first
constexpr int kMaxCompiled = 3;  // of other kernels: the library compiles them when they are first run, which takes nearly a second
constexpr double kNoise = 0.02;  // fraction by which an alternative must be faster than those that the heuristics list before it
constexpr const char* kOwn = "own";
constexpr const char* kTogether = "together";
constexpr const char* kUntried = "was not tried";
constexpr const char* kNotBuilt = "the library cannot build it";
constexpr const char* kNoMemory = "there was no memory to try it";

std::string cleaned(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

// The bounds for a group. A fused kernel rounds fewer results than our separate kernels, and may differ where the input of a relu is near zero, so
// single numbers are compared only for groups of one product.
AgreementBounds boundsOf(const Graph& graph, const FusedGroup& group, bool tf32) {
  DType narrowest = DType::F32;
  const auto look = [&](const std::vector<ValueId>& values) {
    for (const ValueId v : values) {
      if (v == kNone) continue;
      const DType type = graph.value(v).dtype;
      if (type == DType::BF16 || (type == DType::F16 && narrowest == DType::F32)) narrowest = type;
    }
  };
  for (const NodeId n : group.nodes) {
    look(graph.node(n).inputs);
    look(graph.node(n).outputs);
  }
  AgreementBounds bounds = agreementBounds(narrowest, tf32);
  if (group.nodes.size() > 1 || !graph.node(group.nodes[0]).op->batch.matrix) bounds.largest = HUGE_VAL;
  return bounds;
}

// The kernels of libraries that the group uses now.
std::string plansOf(const FusedGroup& group, const DeviceApi& api) {
  std::string names;
  for (const FusedPart& part : group.parts)
    if (part.planned) names += (names.empty() ? "" : " and ") + std::string(api.planName(part.planned->plan.get()));
  return names;
}

// The launches of a node: of the library's kernel if there is one, else of ours.
LaunchList launchesOf(const Node& node, const std::optional<Planned>& planned, PlanTrial& trial) {
  const OpKernel& kernel = *kernelFor(*node.op);
  LaunchList list;
  if (planned) {
    bindPlan(*planned, trial.call(node, workspaceOf(*planned)), list);
    return list;
  }
  const Call shapes = trial.call(node, 0);
  kernel.bind(kernel.workspaceBytes ? trial.call(node, kernel.workspaceBytes(shapes)) : shapes, list);
  return list;
}

LaunchList joined(std::vector<LaunchList> lists) {
  LaunchList all;
  for (LaunchList& list : lists)
    for (Launch& launch : list.launches) all.launches.push_back(std::move(launch));
  return all;
}

}  // namespace

std::string shapeKey(const Call& call) {
  std::string key(call.node.op->name);
  for (const auto& [name, value] : call.node.attrs.entries()) key += ' ' + name + '=' + toString(value);
  const auto add = [&](const char* side, const std::vector<ValueId>& values) {
    key += ' ';
    key += side;
    for (const ValueId id : values) {
      if (id == kNone || id >= static_cast<ValueId>(call.graph.values().size())) {
        key += " -";
        continue;
      }
      const Value& value = call.graph.value(id);
      key += ' ';
      key += toString(value.shape);
      key += nameOf(value.dtype);
    }
  };
  add("of", call.node.inputs);
  add("to", call.node.outputs);
  if (call.channelsLast) key += " nhwc";
  return cleaned(std::move(key));
}

PlanTuner::PlanTuner(Device& device, const CompileOptions& options, double seconds)
    : device_(device), options_(options), choices_(options.choices ? *options.choices : alone_) {
  const auto quarter = static_cast<std::int64_t>(std::min(seconds * 1e3, options.timingMs) * 1e6 / 4);
  shares_ = {2 * quarter, quarter, quarter};
  const DeviceProperties& p = device.properties();
  machine_ = cleaned(fmt::format(" | {} | {}, driver {}.{}{}", p.name, p.libraries, p.driverVersion / 1000, p.driverVersion % 1000 / 10,
                                 options.allowTf32 ? ", tf32" : ""));
}

bool PlanTuner::built(const Planned& planned) const {
  const std::int32_t status = device_.api().buildPlan(device_.context(), planned.plan.get());
  if (status == kDeviceLost) device_.check(status, "building a kernel");
  return status == kOk;
}

void PlanTuner::turnTo(std::optional<Kind> kind) {
  const std::int64_t now = nowNs();
  if (kind_) spent_[static_cast<std::size_t>(*kind_)] += now - since_;
  kind_ = kind;
  since_ = now;
}

bool PlanTuner::mayTimeNow() const {
  if (!options_.mayTime) return false;
  const auto kind = static_cast<std::size_t>(kind_.value_or(Kind::Others));
  return spent_[kind] + (kind_ ? nowNs() - since_ : 0) < shares_[kind];
}

void PlanTuner::tell(std::size_t product, std::size_t products) const {
  if (options_.progress) options_.progress(fmt::format("timing kernels, step {} of {}", product, products));
}

void PlanTuner::settled() {
  ++timed_;
  if (options_.settled) options_.settled();
}

std::optional<std::string> PlanTuner::known(const std::string& key) {
  if (const auto used = choices_.use(key); used && !(used->mayTimeAgain && mayTimeNow())) {
    untimed_ += used->provisional;
    return used->kernel;
  }
  return device_.verdict(key);
}

void PlanTuner::keep(const std::string& key, const std::string& choice) {
  choices_.setUsed(key, choice);
}

void PlanTuner::keepUntimed(const std::string& key, const std::string& choice) {
  ++untimed_;
  choices_.setUsed(key, choice, true);
}

void PlanTuner::stopIfCancelled() const {
  if (options_.cancel && *options_.cancel) throw Cancelled{};
}

std::string PlanTuner::checkOnFew(const Graph& graph, FusedGroup& group, const FewSamples& few) {
  const Node &node = few.graph.node(few.node), &whole = group.parts[0].node;
  PlanTrial trial(device_, graph, group.channelsLast, group.ownBytes);
  const LaunchList tried = launchesOf(whole, group.parts[0].planned, trial);
  if (!trial.ready()) return kNoMemory;
  if (!built(*group.parts[0].planned)) return kNotBuilt;
  const ValueId result = whole.outputs[0];
  const Int elements = numel(few.graph.value(node.outputs[0]).shape);
  const std::string about = fmt::format("few of {} {}", static_cast<const void*>(&graph), group.nodes[0]);
  if (ours_.about != about) {
    ours_ = {};
    PlanTrial own(device_, few.graph, group.channelsLast);
    const LaunchList list = launchesOf(node, std::nullopt, own);
    if (!own.ready()) return kNoMemory;
    own.fill({&node}, [&](ValueId v) { return PlanTrial::Likeness{few.original.at(v), 0}; });
    if (own.run(list) != kOk) return "our own kernels failed: " + std::string(device_.api().errorText());
    std::vector<float> expected = own.ends(node.outputs[0], elements);
    if (expected.empty() && elements > 0) return "our own results could not be read";
    if (few.summed)
      for (float& number : expected) number *= static_cast<float>(few.times);
    ours_ = {about, {std::move(expected)}};
  }
  trial.fill({&whole}, [&](ValueId v) {
    const auto it = few.period.find(v);
    return PlanTrial::Likeness{v, it == few.period.end() ? 0 : it->second};
  });
  trial.clear({result}, {&whole});
  if (trial.run(tried) != kOk) return "it failed: " + cleaned(device_.api().errorText());
  const std::string why = difference(trial.ends(result, elements), ours_.results[0], boundsOf(graph, group, options_.allowTf32));
  return why.empty() ? why : fmt::format("it differs from ours in {} ({})", graph.value(result).name, why);
}

std::string PlanTuner::check(const Graph& graph, FusedGroup& group) {
  if (group.nodes.size() == 1 && group.parts.size() == 1 && group.following.empty() && group.parts[0].planned &&
      group.parts[0].node.outputs.size() == 1)
    if (const auto few = fewSamples(graph, graph.node(group.nodes[0]))) return checkOnFew(graph, group, *few);
  PlanTrial trial(device_, graph, group.channelsLast, group.ownBytes);
  std::vector<const Node*> made;
  std::vector<LaunchList> given, own, parts;
  for (const auto& [nodes, lists] : {std::pair(&group.given, &given), std::pair(&group.nodes, &own)})
    for (const NodeId n : *nodes) {
      made.push_back(&graph.node(n));
      lists->push_back(launchesOf(graph.node(n), std::nullopt, trial));
    }
  for (const FusedPart& part : group.following) {
    made.push_back(&graph.node(part.at));
    own.push_back(launchesOf(graph.node(part.at), std::nullopt, trial));
  }
  // The results that are compared: outputs of the parts, and values that they update in place.
  std::vector<ValueId> results;
  for (const auto* list : {&group.parts, &group.following})
    for (const FusedPart& part : *list) {
      made.push_back(&part.node);
      parts.push_back(launchesOf(part.node, part.planned, trial));
      for (const ValueId output : part.node.outputs)
        if (output < static_cast<ValueId>(graph.values().size())) results.push_back(output);
      if (!part.runs()) continue;
      for (const std::size_t input : mutatedInputs(part.node))
        if (part.node.inputs[input] != kNone) results.push_back(part.node.inputs[input]);
    }
  if (!trial.ready()) return kNoMemory;
  for (const FusedPart& part : group.parts)
    if (part.planned && !built(*part.planned)) return kNotBuilt;
  // Our own results are the same for every kernel that is tried for these nodes, so they are kept.
  const std::string about = fmt::format("{} {} {}", static_cast<const void*>(&graph), group.title, fmt::join(group.nodes, " "));
  std::vector<std::vector<float>>& expected = ours_.results;
  trial.fill(made);
  // Inputs that other nodes make are computed again for every trial, in its own memory.
  if (trial.run(joined(std::move(given))) != kOk) return "our own kernels failed: " + std::string(device_.api().errorText());
  if (ours_.about != about || expected.size() != results.size()) {
    ours_ = {};
    if (trial.run(joined(std::move(own))) != kOk) return "our own kernels failed: " + std::string(device_.api().errorText());
    for (const ValueId result : results) {
      expected.push_back(trial.read(result));
      if (expected.back().empty() && numel(graph.value(result).shape) > 0) return "our own results could not be read";
    }
    ours_.about = about;
  }
  trial.fill(made);
  trial.clear(results, made);
  if (trial.run(joined(std::move(parts))) != kOk) return "it failed: " + cleaned(device_.api().errorText());
  const AgreementBounds bounds = boundsOf(graph, group, options_.allowTf32);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const std::string why = difference(trial.read(results[i]), expected[i], bounds); !why.empty())
      return fmt::format("it differs from ours in {} ({})", graph.value(results[i]).name, why);
  return {};
}

bool PlanTuner::agrees(const Graph& graph, FusedGroup& group, bool must) {
  stopIfCancelled();
  if (options_.onlyPlanned && must) return true;
  const std::string plans = plansOf(group, device_.api());
  std::string key = "agrees";
  for (const FusedPart& part : group.parts) {
    Call call{graph, part.node, {}, {}, nullptr, group.channelsLast};
    key += ' ' + shapeKey(call);
  }
  key += " for " + group.title + " by " + cleaned(plans) + machine_;
  const auto leaveOut = [&](const std::string& why) {
    const Node& first = graph.node(group.nodes[0]);
    dropped_.push_back(group.title + ": " + why);
    if (why == kNotBuilt) return;  // not an error: the next alternative is tried
    leftOut_.add(first.scope.empty() ? std::string(first.op->name) : first.scope, fmt::format("the kernel \"{}\" of {}", plans, group.title), why);
  };
  if (const auto kept = known(key)) {
    if (*kept == kUntried && !must) return false;
    if (const auto why = verdictOf(*kept)) {
      if (!why->empty()) leaveOut(*why);
      return why->empty();
    }
  }
  // A program that is only examined shows the kernel that will run later, when there is time to try it.
  if (options_.onlyPlanned) return true;
  // Optional trials must not disturb a running training.
  if (!must && !options_.mayTime) return false;
  if (!must && !mayTimeNow()) {
    keepUntimed(key, kUntried);
    return false;
  }
  std::string verdict;
  try {
    verdict = check(graph, group);
  } catch (const Error& error) {
    if (std::string(error.what()).find("was lost") != std::string::npos) throw;
    verdict = "it failed: " + cleaned(error.what());
  }
  if (!verdict.empty()) leaveOut(verdict);
  if (verdict != kNoMemory) {
    device_.keepVerdict(key, keptVerdict(verdict));
    keep(key, keptVerdict(verdict));
  }
  return verdict.empty();
}

bool PlanTuner::settle(const Graph& graph, FusedGroup& group, const Library& library) {
  const Spending spending(*this, Kind::Groups);
  if (!agrees(graph, group)) return false;
  bool competes = false;
  for (FusedPart& part : group.parts) {
    if (!part.planned) continue;
    competes = competes || part.planned->competes;
    part.planned->competes = false;
  }
  if (!options_.autotune) return !group.onlyIfFaster;
  for (FusedPart& part : group.parts)
    if (part.planned)
      choose(graph, part.node, group.channelsLast, group.ownBytes,
             shapeKey({graph, part.node, {}, {}, nullptr, group.channelsLast}) + " in " + group.title + machine_, part.planned,
             [&] { return agrees(graph, group); });
  if (std::any_of(group.parts.begin(), group.parts.end(), [](const FusedPart& part) { return !part.runs(); })) return false;
  if (!competes) return true;
  std::string key = "together";
  for (const FusedPart& part : group.parts) key += ' ' + shapeKey({graph, part.node, {}, {}, nullptr, group.channelsLast});
  key += machine_;
  if (const auto choice = known(key)) {
    if (*choice == kOwn) ++slower_[group.title];
    return *choice == kTogether;
  }
  if (!options_.mayTime) return !group.onlyIfFaster;
  if (!mayTimeNow()) {
    keepUntimed(key, group.onlyIfFaster ? kUntried : kTogether);
    return !group.onlyIfFaster;
  }
  // Times the fused kernel against the separate kernels, each as it would run alone.
  const std::vector<Apart> apart = asTheyRunApart(graph, group, library);
  PlanTrial trial(device_, graph, group.channelsLast, group.ownBytes);
  std::vector<LaunchList> one, other;
  std::vector<const Node*> made;
  for (const Apart& each : apart) {
    made.push_back(&each.node);
    other.push_back(launchesOf(each.node, each.planned, trial));
  }
  for (const FusedPart& part : group.parts) {
    made.push_back(&part.node);
    one.push_back(launchesOf(part.node, part.planned, trial));
  }
  if (!trial.ready()) return !group.onlyIfFaster;
  trial.fill(made);
  const double apartMs = trial.milliseconds(joined(std::move(other))), togetherMs = trial.milliseconds(joined(std::move(one)));
  const bool faster = togetherMs >= 0 && (apartMs < 0 || togetherMs < apartMs);
  keep(key, faster ? kTogether : kOwn);
  settled();
  if (!faster) ++slower_[group.title];
  return faster;
}

std::vector<PlanTuner::Apart> PlanTuner::asTheyRunApart(const Graph& graph, const FusedGroup& group, const Library& library) {
  std::vector<Apart> apart;
  for (const NodeId n : group.nodes) {
    const Node& node = graph.node(n);
    const OpKernel& kernel = *kernelFor(*node.op);
    const Call call = shapesOnly(graph, node, group.channelsLast);
    Apart each{node, std::nullopt};
    // A convolution that writes sums inside the group also writes them when it runs alone, if it can.
    const auto part = std::find_if(group.parts.begin(), group.parts.end(), [&](const FusedPart& p) { return p.at == n; });
    if (node.op->id == OpId::Conv2d && part != group.parts.end() && part->node.outputs.size() > node.outputs.size()) {
      Node summing = withSums(graph, node);
      const Call sums = shapesOnly(graph, summing, group.channelsLast);
      each.planned = kernelFor(*summing.op)->plan(sums, library);
      settle(sums, n, each.planned);
      summing.outputs = part->node.outputs;
      if (each.planned) each.node = std::move(summing);
    }
    if (kernel.plan && !each.planned) {
      each.planned = kernel.plan(call, library);
      settle(call, n, each.planned);
    }
    apart.push_back(std::move(each));
  }
  return apart;
}

void PlanTuner::settle(const Call& call, NodeId of, std::optional<Planned>& planned) {
  FusedGroup alone;
  alone.title = call.node.op->title;
  alone.nodes = {of};
  alone.channelsLast = call.channelsLast;
  if (call.node.op->id == OpId::Conv2dSums) alone.ownBytes.assign(2, call.outShape(0)[1] * 4);
  alone.parts.push_back({of, call.node, planned});
  settle(call, planned, std::move(alone));
}

void PlanTuner::settle(const Call& call, std::optional<Planned>& planned, FusedGroup alone) {
  if (!planned) return;
  const Spending spending(*this, isProduct(call.node.op->id) ? Kind::Products : Kind::Others);
  // Without autotune nothing should be tried, so our kernel is used if that of the library is at best about as fast.
  if (planned->competes && !options_.autotune) return planned.reset();
  const bool must = !planned->competes;
  const auto right = [&] {
    alone.parts[0].planned = planned;
    return agrees(call.graph, alone, must);
  };
  const Node node = alone.parts[0].node;
  choose(call.graph, node, call.channelsLast, alone.ownBytes, shapeKey(call) + machine_, planned, right);
}

void PlanTuner::choose(const Graph& graph, const Node& node, bool channelsLast, const std::vector<Int>& ownBytes, const std::string& key,
                       std::optional<Planned>& planned, const std::function<bool()>& right) {
  const DeviceApi& api = device_.api();
  LibraryPlan* const plan = planned->plan.get();
  const int count = api.alternatives(plan);
  const auto take = [&](int index) { return api.takeAlternative(device_.context(), plan, index, &planned->workspaceBytes) == kOk; };
  // Selects the library's first correct kernel, or ours if there is none.
  const auto firstRight = [&] {
    if (right()) return;
    for (int index = 0; index < count; ++index)
      if (take(index) && right()) return;
    planned.reset();
  };
  if (!options_.autotune || (count < 2 && !planned->competes)) return firstRight();
  if (const auto choice = known(key)) {
    if (planned->competes && *choice == kOwn) return planned.reset();
    bool offered = *choice == kOwn;
    for (int index = 0; index < count; ++index) {
      if (api.alternativeName(plan, index) != *choice) continue;
      offered = true;
      if (const auto timed = candidateMs_.find(key); timed != candidateMs_.end()) planned->candidateMs = timed->second;
      if (take(index) && right()) return;
    }
    if (!offered) {
      ++unknown_;
      unknownName_ = *choice;
    }
  }
  if (!options_.mayTime) {
    if (planned->competes) return planned.reset();
    return firstRight();
  }
  if (!mayTimeNow()) {
    const bool competes = planned->competes;
    if (!competes) firstRight();
    keepUntimed(key, competes || !planned ? kOwn : api.planName(plan));
    if (competes) planned.reset();
    return;
  }
  // All alternatives use the same memory and numbers, since allocating and filling takes longer than most kernels run.
  std::optional<PlanTrial> trial;
  trial.emplace(device_, graph, channelsLast, ownBytes);
  bool filled = false;
  const auto milliseconds = [&](const std::optional<Planned>& tried) {
    const LaunchList list = launchesOf(node, tried, *trial);
    if (!trial->ready()) {  // perhaps its workspace is too large: the next one is tried with new memory
      trial.emplace(device_, graph, channelsLast, ownBytes);
      filled = false;
      return -1.0;
    }
    if (!filled) trial->fill({&node});
    filled = true;
    return trial->milliseconds(list);
  };
  const int most = isProduct(node.op->id) ? kMaxTimed : kMaxCompiled;
  int best = -1, timed = 0;
  double bestMs = 0;
  for (int index = 0; index < count && timed < most; ++index) {
    stopIfCancelled();
    if (!take(index)) continue;
    ++timed;
    if (!right()) continue;
    const double ms = milliseconds(planned);
    if (ms < 0) {
      ++refused_;
      continue;
    }
    planned->candidateMs.emplace_back(api.planName(plan), ms);
    if (best >= 0 && ms >= bestMs * (1 - kNoise)) continue;
    best = index;
    bestMs = ms;
  }
  if (planned->competes) {
    const double ownMs = milliseconds(std::nullopt);
    if (ownMs >= 0 && (best < 0 || ownMs <= bestMs)) {
      keep(key, kOwn);
      settled();
      return planned.reset();
    }
    if (best < 0) return planned.reset();
  }
  if (best < 0) return firstRight();  // none could be timed
  require(take(best), "a kernel that was just timed cannot be taken");
  candidateMs_[key] = planned->candidateMs;
  keep(key, api.planName(plan));
  settled();
}

std::vector<std::string> PlanTuner::notes() const {
  std::vector<std::string> notes;
  if (unknown_ > 0)
    notes.push_back(fmt::format("{} stored kernel {} not among those that the libraries offer ({}), so they were chosen again", unknown_,
                                unknown_ == 1 ? "choice is" : "choices are", unknownName_));
  if (untimed_ > 0)
    notes.push_back(
        fmt::format("{} layers use the first kernel of the libraries: the time for timing kernels was used up; the next run continues", untimed_));
  if (timed_ > 0) notes.push_back(fmt::format("the kernels of {} layers were chosen by timing them", timed_));
  if (refused_ > 0)
    notes.push_back(fmt::format("{} kernels could not be timed, because they failed or there was no memory for their operands", refused_));
  for (const auto& [title, count] : slower_)
    notes.push_back(fmt::format("a kernel of the libraries is left out{}, since the ops that it replaces are not slower: {}",
                                count > 1 ? fmt::format(" {} times", count) : std::string(), title));
  std::map<std::string, int> times;
  for (const std::string& dropped : dropped_) ++times[dropped];
  for (const auto& [dropped, count] : times)
    notes.push_back(fmt::format("a kernel of the libraries is left out{}, since it disagrees with Stepscope's own kernel: {}",
                                count > 1 ? fmt::format(" {} times", count) : std::string(), dropped));
  return notes;
}

}  // namespace stepscope::cuda
