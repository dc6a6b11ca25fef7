#include "core/train/record/sample_record.h"

#include <nlohmann/json.hpp>

namespace stepscope {

std::string sampleRecord(const SampleInfo& info) {
  nlohmann::ordered_json json = {{"task", infoOf(info.task).name}, {"shape", info.input().shape},   {"dtype", nameOf(info.input().dtype)},
                                 {"classes", info.classNames},     {"vocabulary", info.vocabulary}, {"targets", nlohmann::ordered_json::array()}};
  for (std::size_t t = 0; t < info.targetNames.size(); ++t)
    json["targets"].push_back({{"name", info.targetNames[t]},
                               {"mean", t < info.targetMean.size() ? info.targetMean[t] : 0.0},
                               {"std", t < info.targetStd.size() ? info.targetStd[t] : 1.0}});
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::optional<SampleInfo> sampleOfRecord(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    SampleInfo info;
    bool known = false;
    for (const Task task : {Task::Classification, Task::Regression, Task::LanguageModel})
      if (infoOf(task).name == json.at("task").get<std::string>()) {
        info.task = task;
        known = true;
      }
    json.at("classes").get_to(info.classNames);
    json.at("vocabulary").get_to(info.vocabulary);
    for (const auto& target : json.at("targets")) {
      info.targetNames.push_back(target.at("name").get<std::string>());
      info.targetMean.push_back(target.at("mean").get<double>());
      info.targetStd.push_back(target.at("std").get<double>());
    }
    if (!known || info.outputs() < 1) return std::nullopt;
    info.setFields(json.at("shape").get<Shape>(), json.at("dtype").get<std::string>() == nameOf(DType::I32) ? DType::I32 : DType::F32);
    return info;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace stepscope
