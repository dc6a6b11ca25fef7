#include "core/train/prediction/kernel_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "core/backend/cache_file.h"
#include "core/graph/op.h"

namespace stepscope {
namespace {

constexpr std::string_view kProvisional = "provisional", kBehind = "\tprovisional";

std::string_view letterOf(Layout layout) {
  switch (layout) {
    case Layout::Plain: return "P";
    case Layout::ChannelsLast: return "L";
    case Layout::Blocked8: return "B8";
    case Layout::Blocked16: return "B16";
    case Layout::Opaque: return "O";
  }
  return "?";
}

// Whether the value is a weight or other persistent state, or a copy of it. These have no batch.
bool isOfWeights(const Graph& graph, ValueId id) {
  const Value& value = graph.value(id);
  if (isPersistent(value.role)) return true;
  if (value.producer == kNone) return false;
  const Node& producer = graph.node(value.producer);
  return producer.inputs.size() == 1 && producer.inputs[0] != kNone && isPersistent(graph.value(producer.inputs[0]).role);
}

void addShape(std::string& text, const Shape& shape, std::int64_t batch, bool hasBatch) {
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d > 0) text += 'x';
    if (d == 0 && hasBatch && batch > 0 && shape[0] % batch == 0) {
      text += 'b';
      if (shape[0] != batch) text += std::to_string(shape[0] / batch);  // a multiple of the batch, such as tokens
    } else {
      text += std::to_string(shape[d]);
    }
  }
  if (shape.empty()) text += '1';
}

// Whether a shape of the work begins with a batch: "bx64", "b128x64", "b".
bool hasBatch(const std::string& work) {
  for (std::size_t at = 0; at + 1 < work.size(); ++at) {
    if ((work[at] != ' ' && work[at] != '=') || work[at + 1] != 'b') continue;
    const std::size_t end = work.find_first_not_of("0123456789", at + 2);
    if (end == std::string::npos || work[end] == 'x' || work[end] == ' ' || work[end] == '>') return true;
  }
  return false;
}

bool isClean(const std::string& text) {
  return !text.empty() && text.find_first_of("\t\n\r") == std::string::npos;
}

}  // namespace

double keptMs(std::optional<double> knownMs, double seenMs) {
  constexpr double kSlower = 1.02;
  return knownMs ? std::min(seenMs, kSlower * *knownMs) : seenMs;
}

std::int64_t batchOf(const Graph& graph) {
  const ValueId x = graph.find("x");
  return x == kNone || graph.value(x).shape.empty() ? 0 : graph.value(x).shape[0];
}

WorkKey workKey(const Graph& graph, NodeId id, std::int64_t batch, const std::string& kernel) {
  const Node& node = graph.node(id);
  const bool optimizer = node.op->repeat > 0 || node.phase == Phase::Optimizer;
  WorkKey key;
  key.work = std::string(node.op->name);
  key.kernel = kernel;
  std::int64_t grouped = 0;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const ValueId input = node.inputs[i];
    if (input == kNone) continue;
    const Value& value = graph.value(input);
    if (node.op->repeat > 0 && inputGroups(node).count > 1) {  // many small tensors: their total size counts
      grouped += numel(value.shape);
      continue;
    }
    key.work += ' ' + std::string(nameOf(value.dtype)) + ' ';
    addShape(key.work, value.shape, batch, !optimizer && !isOfWeights(graph, input));
    key.kernel += ' ' + std::string(letterOf(value.layout));
  }
  if (grouped > 0) key.work += " elements=" + std::to_string(grouped);
  for (const auto& [name, attribute] : node.attrs.entries()) {
    if (name == "op_id") continue;
    key.work += ' ' + name + '=';
    if (const auto* shape = std::get_if<std::vector<std::int64_t>>(&attribute))
      addShape(key.work, *shape, batch, name == "input_shape" || name == "shape");
    else key.work += toString(attribute);
  }
  if (!node.outputs.empty() && node.outputs[0] != kNone) {
    const Value& value = graph.value(node.outputs[0]);
    key.work += '>' + std::string(nameOf(value.dtype));
    key.kernel += '>' + std::string(letterOf(value.layout));
  }
  return key;
}

void KernelTimes::set(const WorkKey& key, std::int64_t batch, double ms, bool provisional) {
  if (isClean(key.work) && isClean(key.kernel) && std::isfinite(ms) && ms >= 0) times_[key.work][key.kernel][batch] = {ms, provisional};
}

void KernelTimes::see(const WorkKey& key, std::int64_t batch, double ms, bool provisional) {
  std::optional<Time> known;
  if (const auto work = times_.find(key.work); work != times_.end())
    if (const auto kernel = work->second.find(key.kernel); kernel != work->second.end())
      if (const auto time = kernel->second.find(batch); time != kernel->second.end()) known = time->second;
  if (!std::isfinite(ms)) return;
  if (!known) return set(key, batch, ms, provisional);
  if (provisional) return set(key, batch, std::min(known->ms, ms), known->provisional);
  set(key, batch, keptMs(known->ms, ms));
}

std::optional<double> KernelTimes::find(const WorkKey& key, std::int64_t batch) const {
  const auto work = times_.find(key.work);
  if (work == times_.end()) return std::nullopt;
  const auto kernel = work->second.find(key.kernel);
  if (kernel == work->second.end()) return std::nullopt;
  const auto time = kernel->second.find(batch);
  // Work whose shapes have no batch takes the same time at every batch size.
  const Time* known = time != kernel->second.end() ? &time->second : !hasBatch(key.work) ? &kernel->second.begin()->second : nullptr;
  if (!known || known->provisional) return std::nullopt;
  return known->ms;
}

std::optional<KernelTimes::Scaled> KernelTimes::nearest(const WorkKey& key, std::int64_t batch) const {
  const auto work = times_.find(key.work);
  if (work == times_.end() || batch < 1) return std::nullopt;
  std::optional<Scaled> best;
  double bestDistance = 0;
  for (const auto& [kernel, times] : work->second) {
    for (const auto& [other, time] : times) {
      if (other < 1) continue;
      // Work whose shapes have no batch takes the same time at every batch size.
      const double ratio = hasBatch(key.work) ? static_cast<double>(batch) / static_cast<double>(other) : 1;
      const bool same = kernel == key.kernel;
      const double distance = std::abs(std::log(ratio)) + (same ? 0 : 100);
      if (best && distance >= bestDistance) continue;
      bestDistance = distance;
      best = Scaled{time.ms * ratio, same, time.provisional && same && ratio == 1};
    }
  }
  return best;
}

// A line has five fields separated by tabs: machine, work, kernel, batch, ms; and "provisional" as a sixth one if the time is.
KernelTimes KernelTimes::load(const std::string& path, std::string machine) {
  KernelTimes times(std::move(machine));
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    std::size_t from = 0;
    for (std::size_t tab; (tab = line.find('\t', from)) != std::string::npos; from = tab + 1) fields.push_back(line.substr(from, tab - from));
    fields.push_back(line.substr(from));
    const bool provisional = fields.size() == 6 && fields[5] == kProvisional;
    if ((fields.size() != 5 && !provisional) || fields[0] != times.machine_) continue;
    std::int64_t batch = 0;
    double ms = 0;
    const auto whole = [](const std::string& text, auto& number) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      return error == std::errc() && end == text.data() + text.size();
    };
    if (whole(fields[3], batch) && whole(fields[4], ms) && ms < 1e7) times.set({fields[1], fields[2]}, batch, ms, provisional);
  }
  return times;
}

void KernelTimes::save(const std::string& path) const {
  if (path.empty()) return;
  std::string text;
  {  // keep lines of other machines
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
      if (line.find('\t') != std::string::npos && line.substr(0, line.find('\t')) != machine_) text += line + '\n';
  }
  KernelTimes all = load(path, machine_);
  for (const auto& [work, kernels] : times_)
    for (const auto& [kernel, times] : kernels)
      for (const auto& [batch, time] : times) all.see({work, kernel}, batch, time.ms, time.provisional);
  for (const auto& [work, kernels] : all.times_)
    for (const auto& [kernel, times] : kernels)
      for (const auto& [batch, time] : times)
        text += fmt::format("{}\t{}\t{}\t{}\t{:.6g}{}\n", machine_, work, kernel, batch, time.ms, time.provisional ? kBehind : "");
  saveCacheFile(path, text);
}

std::string KernelTimes::defaultPath(const Backend& backend) {
  return cacheFile("times-" + std::string(backend.name()) + ".tsv");
}

void note(KernelTimes& times, const Program& program, const std::vector<double>& nodeMs, bool provisional) {
  const Graph& graph = program.graph();
  const std::int64_t batch = batchOf(graph);
  struct Sum {
    double ms = 0;
    int nodes = 0;
  };
  std::map<std::pair<std::string, std::string>, Sum> equal;
  for (std::size_t n = 0; n < nodeMs.size(); ++n) {
    if (nodeMs[n] <= 0) continue;
    const WorkKey key = workKey(graph, static_cast<NodeId>(n), batch, program.kernels()[n].kernel);
    Sum& sum = equal[{key.work, key.kernel}];
    sum.ms += nodeMs[n];
    ++sum.nodes;
  }
  for (const auto& [key, sum] : equal) times.see({key.first, key.second}, batch, sum.ms / sum.nodes, provisional);
}

}  // namespace stepscope
