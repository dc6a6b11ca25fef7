#include "core/train/record/artefacts.h"

#include <sys/utsname.h>
#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/backend/devices/devices.h"
#include "core/base/machine_limits.h"
#include "core/graph/op.h"
#include "core/store/run_store.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

// A file name may contain any bytes; so invalid UTF-8 is replaced and does not throw.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
std::string systemName() {
  std::string name;
  std::ifstream release("/etc/os-release");
  for (std::string line; name.empty() && std::getline(release, line);)
    if (line.starts_with("PRETTY_NAME=\"") && line.size() > 14) name = line.substr(13, line.size() - 14);
  utsname kernel{};
  if (::uname(&kernel) != 0) return name;
  return (name.empty() ? "" : name + ", ") + kernel.sysname + " " + kernel.release;
}

// The table of rates: writing and reading use the same list.
template <typename Speed, typename Visit>
void eachPeak(Speed& speed, Visit&& visit) {
  visit("f32", speed.f32);
  visit("bf16", speed.bf16);
  visit("f16", speed.f16);
  visit("int8", speed.int8);
  visit("bandwidth", speed.bandwidth);
}

}  // namespace

std::string memoryPlanJson(const PlanView& view, std::int64_t measuredPeakBytes) {
  const MemoryPlan& plan = view.plan;
  Json json{{"batch_size", view.batchSize},
            {"predicted_peak_bytes", view.predictedPeakBytes},
            {"measured_peak_bytes", measuredPeakBytes > 0 ? Json(measuredPeakBytes) : Json()},
            {"state_bytes", plan.stateBytes},
            {"step_bytes", plan.stepBytes},
            {"sum_bytes", plan.sumBytes}};
  Json nodes = Json::array();
  for (std::size_t i = 0; i < view.graph.nodes().size(); ++i) {
    const Node& node = view.graph.nodes()[i];
    nodes.push_back({{"op", node.op->name},
                     {"title", titleOf(node)},
                     {"layer", node.scope},
                     {"phase", nameOf(node.phase)},
                     {"live_bytes", plan.liveBytes[i]},
                     {"kernel", view.kernels[i].kernel}});
  }
  json["nodes"] = std::move(nodes);

  std::vector<const MemorySlot*> slots;
  for (const MemorySlot& slot : plan.slots) slots.push_back(&slot);
  const std::size_t shown = std::min<std::size_t>(slots.size(), 40);
  std::partial_sort(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(shown), slots.end(),
                    [](const MemorySlot* a, const MemorySlot* b) { return a->bytes > b->bytes; });
  Json largest = Json::array();
  for (std::size_t i = 0; i < shown; ++i) {
    const Value& value = view.graph.value(slots[i]->value);
    largest.push_back(
        {{"value", value.name}, {"role", nameOf(value.role)}, {"bytes", slots[i]->bytes}, {"first", slots[i]->first}, {"last", slots[i]->last}});
  }
  json["largest"] = std::move(largest);
  return dumped(json);
}

std::string environmentJson(const Backend& backend, int threads, const std::optional<GitCommit>& commit) {
  const DeviceInfo device = backend.device();
  Json json{{"program", "Stepscope " STEPSCOPE_VERSION},
            {"device", device.name},
            {"isa", device.isa},
            {"cores", device.cores},
            {"machine_cores", nullptr},
            {"memory_bytes", device.memoryBytes},
            {"library", device.library},
            {"threads", threads},
            {"system", systemName()},
            {"libraries", {device.library, storeLibrary(), std::string("zlib ") + zlibVersion()}}};
  if (const int allowed = coresAllowed(); allowed > 0) json["machine_cores"] = allowed;
  if (backend.kind() == DeviceKind::Gpu) json["driver"] = "CUDA " + gpuDriver().version;
  json["peaks"] = nullptr;
  if (const MachineSpeed speed = keptSpeedOf(backend, threads); speed.f32 > 0) {
    eachPeak(speed, [&](const char* key, double rate) { json["peaks"][key] = rate; });
    json["peaks"]["threads"] = speed.threads;
    json["peaks"]["measured_ms"] = speed.measuredMs;
    json["peaks"]["provisional"] = speed.provisional;
  }
  json["git"] = nullptr;
  if (commit) json["git"] = {{"commit", commit->commit}, {"clean", commit->clean ? Json(*commit->clean) : Json()}};
  return dumped(json);
}

MachineSpeed keptPeaks(const std::string& environmentJson) {
  const Json json = Json::parse(environmentJson, nullptr, false);
  MachineSpeed speed;
  const auto peaks = json.is_object() ? json.find("peaks") : json.end();
  if (peaks == json.end() || !peaks->is_object()) return speed;
  const auto numberAt = [&](const char* key) {
    const auto found = peaks->find(key);
    return found != peaks->end() && found->is_number() ? found->get<double>() : 0.0;
  };
  eachPeak(speed, [&](const char* key, double& rate) { rate = numberAt(key); });
  speed.threads = static_cast<int>(numberAt("threads"));
  speed.measuredMs = static_cast<std::int64_t>(numberAt("measured_ms"));
  const auto provisional = peaks->find("provisional");
  speed.provisional = provisional != peaks->end() && provisional->is_boolean() && provisional->get<bool>();
  return speed;
}

}  // namespace stepscope
