#include "core/exchange/tensorboard_export.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/exchange/event.h"
#include "core/exchange/histogram_buckets.h"
#include "core/exchange/hparams.h"
#include "core/exchange/output_file.h"
#include "core/exchange/record_file.h"

namespace stepscope {
namespace {

constexpr std::size_t kWriteAtOnce = std::size_t{1} << 20;

bool isImported(const RunInfo& run) {
  const nlohmann::json configuration = nlohmann::json::parse(run.configuration, nullptr, false);
  return configuration.is_object() && configuration.contains("source");
}

// The hyperparameters of an imported run.
std::vector<std::pair<std::string, std::string>> hyperparametersOf(const RunInfo& run) {
  std::vector<std::pair<std::string, std::string>> found;
  const nlohmann::json configuration = nlohmann::json::parse(run.configuration, nullptr, false);
  if (!configuration.is_object() || !configuration.contains("hyperparameters") || !configuration["hyperparameters"].is_object()) return found;
  for (const auto& [name, value] : configuration["hyperparameters"].items())
    found.emplace_back(name, value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return found;
}

}  // namespace

std::string exportToTensorBoard(const RunReader& store, const RunInfo& run, const std::string& folder,
                                const std::function<bool(double share)>& goOn) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(ErrorKind::Resource, folder, "the folder cannot be made: " + error.message(), "Choose another folder");
  const double began = static_cast<double>(run.createdMs) / 1000;
  const std::string path = fmt::format("{}/events.out.tfevents.{:010d}.stepscope.run-{}", folder, run.createdMs / 1000, run.id);
  OutputFile file(path);
  std::string out;
  const std::vector<SeriesInfo> all = store.series(run.id);
  std::int64_t points = 0, written = 0;
  for (const SeriesInfo& series : all) points += series.count;
  const auto wanted = [&] { return !goOn || goOn(points > 0 ? static_cast<double>(written) / static_cast<double>(points) : 1); };
  // Returns false if writing must end.
  const auto add = [&](const std::string& event) {
    appendRecord(out, event);
    if (out.size() < kWriteAtOnce) return true;
    file.write(out);
    out.clear();
    return wanted();
  };
  add(versionEvent(began));
  if (const auto hyperparameters = hyperparametersOf(run); !hyperparameters.empty())
    add(hyperparametersEvent(began, hyperparametersContent(hyperparameters, began)));
  for (const SeriesInfo& series : all) {
    if (!wanted()) return {};
    bool first = true;
    for (const Point& point : store.points(run.id, series.key)) {
      if (!add(scalarEvent(began + point.wall, point.step, series.key, static_cast<float>(point.value), first))) return {};
      first = false;
      ++written;
    }
  }
  const bool ours = !isImported(run);
  for (const std::string& parameter : store.histogramParameters(run.id))
    for (const bool gradient : {false, true}) {
      bool first = true;
      for (const HistogramRow& row : store.histograms(run.id, parameter, gradient)) {
        const std::string tag = ours ? (gradient ? "gradients/" : "weights/") + parameter : parameter;
        if (!add(histogramEvent(began, row.step, tag, bucketsOf(row.histogram), first))) return {};
        first = false;
      }
    }
  const nlohmann::json pictures = nlohmann::json::parse(store.artefact(run.id, "images").value_or("[]"), nullptr, false);
  if (pictures.is_array())
    for (const nlohmann::json& picture : pictures) {
      const std::optional<std::string> encoded = fromBase64(picture.value("base64", ""));
      if (encoded && !encoded->empty())
        if (!add(imageEvent(began, picture.value("step", std::int64_t{0}), picture.value("tag", ""),
                            {picture.value("width", std::int64_t{0}), picture.value("height", std::int64_t{0}), *encoded}, true)))
          return {};
    }
  file.write(out);
  file.close();
  return path;
}

}  // namespace stepscope
