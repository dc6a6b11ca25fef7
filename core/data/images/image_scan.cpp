#include "core/data/images/image_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>
#include <optional>
#include <thread>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/images/image_file.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kMaxThreads = 8;

SubFolders classFolders(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw Error(ErrorKind::Input, folder, "the image folder does not exist",
                "Create it with a sub-folder of images for each class, or set data.path to where it is");
  }
  return subFolders(folder);
}

struct Candidate {
  FoundImage image;
  std::string problem;  // empty: readable
};

void inspectAll(std::vector<Candidate>& candidates, const std::atomic<bool>* cancel) {
  std::atomic<std::size_t> next{0};
  const auto inspect = [&] {
    DecodeScratch scratch;
    for (std::size_t i = next++; i < candidates.size(); i = next++) {
      throwIfCancelled(cancel);
      Candidate& candidate = candidates[i];
      try {
        candidate.image.header = inspectImageFile(candidate.image.file, scratch, candidate.image.source);
      } catch (const Error& error) {
        candidate.problem = error.happened();
      }
    }
  };
  // Starting a thread is worthwhile for each 256 files.
  const std::size_t useful = candidates.size() / 256 + 1;
  const std::size_t threads = std::min<std::size_t>({useful, kMaxThreads, std::max(1u, std::thread::hardware_concurrency())});
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, inspect));
  inspect();
  for (std::future<void>& other : others) other.get();
}

}  // namespace

std::vector<std::string> findClasses(const std::string& folder) {
  std::vector<std::string> names = classFolders(folder).names;
  const std::string cure = "Make a sub-folder of images for each class, at least two";
  if (names.empty()) throw Error(ErrorKind::Input, folder, "the image folder holds no class folder", cure);
  if (names.size() == 1) throw Error(ErrorKind::Input, folder, fmt::format("the image folder holds only one class folder, \"{}\"", names[0]), cure);
  return names;
}

ScannedFolder inspectImages(std::vector<FoundImage> images, const std::atomic<bool>* cancel) {
  std::vector<Candidate> candidates;
  candidates.reserve(images.size());
  for (FoundImage& image : images) candidates.push_back({std::move(image), {}});
  inspectAll(candidates, cancel);
  ScannedFolder result;
  for (Candidate& candidate : candidates) {
    if (candidate.problem.empty()) result.images.push_back(std::move(candidate.image));
    else result.warnings.push_back(candidate.image.file + ": left out, because " + candidate.problem);
  }
  return result;
}

ScannedFolder scanImages(const std::string& folder, const std::vector<std::string>& classes, const std::atomic<bool>* cancel) {
  const SubFolders folders = classFolders(folder);
  for (const std::string& name : folders.names) {
    if (!std::binary_search(classes.begin(), classes.end(), name)) {
      throw Error(ErrorKind::Input, (fs::path(folder) / name).string(), "the class is unknown, because the training images have none of that name",
                  "Rename the folder, or add the class to the training images");
    }
  }
  ScannedFolder result;
  result.warnings = folders.links;
  for (const std::string& file : picturesIn(folder)) result.warnings.push_back(file + ": left out, because it is not in a class folder");
  std::vector<Candidate> candidates;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const fs::path classFolder = fs::path(folder) / classes[c];
    std::error_code ignored;
    if (!fs::is_directory(classFolder, ignored)) continue;
    PictureFiles found = picturesBelow(classFolder.string(), [&](std::size_t) { throwIfCancelled(cancel); });
    for (std::string& file : found.files) candidates.push_back({{std::move(file), static_cast<std::int32_t>(c), {}}, {}});
    for (const std::string& file : found.others) result.warnings.push_back(file + ": left out, because its format is not read");
    result.warnings.insert(result.warnings.end(), found.links.begin(), found.links.end());
  }
  inspectAll(candidates, cancel);

  std::vector<std::int64_t> perClass(classes.size(), 0);
  std::vector<const Candidate*> firstProblem(classes.size(), nullptr);
  for (const Candidate& candidate : candidates) {
    const auto label = static_cast<std::size_t>(candidate.image.label);
    if (candidate.problem.empty()) {
      ++perClass[label];
      result.images.push_back(candidate.image);
    } else {
      if (!firstProblem[label]) firstProblem[label] = &candidate;
      result.warnings.push_back(candidate.image.file + ": left out, because " + candidate.problem);
    }
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const fs::path classFolder = fs::path(folder) / classes[c];
    std::error_code ignored;
    if (perClass[c] > 0 || !fs::is_directory(classFolder, ignored)) continue;
    std::string what = "the class folder holds no readable image";
    if (firstProblem[c]) what += " (" + firstProblem[c]->image.file + ": " + firstProblem[c]->problem + ")";
    throw Error(ErrorKind::Input, classFolder.string(), what, "Put images into it, or remove it");
  }
  return result;
}

}  // namespace stepscope
