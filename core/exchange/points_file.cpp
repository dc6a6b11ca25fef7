#include "core/exchange/points_file.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/csv_writer.h"
#include "core/exchange/output_file.h"

namespace stepscope {
namespace {

constexpr std::int64_t kPointsAtOnce = 16 * 1024;

using Json = nlohmann::ordered_json;

std::string jsonText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string jsonNumber(double value) {
  if (std::isnan(value)) return "\"NaN\"";
  if (std::isinf(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::format("{}", value);
}

using GoOn = std::function<bool(double)>;

// Writes `head`, then one `line` for every point.
template <class Head, class Line>
bool writePoints(const RunReader& store, const RunInfo& run, const std::string& path, const GoOn& goOn, const Head& head, const Line& line) {
  OutputFile file(path);
  std::ostringstream out;
  const auto flush = [&] {
    file.write(out.view());
    out.str({});
  };
  head(out);
  const std::vector<SeriesInfo> all = store.series(run.id);
  std::int64_t points = 0, written = 0;
  for (const SeriesInfo& series : all) points += series.count;
  for (const SeriesInfo& series : all)
    for (const Point& point : store.points(run.id, series.key)) {
      line(out, series.key, point);
      if (++written % kPointsAtOnce != 0) continue;
      flush();
      if (goOn && !goOn(static_cast<double>(written) / static_cast<double>(points))) return false;
    }
  flush();
  file.close();
  return true;
}

}  // namespace

bool exportToCsv(const RunReader& store, const RunInfo& run, const std::string& path, const GoOn& goOn) {
  return writePoints(
      store, run, path, goOn, [](std::ostream& out) { CsvWriter(out).row("metric", "step", "seconds", "value"); },
      [](std::ostream& out, const std::string& key, const Point& point) {
        CsvWriter csv(out);
        csv.field(key).field(point.step).field(point.wall);
        std::isfinite(point.value) ? csv.field(point.value) : csv.field(fmt::format("{}", point.value));
        csv.endRow();
      });
}

bool exportToJsonLines(const RunReader& store, const RunInfo& run, const std::string& path, const GoOn& goOn) {
  Json head{{"run", run.id}, {"name", run.name}, {"model", run.model}, {"status", nameOf(run.status)}, {"created_ms", run.createdMs}};
  head["configuration"] = Json::parse(run.configuration, nullptr, false);
  if (head["configuration"].is_discarded()) head["configuration"] = nullptr;
  return writePoints(
      store, run, path, goOn, [&](std::ostream& out) { out << jsonText(head) << '\n'; },
      [](std::ostream& out, const std::string& key, const Point& point) {
        out << fmt::format("{{\"metric\":{},\"step\":{},\"seconds\":{},\"value\":{}}}\n", jsonText(key), point.step, jsonNumber(point.wall),
                           jsonNumber(point.value));
      });
}

}  // namespace stepscope
