#include "core/train/artefacts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/graph/op.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

// A name may hold any bytes a file name can hold; what is not UTF-8 is replaced rather than refused.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
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
                     {"title", node.op->title},
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
    largest.push_back({{"value", value.name},
                       {"role", nameOf(value.role)},
                       {"bytes", slots[i]->bytes},
                       {"first", slots[i]->first},
                       {"last", slots[i]->last}});
  }
  json["largest"] = std::move(largest);
  return dumped(json);
}

std::string environmentJson(const DeviceInfo& device, int threads) {
  return dumped(Json{{"program", "Stepscope " STEPSCOPE_VERSION},
                     {"device", device.name},
                     {"isa", device.isa},
                     {"cores", device.cores},
                     {"memory_bytes", device.memoryBytes},
                     {"library", device.library},
                     {"threads", threads}});
}

}  // namespace stepscope
