#include "core/train/checkpoint/checkpoint_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "core/store/process_identity.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTemporary = ".tmp-";

// The machine and container of a process, short enough for a file name: "3f2a91c0-4026531836".
std::string shortPlace(const ProcessIdentity& process) {
  std::string digits;
  for (char c : process.pidNamespace)
    if (c >= '0' && c <= '9') digits += c;
  return process.boot.substr(0, 8) + '-' + digits;
}

std::vector<std::string> leftovers(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> dead;
  const ProcessIdentity self = thisProcess();
  const std::string place = shortPlace(self);
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    const std::string file = it->path().filename().string();
    const std::size_t mark = file.find(kTemporary);
    if (mark == std::string::npos) continue;
    ProcessIdentity maker = self;
    const char* last = file.data() + file.size();
    const auto [pidEnd, pidStatus] = std::from_chars(file.data() + mark + std::strlen(kTemporary), last, maker.pid);
    if (pidStatus != std::errc() || pidEnd == last || *pidEnd != '-') continue;
    const auto [startEnd, startStatus] = std::from_chars(pidEnd + 1, last, maker.startTicks);
    if (startStatus != std::errc() || startEnd == last || *startEnd != '-') continue;
    std::error_code ignored;
    const bool samePlace = std::string_view(startEnd + 1, static_cast<std::size_t>(last - startEnd - 1)).substr(0, place.size()) == place;
    // Processes of another boot or container cannot be checked; no save takes longer than a day.
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(it->path(), ignored);
    if (samePlace ? isDead(maker) : !ignored && age > std::chrono::hours(24)) dead.push_back(it->path().string());
  }
  return dead;
}

}  // namespace

std::vector<Generation> generations(const std::string& directory, const std::string& name) {
  std::vector<Generation> found;
  std::error_code error;
  const std::string prefix = name + '.';
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    const std::string file = it->path().filename().string();
    if (file.compare(0, prefix.size(), prefix) != 0) continue;
    Generation generation;
    const char* last = file.data() + file.size();
    const auto [rest, status] = std::from_chars(file.data() + prefix.size(), last, generation.number);
    std::error_code ignored;
    if (status != std::errc() || rest != last || !it->is_directory(ignored)) continue;
    generation.path = it->path().string();
    found.push_back(std::move(generation));
  }
  std::sort(found.begin(), found.end(), [](const Generation& a, const Generation& b) { return a.number > b.number; });
  return found;
}

std::string temporaryPath(const std::string& directory, const std::string& name) {
  static std::atomic<std::uint64_t> counter{0};
  const ProcessIdentity self = thisProcess();
  return fmt::format("{}/{}{}{}-{}-{}-{}", directory, name, kTemporary, self.pid, self.startTicks, shortPlace(self), counter++);
}

std::uint64_t bytesOfFolder(const std::string& path) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored) && !it->is_symlink(ignored)) bytes += it->file_size(ignored);
  }
  return bytes;
}

std::uint64_t removeGeneration(const std::string& path) {
  const fs::path folder(path);
  const std::uint64_t bytes = bytesOfFolder(path);
  const std::string leftover = temporaryPath(folder.parent_path().string(), folder.filename().string());
  std::error_code error;
  fs::rename(path, leftover, error);
  if (error) return 0;  // another process removed it, or it may not be moved
  fs::remove_all(leftover, error);
  return bytes;
}

std::uint64_t bytesOfLeftovers(const std::string& directory) {
  std::uint64_t bytes = 0;
  for (const std::string& path : leftovers(directory)) bytes += bytesOfFolder(path);
  return bytes;
}

std::uint64_t removeTemporaries(const std::string& directory) {
  std::uint64_t bytes = 0;
  for (const std::string& path : leftovers(directory)) {
    bytes += bytesOfFolder(path);
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  return bytes;
}

}  // namespace stepscope
