// What the store and the table of runs take, printed and not asserted.
//   bench_store FOLDER [RUNS]     RUNS (2000) runs of 20 metrics of 10,000 points are made in FOLDER/runs.db unless they are there
// Run it on quiet cores and say so beside the figures.
#include <malloc.h>
#include <sys/resource.h>

#include <QApplication>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/machine_limits.h"
#include "core/store/run_store.h"
#include "core/store/writer/writer_session.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_proxy.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"

using namespace stepscope;

namespace {

double msSince(std::int64_t begin) {
  return static_cast<double>(nowNs() - begin) * 1e-6;
}

std::vector<Point> pointsOf(int count, double phase) {
  std::vector<Point> points;
  points.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) points.push_back({i, i * 0.01, std::sin(i * 0.001 + phase)});
  return points;
}

void bulk(const std::string& folder) {
  const std::string path = folder + "/bulk.db";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  const std::vector<Point> points = pointsOf(100'000, 0);
  RunWriter writer(path);
  RunInfo info;
  info.configuration = "{}";
  const RunId id = writer.createRun(info);
  const std::int64_t begin = nowNs();
  constexpr int kSeries = 100;
  for (int s = 0; s < kSeries; ++s) writer.append(id, "metric_" + std::to_string(s), points);
  writer.flush();
  const double ms = msSince(begin);
  std::printf("insert in bulk, %d series of %zu points: %.2f million points/s\n", kSeries, points.size(),
              kSeries * 1e-3 * double(points.size()) / ms);
}

// What the store's thread does for a run that trains: one transaction with a point of each of 20 metrics.
void live(const std::string& folder) {
  const std::string path = folder + "/live.db";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  WriterSession session(path);
  RunId id = 0;
  session.transaction(true, [&] {
    RunInfo info;
    info.configuration = std::string(4000, ' ') + "{}";
    id = session.createRun(info);
  });
  std::vector<double> ms;
  for (int i = 0; i < 3000; ++i) {
    const std::int64_t begin = nowNs();
    session.transaction(false, [&] {
      for (int s = 0; s < 20; ++s) {
        const Point point{i, i * 0.5, 1.0};
        session.append(id, "metric_" + std::to_string(s), {&point, 1});
      }
    });
    ms.push_back(msSince(begin));
  }
  std::sort(ms.begin(), ms.end());
  std::printf("live commit of 20 points: median %.3f ms, 99 %% %.3f ms\n", ms[ms.size() / 2], ms[ms.size() * 99 / 100]);
}

std::string configuration(int run) {
  std::string json = R"({"file":"/p/project.toml","switches":{"batch_size":)" + std::to_string(32 << (run % 4)) + R"(,"amp":")" +
                     (run % 3 ? "off" : "bf16") + R"(","fusion":true,"autotune":true,"num_workers":1},"train":{"epochs":10,"seed":)" +
                     std::to_string(run) + R"(,"optimizer":{"name":"sgd","learning_rate":)" + std::to_string(0.01 * (1 + run % 10)) + "}";
  for (int i = 0; i < 60; ++i) json += ",\"key_" + std::to_string(i) + "\":" + std::to_string(i);
  return json + "}}";
}

void makeProject(const std::string& path, int runs) {
  if (std::filesystem::exists(path) && RunReader(path).runs().size() == static_cast<std::size_t>(runs)) return;
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  std::vector<std::vector<Point>> series;
  for (int s = 0; s < 20; ++s) series.push_back(pointsOf(10'000, s));
  const std::int64_t begin = nowNs();
  RunWriter writer(path);
  for (int r = 0; r < runs; ++r) {
    RunInfo info;
    info.model = r % 2 ? "resnet20" : "vit_tiny";
    info.configuration = configuration(r);
    info.createdMs = 1'700'000'000'000 + r * 1000;
    info.finals = {{"best_val_accuracy", 0.5 + 0.4 * std::sin(r)}, {"val_accuracy", 0.4}, {"measured_peak_bytes", 1e8 + r}};
    if (r % 7 == 0) info.tags = {"baseline"};
    info.id = writer.createRun(info);
    for (int s = 0; s < 20; ++s) writer.append(info.id, s == 0 ? "val_loss" : "metric_" + std::to_string(s), series[std::size_t(s)]);
    info.status = RunStatus::Finished;
    info.seconds = r;
    info.step = 10'000;
    writer.finish(info);
  }
  std::printf("made %d runs x 20 metrics x 10,000 points in %.1f s, %.2f GB\n", runs, msSince(begin) * 1e-3,
              double(std::filesystem::file_size(path)) * 1e-9);
}

void table(const std::string& path) {
  const std::int64_t resident = processMemory().resident;
  RunsModel model;
  RunsStore store;
  Selection selection;
  RunsView view(&model, &store, &selection);
  view.resize(1400, 800);
  view.show();
  QApplication::processEvents();
  const std::int64_t begin = nowNs();
  store.open(QString::fromStdString(path));
  while (model.rowCount() == 0) QApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
  view.grab();
  std::printf("open, %d runs in the table, drawn: %.0f ms\n", model.rowCount(), msSince(begin));
  std::printf("resident: %.0f MB, %.0f MB more than before\n", double(processMemory().resident) * 1e-6,
              double(processMemory().resident - resident) * 1e-6);
  std::printf("names that a column or a filter may have: %zu\n", model.factColumns().all().size());
  const auto time = [&](const char* what, auto work) {
    const std::int64_t from = nowNs();
    work();
    QApplication::processEvents();
    std::printf("%-52s %6.1f ms, %d rows\n", what, msSince(from), view.rows()->rowCount());
  };
  model.setChosen({"train.optimizer.learning_rate", "metric_7"});
  time("sort by a measured column", [&] { view.table()->sortByColumn(RunsModel::Loss, Qt::AscendingOrder); });
  time("sort by name", [&] { view.table()->sortByColumn(RunsModel::Name, Qt::DescendingOrder); });
  time("sort by three columns", [&] {
    view.rows()->setKeys(
        {{RunsModel::Model, Qt::AscendingOrder}, {RunsModel::ColumnCount, Qt::DescendingOrder}, {RunsModel::ColumnCount + 1, Qt::AscendingOrder}});
  });
  time("group by the model", [&] { view.rows()->setGroup(RunsModel::Model); });
  const auto filter = [&](const char* text) {
    auto parsed = std::get<RunFilter>(RunFilter::parse(text));
    parsed.bind(model.factColumns());
    return parsed;
  };
  time("filter: loss < 0.3 and switches.amp and tag:baseline",
       [&] { view.rows()->setFilter(filter("loss < 0.3 and switches.amp and tag:baseline")); });
  time("filter: words", [&] { view.rows()->setFilter(filter("resnet 19")); });
  time("no filter", [&] { view.rows()->setFilter({}); });
  const RunReader reader(path);
  const std::int64_t version = reader.changes(0).version;
  const std::int64_t again = nowNs();
  const auto changed = reader.changes(version).changed.size();
  std::printf("asking for what changed: %.2f ms, %zu runs\n", msSince(again), changed);
}

void overlay(const std::string& folder) {
  const std::string path = folder + "/overlay.db";
  std::vector<RunId> runs;
  if (!std::filesystem::exists(path)) {
    RunWriter writer(path);
    for (int r = 0; r < 100; ++r) {
      RunInfo info;
      info.configuration = "{}";
      info.id = writer.createRun(info);
      writer.append(info.id, "train_loss", pointsOf(100'000, r));
      info.status = RunStatus::Finished;
      writer.finish(info);
    }
  }
  const RunReader reader(path);
  for (const RunInfo& run : reader.runs()) runs.push_back(run.id);
  const std::int64_t begin = nowNs();
  std::size_t buckets = 0;
  for (const RunId run : runs) buckets += reader.overview(run, "train_loss", 1000).size();
  std::printf("overlay of %zu runs x 100,000 points through the pyramid: %.0f ms, %zu buckets\n", runs.size(), msSince(begin), buckets);
}

}  // namespace

int main(int count, char** arguments) {
  QApplication application(count, arguments);
  if (count < 2) {
    std::fputs("bench_store FOLDER [RUNS]\n", stderr);
    return 2;
  }
  applyTheme(application, ThemeChoice::Light);
  const std::string folder = arguments[1];
  std::filesystem::create_directories(folder);
  bulk(folder);
  live(folder);
  overlay(folder);
  makeProject(folder + "/runs.db", count > 2 ? std::atoi(arguments[2]) : 2000);
  malloc_trim(0);
  table(folder + "/runs.db");
  return 0;
}
