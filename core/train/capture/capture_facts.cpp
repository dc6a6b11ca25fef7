#include "core/train/capture/capture_facts.h"

#include <nlohmann/json.hpp>

#include "core/project/switches.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
T at(const Json& json, const char* key, T fallback) {
  const auto it = json.find(key);
  return it != json.end() && it->is_number() ? it->get<T>() : fallback;
}

}  // namespace

std::string captureFactsJson(const CaptureFacts& facts) {
  Json switches = Json::object();
  for (const SwitchDef& def : switchDefs()) switches[def.key] = valueText(def, def.get(facts.switches));
  return Json{{"first_step", facts.firstStep},
              {"last_step", facts.lastStep},
              {"switches", std::move(switches)},
              {"threads", facts.threads},
              {"cores_taken", facts.coresTaken ? Json(*facts.coresTaken) : Json()},
              {"steps_per_epoch", facts.stepsPerEpoch},
              {"samples", facts.samples},
              {"images", facts.images}}
      .dump();
}

std::optional<CaptureFacts> captureFactsOf(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto switches = json.find("switches");
  if (switches == json.end() || !switches->is_object()) return std::nullopt;
  CaptureFacts facts;
  facts.firstStep = at<std::int64_t>(json, "first_step", 0);
  facts.lastStep = at<std::int64_t>(json, "last_step", 0);
  facts.threads = at(json, "threads", 0);
  if (const auto taken = json.find("cores_taken"); taken != json.end() && taken->is_number()) facts.coresTaken = taken->get<double>();
  facts.stepsPerEpoch = at<std::int64_t>(json, "steps_per_epoch", 0);
  facts.samples = at<std::int64_t>(json, "samples", 0);
  if (const auto images = json.find("images"); images != json.end() && images->is_boolean()) facts.images = images->get<bool>();
  for (const SwitchDef& def : switchDefs()) {
    const auto it = switches->find(def.key);
    if (it == switches->end() || !it->is_string()) continue;
    const std::string& value = it->get_ref<const std::string&>();
    if (def.choices.empty()) {
      if (!value.empty() && value.size() < 18 && value.find_first_not_of("0123456789") == std::string::npos)
        def.set(facts.switches, std::stoll(value));
      continue;
    }
    for (std::size_t i = 0; i < def.choices.size(); ++i)
      if (def.choices[i] == value) def.set(facts.switches, static_cast<std::int64_t>(i));
  }
  return facts;
}

}  // namespace stepscope
