// Previews an image folder: first counts the files, then checks every header, then looks for equal files.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <thread>
#include <tuple>
#include <unordered_map>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/counted_sentence.h"
#include "core/data/images/image_file.h"
#include "core/data/images/image_folder.h"
#include "core/data/kinds/dataset_table.h"
#include "core/data/preview/class_counts.h"
#include "core/data/preview/equal_samples.h"
#include "core/data/preview/formats.h"
#include "core/data/preview/picture_bodies.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostThreads = 8;
constexpr const char* kGitPointer = "Git LFS";
constexpr std::int64_t kOddSize = 4;  // ratio to the median width or height

struct Picture {
  std::string file;
  std::size_t label = 0;
  Split part = Split::Train;           // by its folder
  std::int64_t width = 0, height = 0;  // 0: unreadable
  std::int64_t bytes = 0;
  ImageHeader header = {};
  std::uint64_t pixels = 0;    // a checksum, if it was decoded completely
  PictureLook look = {};       // of that decoding
  Split drawn = Split::Train;  // by its folder or by drawing
  ImagePart source = {};
};

class ImageSurvey {
 public:
  ImageSurvey(DataPreview& preview, PreviewProgress& progress) : preview_(preview), progress_(progress) {}

  void run() {
    preview_.doing = "counting the pictures";
    preview_.channels = 3;
    const DatasetDef* def = findDataset(preview_.spec.kind);
    if (def->locate) take(def->locate(preview_.spec));
    else findFolders();
    count();
    progress_.tell(preview_);
    if (progress_.cancelled()) return;
    preview_.doing = "looking at the pictures";
    inspect();
    if (progress_.cancelled()) return;
    judgeCounts();
    judgeSizes();
    progress_.tell(preview_);
    preview_.doing = "decoding pictures";
    decode();
    if (progress_.cancelled()) return;
    preview_.doing = "looking for equal pictures";
    findEqual();
  }

 private:
  std::string shown(const std::string& file) const {
    const fs::path path(preview_.spec.path);
    std::error_code ignored;
    return fs::path(file).lexically_relative(fs::is_directory(path, ignored) ? path : path.parent_path()).string();
  }

  void findFolders() {
    const SplitFolders folders = splitFolders(preview_.spec);
    preview_.ownValidation = !folders.validation.empty();
    preview_.ownTest = !folders.test.empty();
    if (preview_.ownTest) requireNoTestShare(preview_.spec, folders.test);
    tellTestFolder(folders);
    for (const std::string& note : folders.notes) preview_.findings.push_back({DataFinding::Weight::Note, note, {}, 0, {}, {}});
    for (const std::string& name : findClasses(folders.train)) preview_.classes.push_back({name});
    find(folders.train, Split::Train);
    if (preview_.ownValidation) find(folders.validation, Split::Validation);
    if (preview_.ownTest) find(folders.test, Split::Test);
  }

  void take(PictureSet set) {
    preview_.ownValidation = set.ownValidation;
    preview_.ownTest = set.ownTest;
    if (set.ownTest) requireNoTestShare(preview_.spec, "that of the data");
    for (const std::string& note : set.notes) preview_.findings.push_back({DataFinding::Weight::Note, note, {}, 0, {}, {}});
    for (const std::string& name : set.classes) preview_.classes.push_back({name});
    for (LocatedPicture& picture : set.pictures) {
      pictures_.push_back({std::move(picture.file), static_cast<std::size_t>(picture.label), picture.part});
      pictures_.back().source = std::move(picture.source);
    }
    // Sorted by class, as in training.
    std::stable_sort(pictures_.begin(), pictures_.end(), [](const Picture& a, const Picture& b) { return a.label < b.label; });
    if (set.leftOut.empty()) return;
    DataFinding left;
    left.weight = DataFinding::Weight::Warning;
    left.count = static_cast<std::int64_t>(set.leftOut.size());
    left.what = countedSentence(left.count, "one entry is left out", "{} entries are left out");
    for (const std::string& one : set.leftOut) addExample(left, one);
    preview_.findings.push_back(std::move(left));
  }

  // Reports if the test folder is used for validation because the project does not say what it is for.
  void tellTestFolder(const SplitFolders& folders) {
    const DataSpec& spec = preview_.spec;
    if (spec.testAs != "auto" || folders.validation.empty() || !spec.validationPath.empty() || !spec.trainPath.empty()) return;
    if (pictureLayout(spec.path).test == folders.validation) tellTestValidates(preview_, "the pictures of " + shown(folders.validation));
  }

  void find(const std::string& folder, Split part) {
    const SubFolders folders = subFolders(folder);
    addLinks(folders.links);
    for (const std::string& file : picturesIn(folder)) {
      ++loose_.count;
      addExample(loose_, shown(file));
    }
    for (const std::string& name : folders.names) {
      const auto known = std::find_if(preview_.classes.begin(), preview_.classes.end(), [&](const ClassCount& c) { return c.name == name; });
      const fs::path path = fs::path(folder) / name;
      if (known == preview_.classes.end()) throwUnknown(path, name, part);
      const auto label = static_cast<std::size_t>(known - preview_.classes.begin());
      if (part == Split::Validation) validated_.insert(label);
      findBelow(path, label, part);
    }
  }

  [[noreturn]] void throwUnknown(const fs::path& path, const std::string& name, Split part) const {
    std::string cure = "Rename the folder, or add the class to the pictures for training";
    for (const ClassCount& one : preview_.classes)
      if (foldedName(one.name) == foldedName(name))
        cure = fmt::format("Rename the folder to \"{}\", which is its name in the part for training", one.name);
    throw Error(ErrorKind::Input, path.string(),
                fmt::format("the class \"{}\" has pictures for {}, but none for training", name, part == Split::Test ? "the test" : "validation"),
                cure);
  }

  static std::int64_t& countOf(ClassCount& one, Split part) {
    return part == Split::Train ? one.train : part == Split::Validation ? one.validation : one.test;
  }

  void addUp() {
    preview_.train = preview_.validation = preview_.test = 0;
    for (const ClassCount& one : preview_.classes) {
      preview_.train += one.train;
      preview_.validation += one.validation;
      preview_.test += one.test;
    }
  }

  void findBelow(const fs::path& folder, std::size_t label, Split part) {
    const PictureFiles found = picturesBelow(folder.string(), [&](std::size_t count) {
      if (count % 512 != 0) return;
      throwIfCancelled(preview_.spec.cancel);
      if (!progress_.due()) return;
      countOf(preview_.classes[label], part) = static_cast<std::int64_t>(count);
      addUp();
      progress_.tell(preview_);
    });
    for (const std::string& file : found.files) pictures_.push_back({file, label, part});
    for (const std::string& file : found.others) {
      ++others_.count;
      addExample(others_, shown(file));
    }
    addLinks(found.links);
  }

  void addLinks(const std::vector<std::string>& links) {
    for (const std::string& link : links) {
      ++links_.count;
      addExample(links_, link);
    }
  }

  PartShares shares() const { return sharesOf(preview_.spec, preview_.ownValidation, preview_.ownTest); }

  // Counts the readable images. For parts without a folder as many are set aside as in training.
  void count() {
    for (ClassCount& one : preview_.classes) one.train = one.validation = one.test = 0;
    for (const Picture& picture : pictures_)
      if (!looked_ || picture.width > 0) ++countOf(preview_.classes[picture.label], picture.part);
    std::vector<std::int64_t> pools;
    for (const ClassCount& one : preview_.classes) pools.push_back(one.train);
    const std::vector<PartSizes> sizes = partSizes(pools, shares());
    for (std::size_t label = 0; label < sizes.size(); ++label) {
      ClassCount& one = preview_.classes[label];
      one.train = sizes[label].train;
      one.validation += sizes[label].validation;
      one.test += sizes[label].test;
    }
    addUp();
  }

  void inspect() {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> over{false};
    std::vector<std::string> problems(pictures_.size());
    const auto work = [&] {
      DecodeScratch scratch;
      for (std::size_t i = next++; i < pictures_.size() && !over.load(std::memory_order_relaxed); i = next++) {
        Picture& picture = pictures_[i];
        try {
          const ImageHeader header = inspectImageFile(picture.file, scratch, picture.source);
          picture.header = header;
          picture.width = header.width;
          picture.height = header.height;
          picture.bytes = bytesOf(picture);
        } catch (const Error& error) {
          problems[i] = error.happened();
        }
      }
    };
    const std::size_t useful = pictures_.size() / 256 + 1;
    const std::size_t threads = std::min<std::size_t>({useful, kMostThreads, std::max(1u, std::thread::hardware_concurrency())});
    {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < threads; ++i) workers.emplace_back(work);
      while (next.load() < pictures_.size()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (progress_.cancelled()) over = true;
        if (over) break;
        if (progress_.due()) {
          preview_.doing = fmt::format("looking at the pictures, {} of {}", std::min(next.load(), pictures_.size()), pictures_.size());
          progress_.tell(preview_);
        }
      }
    }
    if (progress_.cancelled()) return;
    looked_ = true;
    DataFinding broken;
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
      if (problems[i].empty()) continue;
      ++broken.count;
      addExample(broken, shown(pictures_[i].file) + ": " + problems[i]);
    }
    if (broken.count > 0) {
      broken.weight = DataFinding::Weight::Warning;
      broken.what = fmt::format("{} of {} pictures cannot be read and {} left out", broken.count, pictures_.size(), broken.count == 1 ? "is" : "are");
      broken.cure = "Repair or remove them";
      tellOtherContent(broken, problems);
      preview_.findings.push_back(std::move(broken));
    }
    if (others_.count > 0) {
      others_.weight = DataFinding::Weight::Warning;
      others_.what = fmt::format("{} picture{} in a format that is not read {} left out", others_.count, others_.count == 1 ? "" : "s",
                                 others_.count == 1 ? "is" : "are");
      others_.cure = "This command writes a PNG next to each that Pillow can open; convert others to PNG";
      others_.command = picturesCommand(preview_.spec.path);
      preview_.findings.push_back(others_);
    }
    if (loose_.count > 0) {
      loose_.weight = DataFinding::Weight::Warning;
      loose_.what = fmt::format("{} picture{} outside the class folders {} left out", loose_.count, loose_.count == 1 ? "" : "s",
                                loose_.count == 1 ? "is" : "are");
      loose_.cure = "Move each into the folder of its class";
      preview_.findings.push_back(loose_);
    }
    if (links_.count > 0) {
      links_.weight = DataFinding::Weight::Warning;
      links_.what = fmt::format("{} link{} left out", links_.count, links_.count == 1 ? " is" : "s are");
      links_.cure = "Repair or remove them";
      preview_.findings.push_back(links_);
    }
    count();
  }

  // If the files are only pointers of Git LFS, adds the command that fetches them.
  void tellOtherContent(DataFinding& broken, const std::vector<std::string>& problems) const {
    const bool pointers =
        std::any_of(problems.begin(), problems.end(), [](const std::string& problem) { return problem.find(kGitPointer) != std::string::npos; });
    if (!pointers) return;
    broken.cure = "Fetch the files of Git LFS with this command, in the folder of the repository";
    broken.command = "git -C " + shellQuoted(preview_.spec.path) + " lfs pull";
  }

  void judgeCounts() {
    DataFinding empty;
    empty.weight = DataFinding::Weight::Stop;
    for (std::size_t label = 0; label < preview_.classes.size(); ++label) {
      const ClassCount& one = preview_.classes[label];
      const bool held = preview_.ownValidation && one.validation == 0 && validated_.contains(label);
      if (one.train > 0 && !held) continue;
      ++empty.count;
      addExample(empty, one.train > 0 ? one.name + ", for validation" : one.name);
    }
    if (empty.count > 0) {
      empty.what = countedSentence(empty.count, "one class has no picture that can be read", "{} classes have no picture that can be read");
      empty.cure = empty.count == 1 ? "Put pictures into it, or remove the folder" : "Put pictures into them, or remove the folders";
      preview_.findings.push_back(std::move(empty));
      return;
    }
    judgeClassCounts(preview_);
    judgeClassNames(preview_);
  }

  void judgeSizes() {
    std::vector<std::int64_t> widths, heights;
    for (const Picture& picture : pictures_) {
      if (picture.width == 0) continue;
      widths.push_back(picture.width);
      heights.push_back(picture.height);
    }
    if (widths.empty()) return;
    const auto median = [](std::vector<std::int64_t>& values) {
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      return *middle;
    };
    preview_.width = median(widths);
    preview_.height = median(heights);
    DataFinding odd;
    for (const Picture& picture : pictures_) {
      if (picture.width == 0) continue;
      const auto far = [](std::int64_t value, std::int64_t usual) { return value * kOddSize <= usual || value >= usual * kOddSize; };
      if (!far(picture.width, preview_.width) && !far(picture.height, preview_.height)) continue;
      ++odd.count;
      addExample(odd, fmt::format("{}: {} x {}", shown(picture.file), picture.width, picture.height));
    }
    if (odd.count == 0) return;
    odd.what = fmt::format("{} picture{} of an unusual size; most are about {} x {}", odd.count, odd.count == 1 ? " is" : "s are", preview_.width,
                           preview_.height);
    odd.cure = "They are cut and resized like the others; check whether they belong there";
    preview_.findings.push_back(std::move(odd));
  }

  // The readable images, each with its part: by the folder, or drawn as in training.
  std::vector<PictureBody> bodies() const {
    std::vector<PictureBody> all;
    std::vector<FoundImage> images;
    std::vector<std::size_t> pool;
    for (const Picture& picture : pictures_) {
      if (picture.width == 0) continue;
      const FoundImage image{picture.file, static_cast<std::int32_t>(picture.label), picture.header, picture.source};
      if (picture.part == Split::Train) {
        pool.push_back(all.size());
        images.push_back(image);
      }
      all.push_back({image, picture.part});
    }
    const DrawnParts drawn = drawImages(images, shares());
    for (std::size_t i = 0; i < pool.size(); ++i) all[pool[i]].part = drawn.of[i];
    return all;
  }

  static std::int64_t bytesOf(const Picture& picture) {
    const ImagePart& source = picture.source;
    std::error_code ignored;
    return source.memory       ? static_cast<std::int64_t>(source.memory->size())
           : source.bytes >= 0 ? source.bytes
                               : static_cast<std::int64_t>(fs::file_size(picture.file, ignored));
  }

  static std::vector<std::uint8_t> contentOf(const Picture& picture) {
    std::vector<std::uint8_t> bytes;
    try {
      readImageBytes(picture.file, picture.source, bytes);
    } catch (const Error&) {
      bytes.clear();  // the file can no longer be read
    }
    return bytes;
  }

  static std::uint32_t checksumOf(const Picture& picture) {
    const std::vector<std::uint8_t> bytes = contentOf(picture);
    return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
  }

  // Decodes all images at their own size on request, or if that takes only a moment.
  void decode() {
    constexpr std::int64_t kMostPixels = 300'000'000;
    std::vector<PictureBody> all = bodies();
    std::int64_t pixels = 0;
    for (const PictureBody& body : all) pixels += body.image.header.width * body.image.header.height;
    preview_.pixelsCompared = progress_.whole() || (static_cast<std::int64_t>(all.size()) <= kSampledBodies && pixels <= kMostPixels);
    decodeBodies(all, preview_.pixelsCompared, preview_, progress_);
    if (progress_.cancelled()) return;
    judgeBodies(
        all, preview_.decoded == static_cast<std::int64_t>(all.size()), [this](const std::string& file) { return shown(file); }, preview_);
    std::size_t next = 0;
    for (Picture& picture : pictures_)
      if (picture.width > 0) {
        picture.pixels = all[next].pixels;
        picture.look = all[next].look;
        picture.drawn = all[next++].part;
      }
  }

  // Finds equal files; if all were decoded, equal pixels.
  void findEqual() {
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
    std::map<Key, std::vector<std::size_t>> alike;
    const bool byPixels = preview_.pixelsCompared;
    for (std::size_t i = 0; i < pictures_.size(); ++i)
      if (pictures_[i].width > 0) alike[{byPixels ? 0 : pictures_[i].bytes, pictures_[i].width, pictures_[i].height}].push_back(i);
    EqualPictures equal;
    std::size_t done = 0;
    for (const auto& [size, same] : alike) {
      done += same.size();
      if (same.size() < 2) continue;
      std::unordered_map<std::uint64_t, std::size_t> first;
      for (const std::size_t i : same) {
        if (progress_.cancelled()) return;
        if (progress_.due()) {
          preview_.doing = fmt::format("looking for equal pictures, {} of {}", done, pictures_.size());
          progress_.tell(preview_);
        }
        const bool hasPixels = pictures_[i].pixels != 0;
        if (byPixels && !hasPixels) continue;  // damaged
        const auto [found, isNew] = first.emplace(byPixels ? pictures_[i].pixels : checksumOf(pictures_[i]), i);
        if (isNew) continue;
        const Picture &a = pictures_[found->second], &b = pictures_[i];
        if (!byPixels && contentOf(a) != contentOf(b)) continue;
        equal.met(found->second, a.label != b.label, a.drawn, b.drawn, shown(a.file) + " = " + shown(b.file));
      }
    }
    equal.tell(preview_, static_cast<std::int64_t>(pictures_.size()));
    if (progress_.whole() && byPixels) findNear();
  }

  // Finds images that were saved again in another quality, format or size. Only images with nearly the same mean are compared.
  void findNear() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < pictures_.size(); ++i)
      if (pictures_[i].look.mean >= 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return pictures_[a].look.mean < pictures_[b].look.mean; });
    EqualPictures near;
    for (std::size_t at = 0; at < order.size(); ++at) {
      if (progress_.cancelled()) return;
      const Picture& b = pictures_[order[at]];
      for (std::size_t before = at; before-- > 0 && b.look.mean - pictures_[order[before]].look.mean <= 1;) {
        const Picture& a = pictures_[order[before]];
        if (a.pixels == b.pixels || !nearlyEqual(a.look, b.look)) continue;
        near.met(order[before], a.label != b.label, a.drawn, b.drawn, shown(a.file) + " = " + shown(b.file));
        break;
      }
    }
    near.tellNear(preview_);
  }

  DataPreview& preview_;
  PreviewProgress& progress_;
  std::vector<Picture> pictures_;
  DataFinding others_, links_, loose_;
  std::set<std::size_t> validated_;  // classes with a folder for validation
  bool looked_ = false;
};

}  // namespace

void previewImages(DataPreview& preview, PreviewProgress& progress) {
  ImageSurvey(preview, progress).run();
}

}  // namespace stepscope
