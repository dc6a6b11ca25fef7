#include "core/backend/machine_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "core/backend/cache_file.h"
#include "core/base/core_use.h"
#include "core/base/units.h"

namespace stepscope {
namespace {

constexpr std::string_view kProvisional = "provisional", kBehind = " provisional";
constexpr std::int64_t kProvisionalForMs = 60'000;

std::int64_t unixMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string pathOf(const Backend& backend) {
  return cacheFile("speed-" + std::string(backend.name()) + ".tsv");
}

// One "machine<TAB>f32 bf16 f16 int8 bandwidth when[ provisional]" per line. Invalid lines are skipped.
std::map<std::string, MachineSpeed> load(const std::string& path) {
  std::map<std::string, MachineSpeed> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || tab == 0) continue;
    MachineSpeed speed;
    std::istringstream numbers(line.substr(tab + 1));
    if (!(numbers >> speed.f32 >> speed.bf16 >> speed.f16 >> speed.int8 >> speed.bandwidth >> speed.measuredMs)) continue;
    if (std::string word; numbers >> word) {
      if (word != kProvisional) continue;
      speed.provisional = true;
    }
    const auto sane = [](double rate) { return std::isfinite(rate) && rate >= 0 && rate < 1e18; };
    if (!sane(speed.f32) || !sane(speed.bf16) || !sane(speed.f16) || !sane(speed.int8) || !sane(speed.bandwidth)) continue;
    if (speed.f32 <= 0 || speed.bandwidth <= 0) continue;
    all[line.substr(0, tab)] = speed;
  }
  return all;
}

MachineSpeed measure(const Backend& backend, int threads) {
  MachineSpeed speed;
  const Disturbance others(threads);
  const bool wasBusy = backend.isBusy(threads);
  speed.f32 = backend.measuredPeakFlops(threads);
  speed.bf16 = backend.measuredPeakOf(DType::BF16, threads);
  speed.f16 = backend.measuredPeakOf(DType::F16, threads);
  speed.int8 = backend.measuredPeakOf(DType::U8, threads);
  speed.bandwidth = backend.measuredBandwidth(threads);
  speed.measuredMs = unixMs();
  speed.provisional = wasBusy || others.spoils() || backend.isBusy(threads);
  return speed;
}

int threadsOf(const Backend& backend, int threads) {
  return threads > 0 ? threads : backend.device().cores;
}

}  // namespace

std::string machineName(const Backend& backend, int threads) {
  const DeviceInfo device = backend.device();
  return fmt::format("{} threads, {}, {}, {}", threadsOf(backend, threads), device.isa, device.name, device.library);
}

MachineSpeed keptSpeed(const Backend& backend, int threads) {
  const auto all = load(pathOf(backend));
  const auto found = all.find(machineName(backend, threads));
  MachineSpeed speed = found == all.end() ? MachineSpeed{} : found->second;
  speed.threads = threadsOf(backend, threads);
  return speed;
}

MachineSpeed keptSpeedOf(const Backend& backend, int threads) {
  MachineSpeed speed = keptSpeed(backend, std::max(1, threads));
  const int cores = backend.device().cores;
  if (speed.f32 > 0 || backend.kind() == DeviceKind::Gpu || threads <= 0 || threads >= cores) return speed;
  speed = keptSpeed(backend, cores);
  const double part = static_cast<double>(threads) / cores;
  for (double* rate : {&speed.f32, &speed.bf16, &speed.f16, &speed.int8}) *rate *= part;
  return speed;
}

std::vector<std::pair<std::string, std::string>> wordsOf(const MachineSpeed& speed) {
  std::vector<std::pair<std::string, std::string>> rows;
  const auto add = [&](const char* title, double rate, const char* unit) {
    if (rate > 0) rows.emplace_back(title, text::rate(rate, unit));
  };
  add("f32", speed.f32, "FLOP/s");
  add("bf16", speed.bf16, "FLOP/s");
  add("f16", speed.f16, "FLOP/s");
  add("int8", speed.int8, "op/s");
  add("copy", speed.bandwidth, "B/s");
  return rows;
}

MachineSpeed machineSpeed(const Backend& backend, int threads, bool again) {
  MachineSpeed speed = again ? MachineSpeed{} : keptSpeed(backend, threads);
  const std::int64_t age = unixMs() - speed.measuredMs;
  if (speed.f32 <= 0 || (speed.provisional && (age < 0 || age > kProvisionalForMs))) {
    speed = measure(backend, threadsOf(backend, threads));
    auto all = load(pathOf(backend));
    all[machineName(backend, threads)] = speed;
    std::string text;
    for (const auto& [machine, s] : all)
      text += fmt::format("{}\t{:.4g} {:.4g} {:.4g} {:.4g} {:.4g} {}{}\n", machine, s.f32, s.bf16, s.f16, s.int8, s.bandwidth, s.measuredMs,
                          s.provisional ? kBehind : "");
    saveCacheFile(pathOf(backend), text);
  }
  speed.threads = threadsOf(backend, threads);
  return speed;
}

}  // namespace stepscope
