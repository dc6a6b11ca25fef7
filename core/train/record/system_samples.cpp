#include "core/train/record/system_samples.h"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <limits>
#include <string>

#include "core/base/machine_limits.h"

namespace stepscope {
namespace {

struct Ticks {
  double busy = 0, all = 0;
};

// The first line of /proc/stat, proc(5): user nice system idle iowait irq softirq steal.
Ticks ticksOfTheMachine() {
  std::ifstream stat("/proc/stat");
  std::string name;
  stat >> name;
  std::array<double, 8> fields{};
  for (double& field : fields) stat >> field;
  if (!stat) return {};
  Ticks ticks;
  for (const double field : fields) ticks.all += field;
  ticks.busy = ticks.all - fields[3] - fields[4];
  return ticks;
}

double ticksOfThisProcess() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); };
  return (seconds(usage.ru_utime) + seconds(usage.ru_stime)) * static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// read_bytes and write_bytes of /proc/self/io, proc(5); NaN if the kernel keeps no such counts.
struct DiskBytes {
  double read = std::numeric_limits<double>::quiet_NaN(), written = read;
};

DiskBytes diskBytesOfThisProcess() {
  DiskBytes bytes;
  std::ifstream io("/proc/self/io");
  std::string name;
  for (double count = 0; io >> name >> count;) {
    if (name == "read_bytes:") bytes.read = count;
    if (name == "write_bytes:") bytes.written = count;
  }
  return bytes;
}

}  // namespace

std::optional<SystemSample> SystemSampler::sample(std::int64_t now, double everySeconds) {
  if (last_ != 0 && static_cast<double>(now - last_) < everySeconds * 1e9) return std::nullopt;
  const bool first = last_ == 0;
  const Ticks machine = ticksOfTheMachine();
  const double process = ticksOfThisProcess(), passed = machine.all - allTicks_;
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  SystemSample sample;
  sample.cpuShare = passed > 0 ? (machine.busy - busyTicks_) / passed : kUnknown;
  sample.processCpuShare = passed > 0 ? (process - processTicks_) / passed : kUnknown;
  sample.processBytes = processMemory().resident;
  sample.availableBytes = availableMemoryBytes();
  const DiskBytes disk = diskBytesOfThisProcess();
  const double seconds = static_cast<double>(now - last_) * 1e-9;
  sample.diskReadRate = (disk.read - diskRead_) / seconds;
  sample.diskWriteRate = (disk.written - diskWritten_) / seconds;
  last_ = now;
  busyTicks_ = machine.busy;
  allTicks_ = machine.all;
  processTicks_ = process;
  diskRead_ = disk.read;
  diskWritten_ = disk.written;
  if (first) return std::nullopt;
  return sample;
}

}  // namespace stepscope
