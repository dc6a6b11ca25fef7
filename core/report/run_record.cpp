#include "core/report/run_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/units.h"
#include "core/store/run_origin.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "core/train/record/artefacts.h"

namespace stepscope {
namespace {

using Json = nlohmann::json;
using Rows = std::vector<std::pair<std::string, std::string>>;

Json objectOf(const std::optional<std::string>& text) {
  Json json = text ? Json::parse(*text, nullptr, false) : Json();
  return json.is_object() ? json : Json::object();
}

std::string textIn(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t integerIn(const Json& json, const char* key, std::int64_t otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : between) + part;
  return text;
}

std::string counted(std::int64_t count, const char* one, const char* many) {
  return count == 0 ? std::string() : text::count(count) + " " + (count == 1 ? one : many);
}

void addEnvironment(Rows& rows, const std::string& kept) {
  const Json environment = objectOf(kept);
  const std::int64_t threads = integerIn(environment, "threads", 0);
  const std::string driver = textIn(environment, "driver");
  rows.emplace_back("trained on", joined({textIn(environment, "device"), counted(threads, "thread", "threads"),
                                          driver.empty() ? "" : "driver " + driver, textIn(environment, "system")},
                                         ", "));
  std::vector<std::string> peaks;
  const MachineSpeed speed = keptPeaks(kept);
  for (const auto& [what, rate] : wordsOf(speed)) peaks.push_back(what + " " + rate);
  if (!peaks.empty() && speed.provisional) peaks.push_back("measured on busy cores");
  rows.emplace_back("measured peaks", joined(peaks, ", "));
  std::vector<std::string> libraries{textIn(environment, "program")};
  if (const auto found = environment.find("libraries"); found != environment.end() && found->is_array())
    for (const Json& library : *found)
      if (library.is_string()) libraries.push_back(library.get<std::string>());
  rows.emplace_back("with", joined(libraries, ", "));
  if (const auto git = environment.find("git"); git != environment.end() && git->is_object()) {
    const auto clean = git->find("clean");
    const bool known = clean != git->end() && clean->is_boolean();
    rows.emplace_back("commit", textIn(*git, "commit") + (!known               ? ", whether it was changed since is unknown"
                                                          : clean->get<bool>() ? ", clean"
                                                                               : ", with changes that are not committed"));
  }
}

void addData(Rows& rows, const Json& data) {
  for (const auto& [key, name] : {std::pair{"train", "training data"}, std::pair{"validation", "validation data"}}) {
    const auto found = data.find(key);
    if (found == data.end() || !found->is_object()) continue;
    const std::string fingerprint = textIn(*found, "fingerprint"), of = coveredBy(fingerprint);
    rows.emplace_back(name, joined({counted(integerIn(*found, "samples", 0), "sample", "samples"),
                                    fingerprint.empty() ? ""
                                    : of.empty()        ? "fingerprint " + fingerprint
                                                        : fmt::format("fingerprint {} (of {})", fingerprint, of)},
                                   ", "));
  }
}

void addSeeds(Rows& rows, const Json& configuration) {
  std::vector<std::string> seeds;
  for (const auto& [section, name] : {std::pair{"train", "training"}, std::pair{"data", "data"}})
    if (const auto found = configuration.find(section); found != configuration.end() && found->is_object() && found->contains("seed"))
      seeds.push_back(std::string(name) + " " + (*found)["seed"].dump());
  rows.emplace_back("seeds", joined(seeds, ", "));
}

// For three checkpoints: "3, 9.4 MiB, the newest of step 64".
void addCheckpoints(Rows& rows, const std::string& folder) {
  const std::vector<CheckpointInfo> all = folder.empty() ? std::vector<CheckpointInfo>() : listCheckpoints(folder);
  if (all.empty()) return;
  std::uint64_t bytes = 0;
  std::string of;
  for (const CheckpointInfo& info : all) {
    bytes += info.bytes;
    if (info.first) of += fmt::format(", the {} of step {}", info.kind == "last" ? "newest" : "best", text::count(info.step));
  }
  rows.emplace_back("checkpoints", fmt::format("{}, {}{}", all.size(), text::bytes(static_cast<double>(bytes)), of));
}

}  // namespace

std::string coveredBy(const std::string& fingerprint) {
  const std::string kind = fingerprint.substr(0, fingerprint.find(':'));
  if (fingerprint.empty()) return {};
  if (kind == "table") return "every value";
  if (kind == "text") return "every token";
  if (kind == "images") return "classes with names and sizes of the pictures";
  if (kind == "synthetic") return "what it is made by";
  return "every label";
}

Rows recordOf(const RunReader& store, RunId id, const std::string& folder) {
  const std::optional<RunInfo> run = store.run(id);
  if (!run) return {};
  Rows rows;
  if (const auto origin = originOf(run->configuration)) rows.emplace_back("forked from", describe(*origin) + ", " + origin->checkpoint);
  addEnvironment(rows, store.artefact(id, "environment").value_or(""));
  addData(rows, objectOf(store.artefact(id, "data")));
  addSeeds(rows, objectOf(run->configuration));
  addCheckpoints(rows, folder);
  std::int64_t points = 0;
  const std::vector<SeriesInfo> series = store.series(id);
  for (const SeriesInfo& one : series) points += one.count;
  const auto has = [&](const char* name, const char* said) { return store.artefact(id, name) ? std::string(said) : std::string(); };
  const auto trials = Json::parse(store.artefact(id, "trials").value_or("[]"), nullptr, false);
  rows.emplace_back(
      "kept", joined({series.empty() ? ""
                                     : fmt::format("{} with {}", counted(static_cast<std::int64_t>(series.size()), "series", "series"),
                                                   counted(points, "point", "points")),
                      counted(static_cast<std::int64_t>(store.histogramParameters(id).size()), "tensor with histograms", "tensors with histograms"),
                      has("breakdown", "captured steps"), has("memory_plan", "memory plan"), has("findings", "findings"),
                      counted(trials.is_array() ? static_cast<std::int64_t>(trials.size()) : 0, "trial", "trials"), has("predictions", "predictions"),
                      counted(static_cast<std::int64_t>(store.log(id).size()), "line of log", "lines of log")},
                     ", "));
  std::erase_if(rows, [](const auto& row) { return row.second.empty(); });
  return rows;
}

}  // namespace stepscope
