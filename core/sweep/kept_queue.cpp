#include "core/sweep/kept_queue.h"

#include <nlohmann/json.hpp>
#include <set>

namespace stepscope {
namespace {

using Json = nlohmann::json;

constexpr const char* kWaits = "waits";
constexpr const char* kSkipped = "skipped";
constexpr const char* kBegun = "begun";

Json jsonOf(const Overrides& overrides) {
  Json list = Json::array();
  for (const auto& [key, value] : overrides) list.push_back({key, value});
  return list;
}

std::optional<Overrides> overridesOf(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  Overrides overrides;
  for (const Json& pair : json) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) return std::nullopt;
    overrides.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
  }
  return overrides;
}

// Fills in the results of a run that has begun, from the store. A run that was deleted there waits again.
void fillIn(SweepRun& run, const RunReader& store) {
  const std::optional<RunInfo> info = run.run > 0 ? store.run(run.run) : std::nullopt;
  if (!info) {
    run.run = 0;
    run.state = SweepRunState::Waiting;
    return;
  }
  const bool failed = info->status == RunStatus::Failed || info->status == RunStatus::Unsaved;
  run.state = info->status == RunStatus::Finished ? SweepRunState::Finished : failed ? SweepRunState::Failed : SweepRunState::Stopped;
  run.message = info->message;
  run.task = taskOf(*info);
  run.step = info->step;
  run.seconds = info->seconds;
  run.validationLoss = finalOf(*info, "val_loss");
  run.validated = hasFinal(*info, "val_loss");
  run.bestValidation = finalOf(*info, keyOf("best_val_", infoOf(run.task).best));
}

}  // namespace

std::string jsonOf(const KeptQueue& queue) {
  Json runs = Json::array();
  for (const SweepRun& run : queue.runs) {
    const bool skipped = run.state == SweepRunState::Skipped, waits = run.state == SweepRunState::Waiting;
    runs.push_back({{"id", run.id}, {"set", jsonOf(run.overrides)}, {"run", run.run}, {"state", skipped ? kSkipped : waits ? kWaits : kBegun}});
  }
  return Json{{"fixed", jsonOf(queue.fixed)}, {"group", queue.group}, {"runs", runs}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<KeptQueue> keptQueue(const RunReader& store) {
  const std::optional<std::string> text = store.setting("sweep_queue");
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object() || !json.contains("fixed") || !json.contains("group") || !json.contains("runs")) return std::nullopt;
  const std::optional<Overrides> fixed = overridesOf(json["fixed"]);
  if (!fixed || !json["group"].is_string() || !json["runs"].is_array() || json["runs"].size() > kMostSweepRuns) return std::nullopt;
  KeptQueue queue{*fixed, json["group"].get<std::string>(), {}};
  std::set<int> ids;
  for (const Json& one : json["runs"]) {
    if (!one.is_object() || !one.contains("set") || !one.contains("id") || !one["id"].is_number_integer() || !one.contains("run") ||
        !one["run"].is_number_integer() || !one.contains("state") || !one["state"].is_string())
      return std::nullopt;
    const std::optional<Overrides> overrides = overridesOf(one["set"]);
    SweepRun run;
    run.id = one["id"].get<int>();
    if (!overrides || !ids.insert(run.id).second) return std::nullopt;
    run.overrides = *overrides;
    run.name = sweepRunName(run.overrides);
    run.run = one["run"].get<RunId>();
    if (one["state"] == kSkipped) run.state = SweepRunState::Skipped;
    else if (one["state"] == kBegun) fillIn(run, store);
    queue.runs.push_back(std::move(run));
  }
  return queue;
}

}  // namespace stepscope
