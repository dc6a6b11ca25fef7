#include "core/report/doctor.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <jpeglib.h>
#include <png.h>
#include <sqlite3.h>
#include <zlib.h>
#include <algorithm>

#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/units.h"

namespace stepscope {
namespace {

std::string folder(const char* variable, const char* below) {
  if (const char* set = std::getenv(variable); set && *set == '/') return std::string(set) + "/stepscope";
  const char* home = std::getenv("HOME");
  return std::string(home ? home : "") + below + "/stepscope";
}

std::string when(std::int64_t unixMs) {
  const std::time_t seconds = unixMs / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

std::vector<std::pair<std::string, std::string>> libraryVersions(const DeviceInfo& cpu) {
  const std::size_t space = cpu.library.rfind(' ');
  return {{cpu.library.substr(0, space), space == std::string::npos ? "" : cpu.library.substr(space + 1)},
          {"SQLite", sqlite3_libversion()},
          {"libjpeg API", std::to_string(JPEG_LIB_VERSION / 10) + "." + std::to_string(JPEG_LIB_VERSION % 10)},
          {"libpng", png_get_libpng_ver(nullptr)},
          {"zlib", zlibVersion()},
          {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
          {"JSON for Modern C++", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)}};
}

}  // namespace

DoctorReport diagnose(bool again) {
  const Backend* backend = findBackend("cpu");
  require(backend != nullptr, "there is no CPU backend");
  DoctorReport report;
  report.program = "Stepscope " STEPSCOPE_VERSION;
  report.cpu = backend->device();
  report.avx512 = report.cpu.isa.find("AVX-512") != std::string::npos;
  report.avx2 = report.avx512 || report.cpu.isa.find("AVX2") != std::string::npos;
  report.amx = report.cpu.isa.find("AMX") != std::string::npos;
  report.speed = machineSpeed(*backend, report.cpu.cores, again);
  report.gpu = findGpu();
  report.libraries = libraryVersions(report.cpu);
  report.cachePath = KernelChoices::defaultPath(backend->name());
  const KernelChoices choices = KernelChoices::load(report.cachePath);
  for (const auto& [key, kernel] : choices.entries()) {
    if (key.find(report.cpu.name) == std::string::npos || key.find(report.cpu.library) == std::string::npos) continue;
    ++report.kernelChoices;
    if (choices.isProvisional(key)) ++report.provisionalChoices;
  }
  report.configPath = folder("XDG_CONFIG_HOME", "/.config");
  return report;
}

std::string toJson(const DoctorReport& report) {
  nlohmann::ordered_json libraries = nlohmann::ordered_json::object();
  for (const auto& [name, version] : report.libraries) libraries[name] = version;
  return nlohmann::ordered_json{{"program", report.program},
                                {"cpu", report.cpu.name},
                                {"isa", report.cpu.isa},
                                {"avx2", report.avx2},
                                {"avx512", report.avx512},
                                {"amx", report.amx},
                                {"cores", report.cpu.cores},
                                {"memory_bytes", report.cpu.memoryBytes},
                                {"peak_gflops", report.speed.f32 * 1e-9},
                                {"peak_bf16_gflops", report.speed.bf16 * 1e-9},
                                {"peak_f16_gflops", report.speed.f16 * 1e-9},
                                {"peak_int8_gops", report.speed.int8 * 1e-9},
                                {"bandwidth_gb_per_second", report.speed.bandwidth * 1e-9},
                                {"measured_ms", report.speed.measuredMs},
                                {"provisional", report.speed.provisional},
                                {"kernel_choices", report.kernelChoices},
                                {"provisional_kernel_choices", report.provisionalChoices},
                                {"gpu",
                                 {{"driver", report.gpu.driver},
                                  {"driver_version", report.gpu.driverVersion},
                                  {"devices", report.gpu.devices},
                                  {"explanation", report.gpu.explanation}}},
                                {"libraries", libraries},
                                {"cache_path", report.cachePath},
                                {"config_path", report.configPath}}
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<std::pair<std::string, std::string>> describe(const DoctorReport& report) {
  const auto yes = [](bool has) { return std::string(has ? "yes" : "no"); };
  const auto rate = [told = wordsOf(report.speed)](const char* what) {
    const auto found = std::find_if(told.begin(), told.end(), [&](const auto& one) { return one.first == what; });
    return found != told.end() ? found->second : std::string("the library has no fast product here");
  };
  std::vector<std::pair<std::string, std::string>> rows = {
      {"Program", report.program},
      {"Processor", report.cpu.name},
      {"Instructions used", report.cpu.isa},
      {"AVX2 / AVX-512 / AMX", yes(report.avx2) + " / " + yes(report.avx512) + " / " + yes(report.amx)},
      {"Cores", std::to_string(report.cpu.cores)},
      {"Memory", text::bytes(static_cast<double>(report.cpu.memoryBytes))},
      {"Measured peak (f32)", rate("f32")},
      {"Measured peak (bf16)", rate("bf16")},
      {"Measured peak (int8)", rate("int8")},
      {"Measured copy rate", rate("copy")},
      {"Measured", when(report.speed.measuredMs) + ", with " + std::to_string(report.speed.threads) + " threads" +
                       (report.speed.provisional ? ", while other programs held the cores: the machine may do more. Ask again when it is idle" : "")},
      {"GPU", report.gpu.explanation},
  };
  for (const std::string& device : report.gpu.devices) rows.emplace_back("", device);
  for (const auto& [name, version] : report.libraries) rows.emplace_back(name, version);
  rows.emplace_back("Kernel choices", report.cachePath);
  rows.emplace_back("",
                    fmt::format("{} of this processor{}", report.kernelChoices,
                                report.provisionalChoices > 0
                                    ? fmt::format(", {} of them provisional: they are timed again when the cores are free", report.provisionalChoices)
                                    : ""));
  rows.emplace_back("Settings", report.configPath);
  return rows;
}

}  // namespace stepscope
