#include "core/train/watch/data_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kNamed = 3;

std::vector<UnreadableSample> knownOf(const Dataset& data, const std::string& kept, const char* split) {
  std::vector<UnreadableSample> known;
  const Json json = Json::parse(kept, nullptr, false);
  if (!json.is_object() || !json.contains(split) || !json[split].is_object()) return known;
  const Json& part = json[split];
  if (part.value("fingerprint", Json()) != Json(data.fingerprint()) || !part.contains("unreadable")) return known;
  for (const Json& sample : part["unreadable"]) {
    if (!sample.is_object() || !sample.contains("index") || !sample["index"].is_number_integer()) continue;
    const auto index = sample["index"].get<std::int64_t>();
    const auto problem = sample.find("problem");
    if (index >= 0 && index < data.size() && problem != sample.end() && problem->is_string()) known.push_back({index, problem->get<std::string>()});
  }
  return known;
}

Json jsonOf(const Dataset& data, const Quarantine& quarantine) {
  Json unreadable = Json::array();
  for (const UnreadableSample& sample : quarantine.samples()) unreadable.push_back({{"index", sample.index}, {"problem", sample.problem}});
  return {{"samples", data.size()}, {"fingerprint", data.fingerprint()}, {"left_out", data.warnings()}, {"unreadable", std::move(unreadable)}};
}

}  // namespace

DataWatch::DataWatch(const DataSplits& data, double mostShare, const std::string& kept)
    : train_(partOf(data.train, mostShare, kept, "train")), validation_(partOf(data.validation, mostShare, kept, "validation")) {}

DataWatch::Part DataWatch::partOf(const std::shared_ptr<const Dataset>& data, double mostShare, const std::string& kept, const char* split) {
  if (!data) return {nullptr, Quarantine(0, mostShare)};
  std::vector<UnreadableSample> known = knownOf(*data, kept, split);
  const Quarantine empty(data->size(), mostShare);
  if (static_cast<std::int64_t>(known.size()) > empty.most()) known.clear();
  const std::size_t told = known.size();
  return {data, Quarantine(data->size(), mostShare, std::move(known)), told, told};
}

std::vector<std::string> DataWatch::opened() const {
  std::vector<std::string> sentences = shortened(train_.data->warnings());
  if (validation_.data)
    for (std::string& sentence : shortened(validation_.data->warnings()))
      if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end()) sentences.push_back(std::move(sentence));
  return sentences;
}

std::vector<std::string> DataWatch::news() {
  std::vector<std::string> sentences;
  for (Part* part : {&train_, &validation_}) {
    const std::vector<UnreadableSample>& samples = part->quarantine.samples();
    for (; part->told < samples.size(); ++part->told)
      if (++named_ <= kNamed)
        sentences.push_back(samples[part->told].problem + " Training goes on with the next sample of the same answer in its place.");
  }
  if (named_ > kNamed && !toldOfMore_) {
    toldOfMore_ = true;
    sentences.push_back("More samples are unreadable; they are counted, and listed with the run.");
  }
  return sentences;
}

std::optional<std::string> DataWatch::summary() const {
  const std::size_t train = train_.quarantine.samples().size(), validation = validation_.quarantine.samples().size();
  if (train + validation <= static_cast<std::size_t>(kNamed)) return std::nullopt;
  return fmt::format("{} samples for training and {} for validation could not be read; the run's report lists them.", train, validation);
}

std::optional<std::string> DataWatch::changed() {
  bool same = saved_;
  for (Part* part : {&train_, &validation_}) {
    same = same && part->saved == part->quarantine.samples().size();
    part->saved = part->quarantine.samples().size();
  }
  if (same) return std::nullopt;
  saved_ = true;
  const SampleInfo& info = train_.data->info();
  const Json json{{"task", infoOf(info.task).name},
                  {"outputs", info.outputs()},
                  {"train", jsonOf(*train_.data, train_.quarantine)},
                  {"validation", validation_.data ? jsonOf(*validation_.data, validation_.quarantine) : Json()}};
  // A file path may contain any bytes.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stepscope
