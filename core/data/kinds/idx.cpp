#include "core/data/kinds/idx.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <regex>
#include <span>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/gz_file.h"
#include "core/data/kinds/memory_dataset.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

std::int64_t bigEndian32(const std::uint8_t* bytes) {
  return (std::int64_t{bytes[0]} << 24) | (std::int64_t{bytes[1]} << 16) | (std::int64_t{bytes[2]} << 8) | bytes[3];
}

// The element types of the format, by their byte.
struct IdxType {
  std::uint8_t code;
  std::size_t bytes;
  const char* title;
};
constexpr std::array<IdxType, 6> kTypes = {{{0x08, 1, "unsigned bytes"},
                                            {0x09, 1, "signed bytes"},
                                            {0x0B, 2, "16-bit integers"},
                                            {0x0C, 4, "32-bit integers"},
                                            {0x0D, 4, "32-bit floats"},
                                            {0x0E, 8, "64-bit floats"}}};

const IdxType* typeOf(std::span<const std::uint8_t> header) {
  if (header.size() < 4 || header[0] != 0 || header[1] != 0 || header[3] == 0) return nullptr;
  const auto type = std::find_if(kTypes.begin(), kTypes.end(), [&](const IdxType& one) { return one.code == header[2]; });
  return type == kTypes.end() ? nullptr : &*type;
}

double valueAt(const IdxType& type, const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < type.bytes; ++i) bits = bits << 8 | bytes[i];
  switch (type.code) {
    case 0x09: return std::bit_cast<std::int8_t>(static_cast<std::uint8_t>(bits));
    case 0x0B: return std::bit_cast<std::int16_t>(static_cast<std::uint16_t>(bits));
    case 0x0C: return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    case 0x0D: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case 0x0E: return std::bit_cast<double>(bits);
    default: return static_cast<double>(bits);
  }
}

std::string titleOf(const IdxType& type, const std::vector<std::int64_t>& dims) {
  return fmt::format("{}, {}", type.title, fmt::join(dims, " x "));
}

struct IdxFile {
  const IdxType* type = nullptr;
  std::vector<std::int64_t> dims;
  std::vector<std::uint8_t> data;  // the elements, big-endian as in the file
};

// The elements as bytes. Throws an error that describes the file if one is not an integer from 0 to 255.
std::vector<std::uint8_t> bytesOf(const std::string& file, IdxFile&& read) {
  if (read.type->code == 0x08) return std::move(read.data);
  std::vector<std::uint8_t> bytes(read.data.size() / read.type->bytes);
  double least = valueAt(*read.type, read.data.data()), most = least;
  bool fits = true;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const double value = valueAt(*read.type, read.data.data() + i * read.type->bytes);
    least = std::min(least, value);
    most = std::max(most, value);
    fits = fits && value >= 0 && value <= 255 && value == std::floor(value);
    if (fits) bytes[i] = static_cast<std::uint8_t>(value);
  }
  if (!fits)
    throw Error(ErrorKind::Input, file,
                fmt::format("holds {}, from {:.6g} to {:.6g}; whole numbers from 0 to 255 are read", titleOf(*read.type, read.dims), least, most),
                "Save it as unsigned bytes, the least value as 0 and the largest as 255");
  return bytes;
}

[[noreturn]] void throwOtherShape(const std::string& file, const IdxFile& read, const char* wanted) {
  throw Error(ErrorKind::Input, file, fmt::format("holds {}; {} are wanted", titleOf(*read.type, read.dims), wanted),
              "Check that images and labels are not exchanged, or save it in that shape");
}

// The parts of a name: "emnist-letters-train-images-idx3-ubyte.gz" has the prefix "emnist-letters-", and is for training and of images.
struct IdxName {
  std::string prefix;
  bool train = false, images = false;
  int rank = 0;  // 0: t10k, preferred as the test files; 1: test; 2: val
};
std::optional<IdxName> idxNameOf(const std::string& file) {
  static const std::regex pattern("(.*?)(train|t10k|test|valid|validation|val)[-_.]?(images|labels)[-_.]idx[0-9][-_.]ubyte(\\.gz)?",
                                  std::regex::ECMAScript | std::regex::icase | std::regex::optimize);
  std::smatch found;
  if (file.find("idx") == std::string::npos && file.find("IDX") == std::string::npos) return std::nullopt;
  if (!std::regex_match(file, found, pattern)) return std::nullopt;
  const std::string part = lower(found[2]);
  return IdxName{found[1], part == "train", lower(found[3]) == "images", part == "t10k" ? 0 : part == "test" ? 1 : 2};
}

IdxSet setIn(const fs::path& folder) {
  const std::vector<IdxSet> sets = idxSetsIn(folder.string());
  if (sets.size() > 1 && !sets.front().name.empty())
    throw Error(ErrorKind::Input, folder.string(),
                fmt::format("holds {} sets of IDX files, such as those of \"{}\" and \"{}\"", sets.size(), sets[0].name, sets[1].name),
                "Put the four files of one set into a folder of their own");
  IdxSet set = sets.empty() ? IdxSet{} : sets.front();
  const std::pair<const std::string*, const char*> files[] = {{&set.trainImages, "train-images-idx3-ubyte"},
                                                              {&set.trainLabels, "train-labels-idx1-ubyte"},
                                                              {&set.testImages, "t10k-images-idx3-ubyte"},
                                                              {&set.testLabels, "t10k-labels-idx1-ubyte"}};
  for (const auto& [file, name] : files)
    if (file->empty())
      throw Error(ErrorKind::Input, (folder / (set.name + name)).string(), "the file is missing, also with .gz and with test for t10k",
                  "Put the four MNIST files (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz, "
                  "t10k-labels-idx1-ubyte.gz) into that "
                  "folder, or set data.path to where they are");
  return set;
}

MemorySamples readPair(const std::string& imagesFile, const std::string& labelsFile) {
  IdxArray images = readIdxPictures(imagesFile);
  IdxArray labels = readIdxLabels(labelsFile);
  if (images.dims[0] != labels.dims[0]) {
    throw Error(ErrorKind::Input, labelsFile, fmt::format("holds {} labels, but {} holds {} images", labels.dims[0], imagesFile, images.dims[0]),
                "Use the two files of one set");
  }
  MemorySamples samples;
  samples.shape = {images.dims[1], images.dims[2], images.dims[3]};
  samples.pixels = std::move(images.data);
  samples.labels.assign(labels.data.begin(), labels.data.end());
  samples.format = "idx";
  return samples;
}

// A part that is not trained on.
struct HeldPart {
  MemorySamples* samples;
  const std::string& labelsFile;
  const char* purpose;
};

// Sets the classes: 0 to the largest label, because the files do not contain their number. Warns about labels that never occur: they may be gaps in
// the numbering, or a larger label is damaged. Throws for a label that only a part in `others` has, because it cannot be learned, and if there are
// fewer than two classes.
void nameClasses(MemorySamples& train, const std::vector<HeldPart>& others, const std::string& labelsFile) {
  std::array<bool, 256> seen{};
  int classes = 0;
  for (const std::int32_t label : train.labels) {
    seen[static_cast<std::size_t>(label)] = true;
    classes = std::max(classes, label + 1);
  }
  for (const HeldPart& part : others) {
    std::array<std::int64_t, 256> counts{};
    for (const std::int32_t label : part.samples->labels) ++counts[static_cast<std::size_t>(label)];
    for (std::size_t label = 0; label < seen.size(); ++label)
      if (counts[label] > 0 && !seen[label])
        throw Error(ErrorKind::Input, part.labelsFile,
                    fmt::format("the class {} is the label of {} picture{} for {}, and of none for training", label, counts[label],
                                counts[label] == 1 ? "" : "s", part.purpose),
                    "Remove them, or add the class to the pictures for training");
  }
  if (classes < 2)
    throw Error(ErrorKind::Input, labelsFile, "all its labels are 0, so there is nothing to learn", "Use a set with two classes or more");
  std::vector<int> missing;
  for (int c = 0; c < classes; ++c) {
    train.classNames.push_back(std::to_string(c));
    if (!seen[static_cast<std::size_t>(c)]) missing.push_back(c);
  }
  for (const HeldPart& part : others) part.samples->classNames = train.classNames;
  if (missing.empty()) return;
  constexpr std::size_t kNamed = 10;
  const std::size_t more = missing.size() - std::min(missing.size(), kNamed);
  missing.resize(missing.size() - more);
  train.warnings.push_back(fmt::format("{}: the labels go to {}, but none is {}{}", labelsFile, classes - 1, fmt::join(missing, ", "),
                                       more > 0 ? fmt::format(" or {} others", more) : ""));
}

// Reads an IDX file of any type and shape.
IdxFile readFile(const std::string& file, const char* wanted) {
  std::error_code failed;
  const auto fileBytes = static_cast<std::int64_t>(fs::file_size(file, failed));
  if (failed) throw Error(ErrorKind::Input, file, "cannot be read (" + failed.message() + ")", "Check that the file is there and may be read");
  if (fileBytes == 0) throw Error(ErrorKind::Input, file, "is empty", kDownloadAgain);
  GzFile in(file);

  std::vector<std::uint8_t> header(4);
  IdxFile array;
  array.type = in.read(header.data(), 4) == 4 ? typeOf(header) : nullptr;
  if (!array.type) {
    throw Error(ErrorKind::Input, file, fmt::format("is not an IDX file; {} are expected", wanted),
                "Check that it is the right file, or download it again");
  }
  const std::size_t dimensions = header[3];
  header.resize(4 + 4 * dimensions);
  if (in.read(header.data() + 4, 4 * dimensions) < 4 * dimensions) throw Error(ErrorKind::Input, file, "ends within its header", kDownloadAgain);

  auto bytes = static_cast<std::int64_t>(array.type->bytes);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::int64_t dim = bigEndian32(header.data() + 4 + 4 * d);
    if (dim == 0 || dim > (std::int64_t{1} << 40) / bytes) {
      throw Error(ErrorKind::Input, file, fmt::format("its header gives dimension {} the size {}", d, dim), kDownloadAgain);
    }
    array.dims.push_back(dim);
    bytes *= dim;
  }
  // deflate expands one byte to at most 1032. An uncompressed file must have exactly the right size, which is checked while reading.
  const auto headerBytes = static_cast<std::int64_t>(header.size());
  if (bytes > fileBytes * 1032) {
    throw Error(ErrorKind::Input, file, fmt::format("its header promises {} bytes, which a file of {} bytes cannot hold", bytes, fileBytes),
                kDownloadAgain);
  }

  // Memory grows with the data that are read, so that a wrong header takes none.
  std::size_t filled = 0;
  while (static_cast<std::int64_t>(filled) < bytes) {
    const std::size_t want = std::min<std::size_t>(static_cast<std::size_t>(bytes) - filled, std::max<std::size_t>(filled, std::size_t{1} << 22));
    array.data.resize(filled + want);
    const std::size_t part = in.read(array.data.data() + filled, want);
    filled += part;
    if (part < want) {
      throw Error(ErrorKind::Input, file, fmt::format("ends after {} of the {} bytes its header promises", filled, bytes), kDownloadAgain);
    }
  }
  std::uint8_t extra = 0;
  if (in.read(&extra, 1) != 0) {
    throw Error(ErrorKind::Input, file, fmt::format("holds more than the {} bytes its header promises", bytes + headerBytes), kDownloadAgain);
  }
  if (in.cutOff()) throw Error(ErrorKind::Input, file, "is damaged (the compressed data end too early)", kDownloadAgain);
  return array;
}

}  // namespace

IdxArray readIdx(const std::string& file, int dimensions) {
  IdxFile read = readFile(file, fmt::format("values of {} dimension{}", dimensions, dimensions == 1 ? "" : "s").c_str());
  if (read.dims.size() != static_cast<std::size_t>(dimensions))
    throwOtherShape(file, read, fmt::format("values of {} dimension{}", dimensions, dimensions == 1 ? "" : "s").c_str());
  std::vector<std::int64_t> dims = read.dims;
  return {std::move(dims), bytesOf(file, std::move(read))};
}

IdxArray readIdxPictures(const std::string& file) {
  constexpr const char* kWanted = "pictures of 3 dimensions, or 4 with 1 or 3 channels,";
  const auto channels = [](std::int64_t count) { return count == 1 || count == 3; };
  IdxFile read = readFile(file, kWanted);
  const std::vector<std::int64_t> dims = read.dims;
  if (dims.size() == 3) return {{dims[0], 1, dims[1], dims[2]}, bytesOf(file, std::move(read))};
  if (dims.size() != 4 || (!channels(dims[1]) && !channels(dims[3]))) throwOtherShape(file, read, kWanted);
  std::vector<std::uint8_t> bytes = bytesOf(file, std::move(read));
  if (channels(dims[1])) return {dims, std::move(bytes)};
  const auto plane = static_cast<std::size_t>(dims[1] * dims[2]), depth = static_cast<std::size_t>(dims[3]);
  std::vector<std::uint8_t> planar(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += plane * depth)
    for (std::size_t pixel = 0; pixel < plane; ++pixel)
      for (std::size_t c = 0; c < depth; ++c) planar[at + c * plane + pixel] = bytes[at + pixel * depth + c];
  return {{dims[0], dims[3], dims[1], dims[2]}, std::move(planar)};
}

IdxArray readIdxLabels(const std::string& file) {
  constexpr const char* kWanted = "labels of 1 dimension, or 2 with a single 1 in each row,";
  IdxFile read = readFile(file, kWanted);
  const std::vector<std::int64_t> dims = read.dims;
  if (dims.size() > 2) throwOtherShape(file, read, kWanted);
  if (dims.size() == 1 || dims[1] == 1) return {{dims[0]}, bytesOf(file, std::move(read))};
  const IdxType& type = *read.type;
  IdxArray labels{{dims[0]}, {}};
  for (std::int64_t row = 0; row < dims[0]; ++row) {
    std::int64_t ones = 0, others = 0, place = 0;
    for (std::int64_t column = 0; column < dims[1]; ++column) {
      const double value = valueAt(type, read.data.data() + static_cast<std::size_t>(row * dims[1] + column) * type.bytes);
      if (value == 1) place = column;
      ones += value == 1;
      others += value != 1 && value != 0;
    }
    if (ones != 1 || others > 0 || place > 255) throwOtherShape(file, read, kWanted);
    labels.data.push_back(static_cast<std::uint8_t>(place));
  }
  return labels;
}

bool holdsOtherNumbers(const std::string& file) {
  try {
    IdxFile read = readFile(file, "numbers");
    for (std::size_t at = 0; at < read.data.size(); at += read.type->bytes)
      if (const double value = valueAt(*read.type, read.data.data() + at); !(value >= 0 && value <= 255 && value == std::floor(value))) return true;
  } catch (const Error&) {  // damaged
  }
  return false;
}

std::vector<IdxSet> idxSetsIn(const std::string& folder, std::size_t most) {
  std::map<std::string, IdxSet> sets;
  std::map<std::string*, int> ranks;
  std::vector<fs::path> entries;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end && entries.size() < most; entry.increment(failed))
    entries.push_back(entry->path());
  std::sort(entries.begin(), entries.end());
  for (fs::path path : entries) {
    const std::optional<IdxName> name = idxNameOf(path.filename().string());
    if (!name) continue;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) path /= path.filename();  // some programs unpack into a folder with the name of the file
    if (!fs::is_regular_file(path, ignored)) continue;
    IdxSet& set = sets[name->prefix];
    set.name = name->prefix;
    if (name->rank == 2 && !name->train) (name->images ? set.valImages : set.valLabels) = path.string();
    std::string& file = name->train ? (name->images ? set.trainImages : set.trainLabels) : (name->images ? set.testImages : set.testLabels);
    if (!file.empty() && ranks[&file] <= name->rank) continue;
    file = path.string();
    ranks[&file] = name->rank;
  }
  std::vector<IdxSet> found;
  for (auto& [prefix, set] : sets) found.push_back(std::move(set));
  return found;
}

DataSplits openMnist(const DataSpec& spec) {
  const fs::path folder(spec.path);
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw Error(ErrorKind::Input, spec.path, "the folder of the MNIST files does not exist",
                "Create it and put the four files there, or set data.path to where they are");
  }
  const IdxSet set = setIn(folder);
  const bool apart = testIsApart(spec), ownTest = apart && set.namesTest();
  const bool named = apart && !set.valImages.empty() && !set.valLabels.empty(), ownValidation = named || !apart;
  const std::string &heldImages = named ? set.valImages : set.testImages, &heldLabels = named ? set.valLabels : set.testLabels;
  if (ownTest) requireNoTestShare(spec, set.testImages);
  const auto readIf = [](bool wanted, const std::string& images, const std::string& labels) {
    return std::async(std::launch::async,
                      [=] { return wanted ? std::optional<MemorySamples>(readPair(images, labels)) : std::optional<MemorySamples>(); });
  };
  auto held = readIf(ownValidation, heldImages, heldLabels), tested = readIf(ownTest && spec.openTest, set.testImages, set.testLabels);
  MemoryParts parts;
  parts.train = readPair(set.trainImages, set.trainLabels);
  parts.validation = held.get();
  parts.test = tested.get();
  const PixelShape& shape = parts.train.shape;
  std::vector<HeldPart> others;
  const auto add = [&](std::optional<MemorySamples>& part, const std::string& images, const std::string& labels, const char* purpose) {
    if (!part) return;
    if (part->shape.height != shape.height || part->shape.width != shape.width || part->shape.channels != shape.channels)
      throw Error(ErrorKind::Input, images,
                  fmt::format("its images are {}x{} of {} channel{}, those for training {}x{} of {}", part->shape.height, part->shape.width,
                              part->shape.channels, part->shape.channels == 1 ? "" : "s", shape.height, shape.width, shape.channels),
                  "Use the four files of one set");
    others.push_back({&*part, labels, purpose});
  };
  add(parts.validation, heldImages, heldLabels, "validation");
  add(parts.test, set.testImages, set.testLabels, "the test");
  nameClasses(parts.train, others, set.trainLabels);
  drawMissingParts(spec, parts, ownValidation, ownTest);
  const auto channels = static_cast<std::size_t>(shape.channels);
  DataSplits splits = memorySplits(spec, std::move(parts), {std::vector<double>(channels, 0.1307), std::vector<double>(channels, 0.3081)});
  splits.ownValidation = ownValidation;
  splits.ownTest = ownTest;
  return splits;
}

std::vector<DataKey> memoryPictureKeys() {
  std::vector<DataKey> keys = pictureKeys();
  keys.push_back(testAsKey());
  for (DataKey& key : partKeys()) keys.push_back(std::move(key));
  return keys;
}

}  // namespace stepscope
