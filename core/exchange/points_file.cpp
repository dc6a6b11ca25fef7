#include "core/exchange/points_file.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/csv_writer.h"
#include "core/exchange/output_file.h"

namespace stepscope {
namespace {

constexpr std::size_t kPointsAtOnce = 16 * 1024;

using Json = nlohmann::ordered_json;

std::string jsonText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string jsonNumber(double value) {
  if (std::isnan(value)) return "\"NaN\"";
  if (std::isinf(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::format("{}", value);
}

// What `head` writes, then a line of `line` for every point.
template <class Head, class Line>
void writePoints(const RunReader& store, const RunInfo& run, const std::string& path, const Head& head, const Line& line) {
  OutputFile file(path);
  std::ostringstream out;
  const auto flush = [&] {
    file.write(out.view());
    out.str({});
  };
  head(out);
  for (const SeriesInfo& series : store.series(run.id)) {
    std::size_t waiting = 0;
    for (const Point& point : store.points(run.id, series.key)) {
      line(out, series.key, point);
      if (++waiting % kPointsAtOnce == 0) flush();
    }
  }
  flush();
  file.close();
}

}  // namespace

void exportToCsv(const RunReader& store, const RunInfo& run, const std::string& path) {
  writePoints(
      store, run, path, [](std::ostream& out) { CsvWriter(out).row("metric", "step", "seconds", "value"); },
      [](std::ostream& out, const std::string& key, const Point& point) {
        CsvWriter csv(out);
        csv.field(key).field(point.step).field(point.wall);
        std::isfinite(point.value) ? csv.field(point.value) : csv.field(fmt::format("{}", point.value));
        csv.endRow();
      });
}

void exportToJsonLines(const RunReader& store, const RunInfo& run, const std::string& path) {
  Json head{{"run", run.id}, {"name", run.name}, {"model", run.model}, {"status", nameOf(run.status)}, {"created_ms", run.createdMs}};
  head["configuration"] = Json::parse(run.configuration, nullptr, false);
  if (head["configuration"].is_discarded()) head["configuration"] = nullptr;
  writePoints(
      store, run, path, [&](std::ostream& out) { out << jsonText(head) << '\n'; },
      [](std::ostream& out, const std::string& key, const Point& point) {
        out << fmt::format("{{\"metric\":{},\"step\":{},\"seconds\":{},\"value\":{}}}\n", jsonText(key), point.step, jsonNumber(point.wall),
                           jsonNumber(point.value));
      });
}

}  // namespace stepscope
