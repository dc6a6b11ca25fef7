#include "core/train/checkpoint/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/train/checkpoint/checkpoint_folder.h"
#include "core/train/checkpoint/checkpoint_list.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kFormatVersion = 2;
constexpr std::uintmax_t kLargestText = std::uintmax_t{64} << 20;  // for state.json and MANIFEST.json
constexpr const char* kManifest = "MANIFEST.json";
constexpr const char* kModel = "model.safetensors";
constexpr const char* kOptimizer = "optim.safetensors";
constexpr const char* kState = "state.json";

[[noreturn]] void throwDisk(const std::string& path, const std::string& what, int number) {
  const char* cure = "Check the disk and the folder's permissions";
  if (number == ENOSPC || number == EDQUOT || number == EFBIG) cure = "Free some disk space";
  if (number == EACCES || number == EROFS || number == EPERM)
    cure = "Give yourself write permission, or copy the project to a folder that you may write to";
  throw Error(ErrorKind::Resource, path, fmt::format("{}: {}", what, std::strerror(number)), cure);
}

[[noreturn]] void throwDamaged(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::Input, path, "the checkpoint is damaged: " + what, "Resume from another checkpoint, or start the run anew");
}

void syncDirectory(const std::string& path) {
  const int directory = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) throwDisk(path, "the folder cannot be opened", errno);
  const int failed = ::fsync(directory) != 0 ? errno : 0;
  ::close(directory);
  if (failed && failed != EINVAL) throwDisk(path, "the folder cannot be flushed", failed);  // EINVAL: the file system does not support it
}

void writeText(const std::string& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) throwDisk(path, "the file cannot be created", errno);
  std::size_t done = 0;
  int failed = 0;
  while (done < text.size() && !failed) {
    const ssize_t wrote = ::write(file, text.data() + done, text.size() - done);
    if (wrote >= 0) {
      done += static_cast<std::size_t>(wrote);
    } else if (errno != EINTR) {
      failed = errno;
    }
  }
  if (!failed && ::fsync(file) != 0) failed = errno;
  if (::close(file) != 0 && !failed) failed = errno;
  if (failed) throwDisk(path, "the file cannot be written", failed);
}

struct FileSum {
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;
};

FileSum sumOf(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) throwDamaged(path, fmt::format("the file cannot be opened: {}", std::strerror(errno)));
  FileSum sum;
  std::vector<unsigned char> block(std::size_t{1} << 20);
  for (;;) {
    const ssize_t got = ::read(file, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int number = errno;
      ::close(file);
      throwDamaged(path, fmt::format("the file cannot be read: {}", std::strerror(number)));
    }
    if (got == 0) break;
    sum.crc = static_cast<std::uint32_t>(::crc32(sum.crc, block.data(), static_cast<unsigned>(got)));
    sum.bytes += static_cast<std::uint64_t>(got);
  }
  ::close(file);
  return sum;
}

std::string readText(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  if (error || size == 0) throwDamaged(path, "the file is missing or empty");
  if (size > kLargestText) throwDamaged(path, fmt::format("the file has {} bytes", size));
  std::ifstream stream(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!stream.read(text.data(), static_cast<std::streamsize>(size))) throwDamaged(path, "the file cannot be read");
  return text;
}

std::int64_t unixMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// JSON has no NaN and no infinity, and a loss may be either.
Json jsonOf(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double doubleOf(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

Json jsonOf(const std::map<std::string, double>& numbers) {
  Json json = Json::object();
  for (const auto& [name, value] : numbers) json[name] = jsonOf(value);
  return json;
}

std::string stateText(const Checkpoint& c) {
  return Json({{"version", kFormatVersion},
               {"step", c.step},
               {"epoch", c.epoch},
               {"sample_in_epoch", c.sampleInEpoch},
               {"seconds", jsonOf(c.seconds)},
               {"epoch_loss_sum", jsonOf(c.epochLossSum)},
               {"epoch_metric_sum", jsonOf(c.epochMetricSum)},
               {"epoch_samples", c.epochSamples},
               {"best", jsonOf(c.best)},
               {"numbers", jsonOf(c.numbers)},
               {"texts", c.texts},
               {"seed", c.seed},
               {"threads", c.threads},
               {"kernel_choices", c.kernelChoices},
               {"configuration", c.configuration},
               {"data_fingerprint", c.dataFingerprint}})
      .dump(1, ' ', false, Json::error_handler_t::replace);
}

void readState(const std::string& path, Checkpoint& c) {
  try {
    const Json json = Json::parse(readText(path));
    json.at("step").get_to(c.step);
    json.at("epoch").get_to(c.epoch);
    json.at("sample_in_epoch").get_to(c.sampleInEpoch);
    c.seconds = doubleOf(json.at("seconds"));
    c.epochLossSum = doubleOf(json.at("epoch_loss_sum"));
    // Version 1 used the names for classification for these two, with -1 for "no validation yet".
    c.epochMetricSum = doubleOf(json.at(json.contains("epoch_correct") ? "epoch_correct" : "epoch_metric_sum"));
    json.at("epoch_samples").get_to(c.epochSamples);
    if (json.contains("best_accuracy")) {
      const double accuracy = doubleOf(json["best_accuracy"]);
      c.best = accuracy == -1 ? std::numeric_limits<double>::quiet_NaN() : accuracy;
    } else {
      c.best = doubleOf(json.at("best"));
    }
    if (const auto numbers = json.find("numbers"); numbers != json.end())  // older checkpoints have none
      for (const auto& [name, value] : numbers->items()) c.numbers[name] = doubleOf(value);
    if (const auto texts = json.find("texts"); texts != json.end()) texts->get_to(c.texts);
    json.at("seed").get_to(c.seed);
    json.at("threads").get_to(c.threads);
    json.at("kernel_choices").get_to(c.kernelChoices);
    json.at("configuration").get_to(c.configuration);
    json.at("data_fingerprint").get_to(c.dataFingerprint);
  } catch (const Json::exception& error) {
    throwDamaged(path, error.what());
  }
}

// Throws Error (Input) with the first file that does not match the manifest.
void verify(const std::string& path) {
  const std::string manifestPath = path + '/' + kManifest;
  try {
    const Json manifest = Json::parse(readText(manifestPath));
    if (const int version = manifest.at("version").get<int>(); version > kFormatVersion)
      throw Error(ErrorKind::Input, manifestPath,
                  fmt::format("the checkpoint has format version {}; this program reads up to {}", version, kFormatVersion), "Update Stepscope");
    const Json& files = manifest.at("files");
    for (const char* name : {kModel, kOptimizer, kState}) {
      const std::string file = path + '/' + name;
      const FileSum sum = sumOf(file);
      const auto bytes = files.at(name).at("size").get<std::uint64_t>();
      const auto crc = files.at(name).at("crc32").get<std::uint32_t>();
      if (sum.bytes != bytes) throwDamaged(file, fmt::format("the file has {} bytes, its manifest says {}", sum.bytes, bytes));
      if (sum.crc != crc) throwDamaged(file, fmt::format("the file's CRC-32 is {:08x}, its manifest says {:08x}", sum.crc, crc));
    }
  } catch (const Json::exception& error) {
    throwDamaged(manifestPath, error.what());
  }
}

Checkpoint loadGeneration(const std::string& path, CheckpointParts parts) {
  verify(path);
  Checkpoint checkpoint;
  readState(path + '/' + kState, checkpoint);
  checkpoint.score = readManifest(path).score;
  checkpoint.model = readSafetensors(path + '/' + kModel);
  if (parts == CheckpointParts::All) checkpoint.optimizer = readSafetensors(path + '/' + kOptimizer);
  return checkpoint;
}

Json manifestOf(const Checkpoint& checkpoint, Json files) {
  Json manifest = {{"format", "stepscope checkpoint"}, {"version", kFormatVersion}, {"step", checkpoint.step},
                   {"epoch", checkpoint.epoch},        {"saved_ms", unixMs()},      {"files", std::move(files)}};
  if (checkpoint.score.known()) {
    manifest["score"] = {
        {"metric", checkpoint.score.metric}, {"value", jsonOf(checkpoint.score.value)}, {"larger_is_better", checkpoint.score.larger}};
    if (!checkpoint.score.data.empty()) manifest["score"]["data"] = checkpoint.score.data;
  }
  return manifest;
}

void checkSpace(const Checkpoint& checkpoint, std::size_t stateBytes, const std::string& directory) {
  std::uint64_t needed = stateBytes + (std::uint64_t{64} << 10);
  for (const auto* tensors : {&checkpoint.model, &checkpoint.optimizer})
    for (const SafeTensor& tensor : *tensors) needed += tensor.data.size() + 256;
  struct statvfs space {};
  if (::statvfs(directory.c_str(), &space) != 0) return;  // not known: a failed write will report it
  const double available = static_cast<double>(space.f_bavail) * static_cast<double>(space.f_frsize);
  if (available < 1.2 * static_cast<double>(needed))
    throw Error(ErrorKind::Resource, directory,
                fmt::format("there is not enough disk space for a checkpoint: {} are free, {} are needed", text::bytes(available),
                            text::bytes(1.2 * static_cast<double>(needed))),
                "Free some disk space");
}

}  // namespace

void saveCheckpoint(const Checkpoint& checkpoint, const std::string& directory, const std::string& name, std::size_t keep) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throwDisk(directory, "the folder cannot be made", error.value());
  const std::string state = stateText(checkpoint);
  checkSpace(checkpoint, state.size(), directory);

  const std::string temporary = temporaryPath(directory, name);
  fs::remove_all(temporary, error);
  if (::mkdir(temporary.c_str(), 0755) != 0) throwDisk(directory, "a checkpoint cannot be made in this folder", errno);
  try {
    writeSafetensors(temporary + '/' + kModel, checkpoint.model, {{"format", "stepscope"}});
    writeSafetensors(temporary + '/' + kOptimizer, checkpoint.optimizer, {{"format", "stepscope"}});
    writeText(temporary + '/' + kState, state);
    Json files;
    for (const char* file : {kModel, kOptimizer, kState}) {
      const FileSum sum = sumOf(temporary + '/' + file);
      files[file] = {{"size", sum.bytes}, {"crc32", sum.crc}};
    }
    writeText(temporary + '/' + kManifest, manifestOf(checkpoint, std::move(files)).dump(1));
    syncDirectory(temporary);
    // Another process may take the next number first; then rename() finds a directory that is not empty, and the number
    // after that is tried.
    std::vector<Generation> old = generations(directory, name);
    std::uint64_t number = old.empty() ? 1 : old.front().number + 1;
    for (int attempt = 0;; ++attempt, ++number) {
      const std::string target = fmt::format("{}/{}.{:06}", directory, name, number);
      if (::rename(temporary.c_str(), target.c_str()) == 0) break;
      if ((errno != ENOTEMPTY && errno != EEXIST) || attempt == 1000) throwDisk(target, "the checkpoint cannot be put in place", errno);
    }
  } catch (...) {
    fs::remove_all(temporary, error);
    throw;
  }
  syncDirectory(directory);
  const std::vector<Generation> all = rankedGenerations(directory, name);
  for (std::size_t i = std::max<std::size_t>(1, keep); i < all.size(); ++i) removeGeneration(all[i].path);
}

Checkpoint loadCheckpoint(const std::string& directory, const std::string& name, std::string* fallback, CheckpointParts parts) {
  const std::vector<Generation> all = rankedGenerations(directory, name);
  if (all.empty())
    throw Error(ErrorKind::Input, directory, fmt::format("there is no checkpoint \"{}\" in this folder", name),
                "Start the run anew, or choose another run");
  std::exception_ptr newest;
  std::string why;
  for (const Generation& generation : all) {
    try {
      Checkpoint checkpoint = loadGeneration(generation.path, parts);
      if (newest && fallback) *fallback = fmt::format("{} The one before it, of step {}, is used instead.", why, checkpoint.step);
      return checkpoint;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Input) throw;  // not a damaged file (e.g. out of memory): an older one would fail too
      if (newest) continue;
      newest = std::current_exception();
      why = error.what();
    }
  }
  std::rethrow_exception(newest);
}

Checkpoint loadCheckpointAt(const std::string& path) {
  return loadGeneration(path, CheckpointParts::All);
}

void verifyCheckpoint(const std::string& path) {
  verify(path);
}

bool hasCheckpoint(const std::string& directory, const std::string& name) {
  return !generations(directory, name).empty();
}

std::string checkpointPath(const std::string& directory, const std::string& name) {
  const std::vector<Generation> all = rankedGenerations(directory, name);
  return all.empty() ? std::string() : all.front().path;
}

}  // namespace stepscope
