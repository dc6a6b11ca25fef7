#include "core/backend/cuda/plugin/kept_records.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/backend/cuda/plugin/context.h"

namespace stepscope::cuda {
namespace {

constexpr const char* kTitle = "stepscope cupti records, 1";
constexpr std::uint64_t kMost = std::uint64_t{1} << 32;  // limit for the bytes of any item

void put(std::ostream& to, std::uint64_t number) {
  to.write(reinterpret_cast<const char*>(&number), sizeof(number));
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path, std::ios::binary) {}

  std::string line() {
    std::string text;
    std::getline(file_, text);
    return text;
  }
  std::uint64_t number() {
    std::uint64_t number = 0;
    bytes(&number, sizeof(number));
    return number;
  }
  std::uint64_t size() {
    const std::uint64_t size = number();
    if (size > kMost) damaged();
    return size;
  }
  void bytes(void* to, std::uint64_t count) {
    file_.read(static_cast<char*>(to), static_cast<std::streamsize>(count));
    if (static_cast<std::uint64_t>(file_.gcount()) != count) damaged();
  }
  [[noreturn]] void damaged() const { throw Failure(kFailed, path_ + " is not a complete file of CUPTI's records; record it again"); }

 private:
  std::string path_;
  std::ifstream file_;
};

}  // namespace

void KeptRecords::addBuffer(const void* bytes, std::size_t size) {
  std::vector<std::uint64_t>& words = buffers.emplace_back((size + 7) / 8);
  if (size > 0) std::memcpy(words.data(), bytes, size);
}

void KeptRecords::write(const std::string& path) const {
  std::ofstream file(path, std::ios::binary);
  file << kTitle << '\n';
  put(file, cupti);
  put(file, events.size());
  for (const GraphNodeEvent& event : events)
    for (const std::uint64_t number : {event.id, event.copiedFrom, event.node}) put(file, number);
  put(file, names.size());
  for (const auto& [address, name] : names) {
    put(file, address);
    put(file, name.size());
    file << name;
  }
  put(file, buffers.size());
  for (const auto& buffer : buffers) {
    put(file, buffer.size());
    file.write(reinterpret_cast<const char*>(buffer.data()), static_cast<std::streamsize>(buffer.size() * 8));
  }
  if (!file.flush()) throw Failure(kFailed, path + " cannot be written; STEPSCOPE_CUPTI_DUMP must name a folder that can");
}

KeptRecords KeptRecords::read(const std::string& path) {
  Reader file(path);
  if (file.line() != kTitle) file.damaged();
  KeptRecords kept;
  kept.cupti = static_cast<std::uint32_t>(file.number());
  for (std::uint64_t count = file.size(); count > 0; --count) {
    GraphNodeEvent& event = kept.events.emplace_back();
    event.id = file.number();
    event.copiedFrom = file.number();
    event.node = file.number();
  }
  for (std::uint64_t count = file.size(); count > 0; --count) {
    const std::uint64_t address = file.number();
    std::string name;
    for (std::uint64_t rest = file.size(); rest > 0; --rest) {
      name.push_back('\0');
      file.bytes(&name.back(), 1);
    }
    kept.names.emplace(address, std::move(name));
  }
  for (std::uint64_t count = file.size(); count > 0; --count) {
    std::vector<std::uint64_t>& buffer = kept.buffers.emplace_back();
    for (std::uint64_t rest = file.size(); rest > 0; --rest) buffer.push_back(file.number());
  }
  return kept;
}

std::string nextRecordsFile() {
  const char* const folder = std::getenv("STEPSCOPE_CUPTI_DUMP");
  if (!folder || !*folder) return {};
  static std::atomic<int> number = 0;
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);  // an error is reported when the file is written
  return (std::filesystem::path(folder) / ("records-" + std::to_string(getpid()) + "-" + std::to_string(++number) + ".cupti")).string();
}

}  // namespace stepscope::cuda
