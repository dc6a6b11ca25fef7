#include "core/backend/cuda/plugin/kernel_files.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace stepscope::cuda {
namespace {

// The checksum of names and image: with a damaged image a driver may do anything.
std::uint64_t sumOf(const CompiledKernels& compiled) {
  Hash hash;
  for (const std::string& entry : compiled.entries) hash.add(entry);
  hash.add({compiled.image.data(), compiled.image.size()});
  return hash.value;
}

constexpr const char* kCacheTitle = "stepscope kernels, 2";

}  // namespace

// The file has a title, the names (one per line), the size of the image and the checksum, then the image.
bool readKernels(const std::string& path, std::int32_t count, CompiledKernels& out) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::uint64_t bytes = 0;
  if (!std::getline(file, line) || line != kCacheTitle) return false;
  for (std::int32_t i = 0; i < count && std::getline(file, line); ++i) out.entries.push_back(line);
  std::uint64_t sum = 0;
  if (!(file >> bytes >> sum) || file.get() != '\n' || bytes == 0 || bytes > (std::uint64_t{1} << 30)) return false;
  out.image.resize(bytes);
  file.read(out.image.data(), static_cast<std::streamsize>(bytes));
  return static_cast<std::uint64_t>(file.gcount()) == bytes && file.peek() == std::char_traits<char>::eof() &&
         out.entries.size() == static_cast<std::size_t>(count) && sumOf(out) == sum;
}

void writeKernels(const std::string& path, const CompiledKernels& compiled) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  const std::string beside = path + "." + std::to_string(getpid());
  {
    std::ofstream file(beside, std::ios::binary);
    file << kCacheTitle << '\n';
    for (const std::string& entry : compiled.entries) file << entry << '\n';
    file << compiled.image.size() << ' ' << sumOf(compiled) << '\n';
    file.write(compiled.image.data(), static_cast<std::streamsize>(compiled.image.size()));
    if (!file) {
      file.close();
      std::filesystem::remove(beside, ignored);
      return;
    }
  }
  std::filesystem::rename(beside, path, ignored);
}

std::uint64_t textSum(const SourceFile* files, std::int32_t fileCount) {
  Hash sum;
  for (std::int32_t i = 0; i < fileCount; ++i) sum.add(files[i].text);
  return sum.value;
}

PackedKernels::PackedKernels(const std::string& folder, int major, int minor, std::uint64_t textSum) {
  // Machine code for a compute capability also runs on later ones of the same major version.
  for (int m = minor; m >= 0 && places_.empty(); --m) {
    std::ifstream index(folder + "/index.sm_" + std::to_string(10 * major + m));
    std::uint64_t sum = 0;
    std::string line;
    if (!(index >> sum) || sum != textSum || !std::getline(index, line)) continue;
    while (std::getline(index, line)) {
      std::istringstream cut(line);
      Place place;
      std::getline(cut, place.file, '\t');
      for (std::string type; std::getline(cut, type, '\t');) place.types.push_back(type);
      if (place.types.empty()) continue;
      for (const std::string& type : place.types) byType_[type] = places_.size();
      place.file = folder + "/" + place.file;
      places_.push_back(std::move(place));
    }
  }
}

const PackedKernels::Image* PackedKernels::holding(const std::string& type) {
  const auto found = byType_.find(type);
  if (found == byType_.end()) return nullptr;
  Place& place = places_[found->second];
  if (!place.image && !place.damaged) {
    auto image = std::make_unique<Image>();
    place.damaged = !readKernels(place.file, static_cast<std::int32_t>(place.types.size()), image->kernels);
    image->types = place.types;
    if (!place.damaged) place.image = std::move(image);
  }
  return place.image.get();
}

const std::string& PackedKernels::Image::entryOf(const std::string& type) const {
  return kernels.entries[static_cast<std::size_t>(std::ranges::find(types, type) - types.begin())];
}

}  // namespace stepscope::cuda
