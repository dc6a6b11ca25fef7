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

[[noreturn]] void throwUnreadable(const fs::path& folder, const fs::filesystem_error& error) {
  throw Error(ErrorKind::Input, folder.string(), "the folder cannot be read (" + error.code().message() + ")", "Check its permissions");
}

std::vector<std::string> classFolders(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw Error(ErrorKind::Input, folder, "the image folder does not exist",
                "Create it with a sub-folder of images for each class, or set data.path to where it is");
  }
  std::vector<std::string> names;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.is_directory() && !isHiddenName(entry.path().filename().string())) names.push_back(entry.path().filename().string());
    }
  } catch (const fs::filesystem_error& error) {
    throwUnreadable(folder, error);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Image files at any depth below a class folder, sorted by path.
std::vector<std::string> filesBelow(const fs::path& folder, std::vector<std::string>& warnings, const std::atomic<bool>* cancel) {
  std::vector<std::string> files;
  try {
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
      throwIfCancelled(cancel);
      if (isHiddenName(entry->path().filename().string())) {
        if (entry->is_directory()) entry.disable_recursion_pending();
        continue;
      }
      std::error_code ignored;
      if (entry->is_directory(ignored)) continue;
      const FileKind kind = imageFileKind(entry->path().string());
      if (kind == FileKind::OtherImage)
        warnings.push_back(entry->path().string() + ": left out, because only JPEG and PNG images are read");
      if (kind == FileKind::Image) files.push_back(entry->path().string());
    }
  } catch (const fs::filesystem_error& error) {
    throwUnreadable(folder, error);
  }
  std::sort(files.begin(), files.end());
  std::sort(warnings.begin(), warnings.end());
  return files;
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
        candidate.image.header = inspectImageFile(candidate.image.file, scratch);
      } catch (const Error& error) {
        candidate.problem = error.happened();
      }
    }
  };
  // A thread is worth its start for some hundred files.
  const std::size_t useful = candidates.size() / 256 + 1;
  const std::size_t threads = std::min<std::size_t>({useful, kMaxThreads, std::max(1u, std::thread::hardware_concurrency())});
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, inspect));
  inspect();
  for (std::future<void>& other : others) other.get();
}

}  // namespace

FileKind imageFileKind(const std::string& file) {
  std::string extension = fs::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* known : {".jpg", ".jpeg", ".jpe", ".jfif", ".png"}) {
    if (extension == known) return FileKind::Image;
  }
  for (const char* other : {".bmp", ".gif", ".webp", ".tif", ".tiff", ".heic", ".avif", ".ppm", ".pgm"}) {
    if (extension == other) return FileKind::OtherImage;
  }
  return FileKind::NotImage;
}

bool isHiddenName(const std::string& name) {
  return name.empty() || name[0] == '.' || name == "__MACOSX";
}

std::vector<std::string> findClasses(const std::string& folder) {
  std::vector<std::string> names = classFolders(folder);
  const std::string cure = "Make a sub-folder of images for each class, at least two";
  if (names.empty()) throw Error(ErrorKind::Input, folder, "the image folder holds no class folder", cure);
  if (names.size() == 1)
    throw Error(ErrorKind::Input, folder, fmt::format("the image folder holds only one class folder, \"{}\"", names[0]), cure);
  return names;
}

ScannedFolder scanImages(const std::string& folder, const std::vector<std::string>& classes, const std::atomic<bool>* cancel) {
  for (const std::string& name : classFolders(folder)) {
    if (!std::binary_search(classes.begin(), classes.end(), name)) {
      throw Error(ErrorKind::Input, (fs::path(folder) / name).string(),
                  "the class is unknown, because the training images have none of that name",
                  "Rename the folder, or add the class to the training images");
    }
  }
  ScannedFolder result;
  std::vector<Candidate> candidates;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const fs::path classFolder = fs::path(folder) / classes[c];
    std::error_code ignored;
    if (!fs::is_directory(classFolder, ignored)) continue;
    std::vector<std::string> leftOut;
    for (std::string& file : filesBelow(classFolder, leftOut, cancel)) {
      candidates.push_back({{std::move(file), static_cast<std::int32_t>(c), {}}, {}});
    }
    result.warnings.insert(result.warnings.end(), leftOut.begin(), leftOut.end());
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
    std::string what = "the class folder holds no readable JPEG or PNG image";
    if (firstProblem[c]) what += " (" + firstProblem[c]->image.file + ": " + firstProblem[c]->problem + ")";
    throw Error(ErrorKind::Input, classFolder.string(), what, "Put images into it, or remove it");
  }
  return result;
}

}  // namespace stepscope
