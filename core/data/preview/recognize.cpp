// Recognizes the kind of data at a path, by the names of its files and their first bytes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/arrays/array_parts.h"
#include "core/data/cell_numbers.h"
#include "core/data/counted_sentence.h"
#include "core/data/gz_file.h"
#include "core/data/images/image_folder.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/picture_list.h"
#include "core/data/kinds/cifar100.h"
#include "core/data/kinds/idx.h"
#include "core/data/kinds/webdataset.h"
#include "core/data/preview/format_lines.h"
#include "core/data/preview/formats.h"
#include "core/data/preview/picture_listing.h"
#include "core/data/preview/preview_parts.h"
#include "core/data/records/tar_file.h"
#include "core/data/table/csv_document.h"
#include "core/data/table/table_parts.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = std::size_t{1} << 16;
constexpr std::size_t kMostClasses = 10'000;
constexpr std::size_t kMostLookedAt = 20'000;  // entries examined in a folder without sub-folders

// ".csv" for "houses.csv.gz".
std::string extensionOf(const fs::path& file) {
  const std::string last = lower(file.extension().string());
  return last == ".gz" ? lower(file.stem().extension().string()) : last;
}

// Whether the first rows have equally many cells, at least two. `likely`: the file name suggests a table; otherwise it must have a column of numbers,
// or a delimiter that prose does not contain.
bool isTable(std::string head, bool whole, bool likely, char delimiter) {
  if (!whole) head.erase(std::min(head.rfind('\n'), head.size()));  // the last row may be cut
  try {
    const CsvDocument document(std::move(head), "", delimiter);
    if (document.columns() < 2 || document.rows() < 2) return false;
    if (likely) return true;
    constexpr std::size_t kLeastRows = 5;
    if (document.rows() < kLeastRows || document.above().size() + document.below().size() > 3) return false;
    const auto number = [&](std::size_t row, std::size_t c) { return numberIn(document.cell(row, c)).has_value(); };
    if (document.delimiter() == ' ' && document.columns() < 3) {  // "line 12" may be prose, except below a row of names
      if (number(0, 0) || number(0, 1) || document.cell(0, 0) == document.cell(1, 0)) return false;
      for (std::size_t row = 1; row < document.rows(); ++row)
        if (!number(row, 1)) return false;
    }
    for (std::size_t c = 0; c < document.columns(); ++c) {
      std::size_t numbers = 0;
      for (std::size_t row = 1; row < document.rows(); ++row) {
        const NumberShape shape = numberShapeOf(document.cell(row, c));
        numbers += shape.point || shape.comma ? 1 : 0;
      }
      if (numbers * 10 >= (document.rows() - 1) * 9) return true;
    }
    return document.columns() >= 3 && document.delimiter() != ',' && document.delimiter() != ' ';
  } catch (const Error&) {
    return false;
  }
}

void stopFormat(DataPreview& preview, const FormatDef& format, std::string what, const fs::path& path) {
  stop(preview, std::move(what), std::string(format.cure), {}, commandOf(format, path.string()));
}

bool isText(const std::string& head) {
  return !head.empty() && head.find('\0') == std::string::npos;
}

std::string_view firstLines(std::string_view head, std::size_t count) {
  std::size_t end = 0;
  while (count-- > 0 && end != std::string_view::npos) end = head.find('\n', end == 0 ? 0 : end + 1);
  return head.substr(0, end);
}

// Whether the lines have the format of LIBSVM, "1 3:0.5 7:1": a class or a number, then index and value of the entries that are not 0.
bool isLibsvm(std::string_view head) {
  constexpr std::size_t kLines = 5;
  std::size_t lines = 0;
  for (std::string_view rest = firstLines(head, kLines); !rest.empty() && lines < kLines;) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    bool first = true;
    std::size_t pairs = 0;
    while (!line.empty()) {
      const std::size_t blank = line.find(' ');
      const std::string_view word = line.substr(0, blank);
      line = blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1);
      if (word.empty()) continue;
      const std::size_t colon = word.find(':');
      const bool pair = colon != std::string_view::npos && colon > 0 && numberIn(word.substr(0, colon)) && numberIn(word.substr(colon + 1));
      if (first ? pair || !numberIn(word) : !pair) return false;
      pairs += pair ? 1 : 0;
      first = false;
    }
    if (pairs == 0) return false;
    ++lines;
  }
  return lines >= 2;
}

// An unsupported table format, recognized by the content, with a way to convert it. Empty: unknown.
struct OtherFormat {
  std::string what, cure;
};
OtherFormat otherFormat(const std::string& extension, std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("PK\3\4"sv)) return {"is a workbook or an archive, despite its name", "Save it as CSV, or unpack it"};
  if (head.starts_with("\xD0\xCF\x11\xE0"sv)) return {"is a workbook, despite its name", "Save it as CSV"};
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  const std::string_view text = head.substr(begin);
  if (text.starts_with("version https://git-lfs"sv))
    return {"is a pointer of Git LFS, not the file itself", "Fetch the file: git lfs pull, in the folder of the repository"};
  const std::size_t next = text.size() > 1 ? text.find_first_not_of(" \t\r\n", 1) : std::string_view::npos;
  const char second = next == std::string_view::npos ? '\0' : text[next];
  const bool json = (text[0] == '{' && (second == '"' || second == '}')) || (text[0] == '[' && (second == '{' || second == '[' || second == ']'));
  if (json || extension == ".json" || extension == ".ndjson")
    return {"is JSON, which is not read as a table or a text", "Save it as CSV, in Python with pandas.read_json(...).to_csv(..., index=False)"};
  std::string_view arff = text;
  while (arff.starts_with('%')) {
    const std::size_t end = arff.find('\n');
    arff = end == std::string_view::npos ? std::string_view() : arff.substr(end + 1);
  }
  if (lower(std::string(arff.substr(0, 9))) == "@relation")
    return {"is a table in the format ARFF, which is not read", "Save it as CSV: its lines below @data with the names of its attributes above them"};
  if (isLibsvm(head)) return {"is a table in the format of LIBSVM, which is not read", "Save it as CSV with one column for each place"};
  if (text.starts_with("<table"sv) || ((extension == ".csv" || extension == ".tsv") && text.starts_with('<')))
    return {"is HTML or XML, despite its name", "Save it as CSV"};
  return {};
}

// Whether the cells have a fixed width: lines of equal length with blanks in the same columns, and digits in most.
bool isFixedWidth(std::string_view head) {
  constexpr std::size_t kLines = 40, kLeastLines = 5, kLeastGaps = 2;
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < head.size() && lines.size() < kLines;) {
    const std::size_t end = head.find('\n', at);
    if (end == std::string_view::npos) break;
    std::string_view line = head.substr(at, end - at);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(line);
    at = end + 1;
  }
  if (lines.size() < kLeastLines) return false;
  std::size_t length = 0, gaps = 0, figures = 0;
  for (const std::string_view line : lines) {
    length = std::max(length, line.size());
    figures += line.back() >= '0' && line.back() <= '9' ? 1 : 0;
  }
  const auto blank = [&](std::size_t at) {
    return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return at >= line.size() || line[at] == ' '; });
  };
  for (std::size_t at = 1; at < length; ++at) gaps += blank(at) && !blank(at - 1) ? 1 : 0;
  return gaps >= kLeastGaps && figures * 10 >= (lines.size() - 1) * 8;
}

// The first bytes, uncompressed if the file is compressed.
std::string headOf(const std::string& file) {
  GzFile in(file);
  std::string bytes(kHead, '\0');
  bytes.resize(in.read(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()));
  return bytes;
}

std::string foldersOfClasses(const fs::path& inner);

// Whether the file is a NumPy array, or a Zip archive that contains one.
bool isArrays(const fs::path& file, std::string_view head) {
  constexpr std::string_view kArray("\x93NUMPY", 6), kZip("PK\3\4", 4);
  if (head.starts_with(kArray)) return true;
  return head.starts_with(kZip) && (extensionOf(file) == ".npz" || head.find(".npy") != std::string_view::npos);
}

// Sets the kind to rows or pictures, by the number of dimensions of the inputs.
void recognizeArrays(fs::path path, DataPreview& preview) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored) && extensionOf(path) == ".npy" && holdsArrayFiles(path.parent_path().string())) path = path.parent_path();
  preview.spec.path = path.string();
  const ArrayParts parts = arrayPartsOf(path.string(), preview.spec.cancel);
  preview.spec.kind = parts.train->inputs.shape.size() > 2 ? "numpy" : "numpy_table";
}

void recognizeFile(const fs::path& file, DataPreview& preview) {
  const std::string extension = extensionOf(file), name = '"' + file.filename().string() + '"';
  if (extension == ".onnx")
    return stop(preview, name + " is a network, not data", "Choose the data to train it on, and set model.onnx in the project's settings");
  if (extension == ".toml") return stop(preview, name + " is a project, not data", "Open it with File > Open Project");
  preview.spec.path = file.string();
  if (imageFileKind(file.string()) == FileKind::Image) {
    const std::string better = foldersOfClasses(file.parent_path());
    return stop(preview, name + " is a single picture", "Choose the folder that has a sub-folder of pictures for each class", better);
  }
  if (preview.asked.delimiter == "auto" && preview.asked.header == "auto" && mayBeList(file) && isPictureList(file.string())) {
    preview.spec.kind = "image_list";
    return;
  }
  const std::string first = headOf(file.string());
  if (recognizeRecords(file.string(), preview)) return;
  if (beginsAsTar(first) && isWebDataset(file.string())) {
    preview.spec.kind = "webdataset";
    return;
  }
  if (isArrays(file, first)) return recognizeArrays(file, preview);
  const FormatDef* format = otherFormatOf(file.string(), first);
  if (format) return stopFormat(preview, *format, fmt::format("{} is {}, which is not read", name, format->title), file);
  const TextHead read = readTextHead(file.string(), kHead, preview.spec.encoding);
  const std::string& head = read.text;
  const bool namedText = extension == ".md" || extension == ".rst" || extension == ".py" || extension == ".tex";
  const bool namedTable = extension == ".csv" || extension == ".tsv" || extension == ".tab" || extension == ".data";
  if (head.empty()) return stop(preview, name + " is empty", "Choose another file");
  if (const OtherFormat other = otherFormat(extension, head); !other.what.empty()) return stop(preview, name + ' ' + other.what, other.cure);
  if (!isText(head)) return stop(preview, name + " is neither a table nor a text", "Choose a CSV file, a text in UTF-8 or a folder of pictures");
  // If the user set how cells are separated, the file is a table.
  const bool askedTable = preview.asked.delimiter != "auto" || preview.asked.header != "auto";
  if (namedTable || askedTable || (!namedText && isTable(head, read.whole, extension != ".txt", tableDelimiter(preview.spec.delimiter)))) {
    preview.spec.kind = "table";
  } else if (!namedText && isFixedWidth(head)) {
    stop(preview, name + " looks like a table with columns of fixed width, and some cells are empty",
         "Save it as CSV, in Python with pandas.read_fwf(...).to_csv(..., index=False)");
  } else {
    preview.spec.kind = "text";
    preview.spec.validationSplit = 0.1;
    preview.spec.contextLength = 64;
  }
}

// The folder of IDX files: the folder itself, or the only sub-folder with such files (MNIST/raw).
std::optional<fs::path> idxFolder(const fs::path& folder, std::size_t& left, int depth = 0) {
  constexpr int kDeepest = 3;
  constexpr std::size_t kMostBelow = 1'000;  // number of entries examined in a sub-folder
  for (const IdxSet& set : depth == 0 ? idxSetsIn(folder.string()) : idxSetsIn(folder.string(), kMostBelow))
    if (!set.trainImages.empty()) return folder;
  if (depth == kDeepest) return std::nullopt;
  std::optional<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    std::error_code ignored;
    if (!entry->is_directory(ignored) || entry->is_symlink(ignored) || isHiddenName(entry->path().filename().string())) continue;
    if (left == 0) return std::nullopt;
    --left;
    const std::optional<fs::path> inner = idxFolder(entry->path(), left, depth + 1);
    if (inner && found) return std::nullopt;
    if (inner) found = inner;
  }
  return found;
}

bool hasCifar(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "data_batch_1.bin", ignored) || fs::exists(folder / "cifar-10-batches-bin" / "data_batch_1.bin", ignored);
}

// The folder of CIFAR's version for Python: the folder itself or one in it.
fs::path pickledCifar(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& place : {folder, folder / "cifar-10-batches-py", folder / "cifar-100-python"})
    if (fs::exists(place / "data_batch_1", ignored) || (fs::exists(place / "meta", ignored) && fs::exists(place / "train", ignored) &&
                                                        fs::exists(place / "test", ignored) && fs::is_regular_file(place / "train", ignored)))
      return place;
  return {};
}

// The direct contents of a folder.
struct Contents {
  std::vector<fs::path> folders, tables, arrays, texts;
  std::int64_t images = 0;
};

Contents contentsOf(const fs::path& folder) {
  Contents found;
  std::error_code failed;
  std::size_t looked = 0;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end && ++looked < kMostLookedAt; entry.increment(failed)) {
    const fs::path& path = entry->path();
    if (isHiddenName(path.filename().string())) continue;
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      found.folders.push_back(path);
    } else if (imageFileKind(path.string()) == FileKind::Image) {
      ++found.images;
    } else if (const std::string extension = extensionOf(path); extension == ".csv" || extension == ".tsv") {
      found.tables.push_back(path);
    } else if (extension == ".npz" || extension == ".npy") {
      found.arrays.push_back(path);
    } else if (extension == ".txt" && lower(path.stem().string()).find("readme") == std::string::npos) {
      found.texts.push_back(path);
    }
  }
  if (failed) throw Error(ErrorKind::Input, folder.string(), "the folder cannot be read (" + failed.message() + ")", "Check its permissions");
  for (auto* list : {&found.folders, &found.tables, &found.arrays, &found.texts}) std::sort(list->begin(), list->end());
  return found;
}

std::vector<fs::path> classesOf(const Contents& contents) {
  std::vector<fs::path> classes;
  for (const fs::path& folder : contents.folders)
    if (holdsPicture(folder, kMostLookedAt)) classes.push_back(folder);
  return classes;
}

// The folder in which `inner` is one class: it contains only folders of images. Empty if it contains anything else, as a download folder does, or has
// another layout.
std::string foldersOfClasses(const fs::path& inner) {
  const fs::path parent = inner.parent_path();
  if (parent == inner || parent.empty()) return {};
  std::error_code failed;
  std::size_t folders = 0;
  for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (isHiddenName(entry->path().filename().string())) continue;
    std::error_code ignored;
    if (!entry->is_directory(ignored)) return {};
    std::error_code unreadable;
    const fs::directory_iterator files(entry->path(), unreadable);
    const bool pictures = !unreadable && std::any_of(fs::begin(files), fs::end(files), [](const fs::directory_entry& file) {
      return imageFileKind(file.path().string()) == FileKind::Image;
    });
    if (!pictures || ++folders > kMostClasses) return {};
  }
  if (folders < 2) return {};
  try {
    const PictureLayout layout = pictureLayout(parent.string());
    return layout.problem.empty() && layout.validation.empty() && layout.test.empty() ? parent.string() : std::string();
  } catch (const Error&) {
    return {};
  }
}

// The format of most files below, if there are no supported files.
struct Foreign {
  const FormatDef* format = nullptr;
  std::size_t count = 0;
  fs::path first;
};
Foreign foreignIn(const fs::path& folder) {
  std::map<const FormatDef*, Foreign> formats;
  std::error_code failed;
  std::size_t looked = 0;
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed), end;
       !failed && entry != end && ++looked < kMostLookedAt; entry.increment(failed)) {
    const fs::path& path = entry->path();
    if (isHiddenName(path.filename().string())) {
      entry.disable_recursion_pending();
      continue;
    }
    std::error_code ignored;
    if (entry->is_directory(ignored)) continue;
    const FormatDef* format = otherFormatOf(path.string());
    if (!format) continue;
    Foreign& one = formats[format];
    one.format = format;
    if (++one.count == 1 || path < one.first) one.first = path;
  }
  Foreign most;
  for (const FormatDef& format : otherFormats())
    if (const auto found = formats.find(&format); found != formats.end() && found->second.count > most.count) most = found->second;
  return most;
}

void stopForeign(DataPreview& preview, const fs::path& folder, const Foreign& foreign) {
  const std::string name = '"' + folder.filename().string() + '"';
  const FormatDef& format = *foreign.format;
  if (foreign.count == 1)
    return stopFormat(preview, format, fmt::format("{} holds \"{}\", {}, which is not read", name, foreign.first.filename().string(), format.title),
                      foreign.first);
  const std::string what = fmt::format("{} holds {} files such as \"{}\", {}, which is not read", name, foreign.count,
                                       foreign.first.lexically_relative(folder).string(), format.title);
  if (imageFileKind(foreign.first.string()) == FileKind::OtherImage)
    return stop(preview, what, "This command writes a PNG next to each, with Pillow", {}, picturesCommand(folder.string()));
  if (format.extensions.front() == ".wav") return stop(preview, what, std::string(format.cure), {}, commandOf(format, folder.string()));
  stop(preview, what, std::string(format.cure), {}, commandOf(format, foreign.first.string()));
}

// Looks for lists beside class folders: one with the classes of validation images that are in one folder (Tiny ImageNet), or one with other classes
// than the folders.
void lookBeside(const PictureLayout& layout, DataPreview& preview) {
  if (!layout.validation.empty()) {
    const std::vector<fs::path> below = classesOf(contentsOf(layout.validation));
    if (below.size() > 1) return;
    const auto way = listBeside(below.empty() ? fs::path(layout.validation) : below.front());
    if (!way || way->out.empty()) return;
    return stop(
        preview, way->what,
        fmt::format("This command copies them into a folder for each class; then set data.train_path = \"{}\" and data.validation_path = \"{}\"",
                    layout.train, way->out),
        {}, way->command);
  }
  if (const auto way = otherClassesOf(layout.train)) {
    DataFinding warning;
    warning.weight = DataFinding::Weight::Warning;
    warning.what = way->what + ", and each folder is a class";
    warning.cure = way->cure;
    warning.command = way->command;
    preview.findings.push_back(std::move(warning));
  }
}

// Sets a tenth of the pictures for training as validation, which is enough for the large published sets, unless the user asked for another part.
void keepForValidation(DataPreview& preview) {
  if (preview.asked.validationSplit == DataSpec().validationSplit) preview.spec.validationSplit = 0.1;
}

// Recognizes pictures without a folder for each class, by a list of them. False: there is no list.
bool recognizeList(const fs::path& pictures, DataPreview& preview) {
  const std::string list = listOf(pictures);
  if (list.empty()) return false;
  preview.spec.kind = "image_list";
  preview.spec.path = list;
  return true;
}
bool recognizeLoose(const fs::path& pictures, DataPreview& preview) {
  if (recognizeList(pictures, preview)) return true;
  if (!namesTellClasses(pictures)) return false;
  preview.spec.kind = "image_names";
  preview.spec.path = pictures.string();
  return true;
}

void recognizeFolder(const fs::path& folder, DataPreview& preview) {
  std::error_code ignored;
  preview.spec.path = folder.string();
  if (!preview.spec.trainPath.empty()) {  // the user said where the class folders are, so there are classes
    preview.spec.kind = "image_folder";
    for (std::string* path : {&preview.spec.trainPath, &preview.spec.validationPath, &preview.spec.testPath})
      if (!path->empty()) *path = fs::absolute(*path, ignored).lexically_normal().string();
    return;
  }
  std::size_t foldersBelow = 200;
  if (const auto place = idxFolder(folder, foldersBelow)) {
    const std::vector<IdxSet> sets = idxSetsIn(place->string());
    preview.spec.path = place->string();
    if (sets.size() > 1 && !sets.front().name.empty()) {
      const std::string out = (*place / (sets.front().name + "files")).string();
      std::string line = "mkdir -p " + shellQuoted(out) + " && cp";
      for (const std::string& file : {sets[0].trainImages, sets[0].trainLabels, sets[0].testImages, sets[0].testLabels})
        if (!file.empty()) line += ' ' + shellQuoted(file);
      return stop(preview,
                  fmt::format("\"{}\" holds {} sets of IDX files, such as those of \"{}\" and \"{}\"", place->filename().string(), sets.size(),
                              sets[0].name, sets[1].name),
                  fmt::format("Put the four files of one set into a folder of their own. This command copies the first; then use {}", out), {},
                  line + ' ' + shellQuoted(out));
    }
    preview.spec.kind = "mnist";
    keepForValidation(preview);
    return;
  }
  if (hasCifar(folder) || !cifar100Folder(folder.string()).empty()) {
    preview.spec.kind = hasCifar(folder) ? "cifar10" : "cifar100";
    keepForValidation(preview);
    return;
  }
  if (const fs::path pickled = pickledCifar(folder); !pickled.empty())
    return stop(preview,
                fmt::format("\"{}\" is the version of CIFAR for Python, which is not read because it is pickled code", pickled.filename().string()),
                "Download the binary version. Or this command, with NumPy, writes the arrays into cifar.npz in the folder, which is read", {},
                std::string(lines::kCifar) + shellQuoted(pickled.string()));
  const std::string name = '"' + folder.filename().string() + '"';
  const PictureLayout layout = pictureLayout(folder.string());
  if (!layout.problem.empty()) {
    std::vector<fs::path> parts = contentsOf(folder).folders;
    const auto later = [](const fs::path& part) { return splitRoleOf(part.filename().string()) != SplitRole::Train; };
    std::stable_sort(parts.begin(), parts.end(), [&](const fs::path& a, const fs::path& b) { return !later(a) && later(b); });
    for (const fs::path& part : parts)
      if (recognizeLoose(part, preview)) return;
    return stop(preview, layout.problem, layout.cure, layout.better);
  }
  const Contents contents = contentsOf(layout.train);
  const std::vector<fs::path> classes = classesOf(contents);
  if (classes.size() >= 2) {
    preview.spec.kind = "image_folder";
    lookBeside(layout, preview);
    return;
  }
  if (classes.size() == 1) {
    // Archives often have one extra folder around the class folders.
    const Contents inner = contentsOf(classes.front());
    const PictureLayout within = pictureLayout(classes.front().string());
    if (classesOf(inner).size() >= 2 || !within.problem.empty()) return recognizeFolder(classes.front(), preview);
    if (inner.images > 0 ? recognizeLoose(classes.front(), preview) : recognizeList(classes.front(), preview)) return;
    if (inner.images == 0 && classesOf(inner).size() == 1) return recognizeFolder(classes.front(), preview);  // "dataset/dataset"
    return stop(preview, fmt::format("there is only one class, \"{}\"", classes.front().filename().string()),
                "A model learns to distinguish classes: put the pictures of each class into a sub-folder of its own, at least two");
  }
  if (contents.images > 0) {
    if (recognizeLoose(folder, preview)) return;
    // It may be one class of its parent folder.
    const std::string better = foldersOfClasses(folder);
    return stop(preview, fmt::format("{} has pictures, but no sub-folder for each class", name),
                better.empty() ? "Put the pictures of each class into a sub-folder of its own"
                               : fmt::format("Use the folder \"{}\", which has sub-folders of pictures", fs::path(better).filename().string()),
                better);
  }
  if (contents.tables.empty() && contents.arrays.empty() && recognizeShards(folder.string(), preview)) return;
  if (contents.tables.empty() && holdsArrays(folder.string())) return recognizeArrays(folder, preview);
  if (contents.tables.empty() && contents.texts.empty() && !contents.arrays.empty())
    return stop(preview,
                fmt::format("{} holds {} of NumPy, and their names do not show inputs and answers", name,
                            countedSentence(static_cast<std::int64_t>(contents.arrays.size()), "one file", "{} files")),
                "Choose one .npz file with both, or name the files X.npy and y.npy, or x_train.npy, y_train.npy, x_test.npy and y_test.npy",
                contents.arrays.front().extension() == ".npz" ? contents.arrays.front().string() : std::string());
  // If a folder has a single data file, that file is used.
  if (contents.tables.size() + contents.texts.size() == 1)
    return recognizeFile(contents.tables.empty() ? contents.texts.front() : contents.tables.front(), preview);
  if (contents.tables.size() + contents.texts.size() > 1) {
    const std::vector<fs::path>& files = contents.tables.empty() ? contents.texts : contents.tables;
    const auto forTraining =
        std::find_if(files.begin(), files.end(), [](const fs::path& file) { return splitRoleOf(file.stem().string()) == SplitRole::Train; });
    const fs::path& first = forTraining == files.end() ? files.front() : *forTraining;
    return stop(preview, fmt::format("{} holds {} files of data", name, contents.tables.size() + contents.texts.size()),
                fmt::format("Choose one of them, such as \"{}\"", first.filename().string()), first.string());
  }
  if (fs::exists(folder / "project.toml", ignored))
    return stop(preview, name + " is the folder of a project, not of data", "Open it with File > Open Project");
  if (const Foreign foreign = foreignIn(folder); foreign.format) return stopForeign(preview, folder, foreign);
  stop(preview, name + " holds no pictures, no CSV table, no arrays of NumPy and no text",
       "Choose a folder with a sub-folder of pictures for each class, a CSV file or a text file");
}

}  // namespace

void stop(DataPreview& preview, std::string what, std::string cure, std::string betterPath, std::string command) {
  DataFinding finding;
  finding.weight = DataFinding::Weight::Stop;
  finding.what = std::move(what);
  finding.cure = std::move(cure);
  finding.betterPath = std::move(betterPath);
  finding.command = std::move(command);
  preview.findings.push_back(std::move(finding));
}

void recognize(const std::string& path, DataPreview& preview) {
  std::error_code ignored;
  if (preview.spec.testAs == "auto") preview.spec.testAs = "test";  // new projects keep test files apart, and say so
  fs::path full = fs::absolute(path, ignored).lexically_normal();
  if (!full.has_filename()) full = full.parent_path();  // "folder/"
  if (!fs::exists(full, ignored)) throw Error(ErrorKind::Input, full.string(), "there is no such file or folder", "Check the path");
  if (fs::is_directory(full, ignored)) recognizeFolder(full, preview);
  else recognizeFile(full, preview);
}

}  // namespace stepscope
