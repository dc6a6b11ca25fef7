// The other process of the store's tests. It acknowledges on standard output what the store says is committed.
//   write STORE              points without end, each 100 flushed and acknowledged: to be killed
//   hammer STORE SECONDS     many small writes of every kind; the exit status is 0 when none failed
//   read STORE               reads without end; says on standard error what does not fit: to be killed
//   verify STORE RUN:STEP... says "damaged" and "lost" where the file is not whole or a step up to STEP is not there; the exit status is 1 then
//   hold STORE               creates a run, says its number, and waits for the end of its input
//   open-as-nobody STORE     without root's rights: prints what opening for writing and for reading says
#include <grp.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/base/error.h"
#include "core/store/care/store_tools.h"
#include "core/store/run_store.h"

using namespace stepscope;

namespace {

RunInfo running(const std::string& model) {
  RunInfo info;
  info.model = model;
  info.configuration = "{}";
  return info;
}

void acknowledge(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

int writeWithoutEnd(const std::string& path) {
  RunWriter writer(path);
  const RunId id = writer.createRun(running("writer"));
  acknowledge("run " + std::to_string(id));
  for (std::int64_t step = 1;; ++step) {
    writer.append(id, "train_loss", {step, 0.001 * static_cast<double>(step), 1.0 / static_cast<double>(step)});
    writer.append(id, "lr", {step, 0.001 * static_cast<double>(step), 0.1});
    if (step % 100 != 0) continue;
    writer.mark(id, {step, 0, "checkpoint", "saved"});
    writer.flush();
    acknowledge("step " + std::to_string(step));
  }
}

int hammer(const std::string& path, double seconds) {
  RunWriter writer(path);
  int errors = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (int round = 0; std::chrono::steady_clock::now() < end; ++round) {
    RunInfo info = running("hammer");
    info.id = writer.createRun(info);
    for (int step = 0; step < 50; ++step) writer.append(info.id, "train_loss", {step, 0, 0.5});
    writer.mark(info.id, {10, 0, "switch", "batch size 64 -> 128"});
    writer.setArtefact(info.id, "memory_plan", "{}");
    writer.rename(info.id, "round " + std::to_string(round));
    info.status = RunStatus::Finished;
    writer.finish(info);
    const auto runs = RunReader(path).runs();
    if (runs.empty()) ++errors;
    if (const auto error = writer.takeError()) {
      std::fprintf(stderr, "%s\n", error->c_str());
      ++errors;
    }
  }
  return errors;
}

// Steps 1, 2, 3, ... without a gap; the last one.
std::int64_t lastOf(const RunReader& reader, RunId run, const char* key) {
  std::int64_t last = 0;
  for (const Point& point : reader.points(run, key))
    if (point.step != ++last)
      throw Error(ErrorKind::Input, key, "step " + std::to_string(point.step) + " stands where " + std::to_string(last) + " belongs");
  return last;
}

int readWithoutEnd(const std::string& path) {
  const RunReader reader(path);
  for (std::int64_t version = 0;;) {
    const RunChanges changes = reader.changes(version);
    version = changes.version;
    for (const RunRow& row : changes.changed) {
      for (const SeriesInfo& series : row.series) lastOf(reader, row.info.id, series.key.c_str());
      if (!row.series.empty()) reader.overview(row.info.id, "train_loss", 100);
    }
    ::usleep(20'000);
  }
}

int verify(const std::string& path, int count, char** claims) {
  int bad = 0;
  for (const std::string& problem : checkStore(path).problems) {
    acknowledge("damaged: " + problem);
    ++bad;
  }
  const RunReader reader(path);
  for (int i = 0; i < count; ++i) {
    const std::string claim = claims[i];
    const RunId run = std::atoll(claim.c_str());
    const std::int64_t step = std::atoll(claim.substr(claim.find(':') + 1).c_str());
    for (const char* key : {"train_loss", "lr"}) {
      const std::int64_t last = lastOf(reader, run, key);
      if (last >= step) continue;
      acknowledge("lost: run " + std::to_string(run) + ", " + key + " ends at " + std::to_string(last) + ", acknowledged were " +
                  std::to_string(step));
      ++bad;
    }
  }
  return bad ? 1 : 0;
}

int hold(const std::string& path) {
  RunWriter writer(path);
  acknowledge("run " + std::to_string(writer.createRun(running("holder"))));
  while (std::getchar() != EOF) {
  }
  return 0;
}

int openAsNobody(const std::string& path) {
  if (::getuid() == 0 && (::setgroups(0, nullptr) != 0 || ::setgid(65534) != 0 || ::setuid(65534) != 0)) return 77;
  try {
    RunWriter writer(path);
    acknowledge("write ok");
  } catch (const Error& error) {
    acknowledge(std::string("write ") + error.what());
  }
  try {
    acknowledge("read " + std::to_string(RunReader(path).runs().size()));
  } catch (const Error& error) {
    acknowledge(std::string("read ") + error.what());
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count > 1 ? arguments[1] : "", path = count > 2 ? arguments[2] : "";
  try {
    if (command == "write") return writeWithoutEnd(path);
    if (command == "hammer" && count > 3) return hammer(path, std::atof(arguments[3]));
    if (command == "read") return readWithoutEnd(path);
    if (command == "verify") return verify(path, count - 3, arguments + 3);
    if (command == "hold") return hold(path);
    if (command == "open-as-nobody") return openAsNobody(path);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 99;
  }
  return 2;
}
