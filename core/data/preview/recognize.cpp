// What kind of data a path holds, by the names of its files and their first bytes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/data/table/cell_numbers.h"
#include "core/data/table/csv_document.h"
#include "core/data/gz_file.h"
#include "core/data/images/image_folder.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = std::size_t{1} << 16;
constexpr std::size_t kMostLookedAt = 20'000;  // entries of a folder without sub-folders, to see what is in it

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// ".csv" of "houses.csv.gz".
std::string extensionOf(const fs::path& file) {
  const std::string last = lower(file.extension().string());
  return last == ".gz" ? lower(file.stem().extension().string()) : last;
}

void stop(DataPreview& preview, std::string what, std::string cure, std::string betterPath = {}) {
  DataFinding finding;
  finding.weight = DataFinding::Weight::Stop;
  finding.what = std::move(what);
  finding.cure = std::move(cure);
  finding.betterPath = std::move(betterPath);
  preview.findings.push_back(std::move(finding));
}

// Whether the first rows are cut into equally many cells, two at least. likely: what else it is called speaks against it, so a column of
// numbers is asked for, or a delimiter that no prose has.
bool isTable(std::string head, bool whole, bool likely) {
  if (!whole) head.erase(std::min(head.rfind('\n'), head.size()));  // the last row may be cut
  try {
    const CsvDocument document(std::move(head), "");
    if (document.columns() < 2 || document.rows() < 2) return false;
    if (likely) return true;
    constexpr std::size_t kLeastRows = 5;
    if (document.rows() < kLeastRows || document.above().size() + document.below().size() > 3) return false;
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

bool isText(const std::string& head) {
  return !head.empty() && head.find('\0') == std::string::npos;
}

std::string_view firstLines(std::string_view head, std::size_t count) {
  std::size_t end = 0;
  while (count-- > 0 && end != std::string_view::npos) end = head.find('\n', end == 0 ? 0 : end + 1);
  return head.substr(0, end);
}

// "1 3:0.5 7:1": a class or a number, then the places and values that are not 0.
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

// A format of tables that is not read, by what the file holds; with what to do. Empty: none is known.
struct OtherFormat {
  std::string what, cure;
};
OtherFormat otherFormat(const std::string& extension, std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("PK\3\4"sv)) return {"is a workbook or an archive, whatever its name says", "Save it as CSV, or unpack it"};
  if (head.starts_with("\xD0\xCF\x11\xE0"sv)) return {"is a workbook, whatever its name says", "Save it as CSV"};
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  const std::string_view text = head.substr(begin);
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
    return {"is HTML or XML, whatever its name says", "Save it as CSV"};
  return {};
}

void recognizeFile(const fs::path& file, DataPreview& preview) {
  const std::string extension = extensionOf(file), name = '"' + file.filename().string() + '"';
  if (extension == ".onnx")
    return stop(preview, name + " is a network, not data", "Choose the data to train it on, and set model.onnx in the project's settings");
  if (extension == ".toml") return stop(preview, name + " is a project, not data", "Open it with File > Open Project");
  if (extension == ".parquet" || extension == ".xlsx" || extension == ".xls" || extension == ".feather" || extension == ".jsonl")
    return stop(preview, fmt::format("a table in the format {} is not read", extension.substr(1)), "Save it as CSV");
  if (extension == ".zip" || extension == ".tar" || extension == ".tgz" || extension == ".7z" || extension == ".rar")
    return stop(preview, name + " is an archive", "Unpack it, and choose the folder that comes out");
  if (imageFileKind(file.string()) != FileKind::NotImage)
    return stop(preview, name + " is a single picture", "Choose the folder that has a sub-folder of pictures for each class",
                file.parent_path().parent_path().string());
  const TextHead read = readTextHead(file.string(), kHead, preview.spec.encoding);
  const std::string& head = read.text;
  preview.spec.path = file.string();
  const bool namedText = extension == ".md" || extension == ".rst" || extension == ".py" || extension == ".tex";
  const bool namedTable = extension == ".csv" || extension == ".tsv" || extension == ".tab" || extension == ".data";
  if (head.empty()) return stop(preview, name + " is empty", "Choose another file");
  if (const OtherFormat other = otherFormat(extension, head); !other.what.empty()) return stop(preview, name + ' ' + other.what, other.cure);
  if (!isText(head)) return stop(preview, name + " is neither a table nor a text", "Choose a CSV file, a text in UTF-8 or a folder of pictures");
  if (namedTable || (!namedText && isTable(head, read.whole, extension != ".txt"))) {
    preview.spec.kind = "table";
  } else {
    preview.spec.kind = "text";
    preview.spec.validationSplit = 0.1;
    preview.spec.contextLength = 64;
  }
}

bool hasIdxFiles(const fs::path& folder) {
  std::error_code ignored;
  for (const char* name : {"train-images-idx3-ubyte", "train-images-idx3-ubyte.gz", "train-images.idx3-ubyte", "train-images.idx3-ubyte.gz"})
    if (fs::exists(folder / name, ignored)) return true;
  return false;
}

bool hasCifar(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "data_batch_1.bin", ignored) || fs::exists(folder / "cifar-10-batches-bin" / "data_batch_1.bin", ignored);
}

// What lies directly in a folder.
struct Contents {
  std::vector<fs::path> folders, tables, texts;
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
    } else if (extension == ".txt" && lower(path.stem().string()).find("readme") == std::string::npos) {
      found.texts.push_back(path);
    }
  }
  if (failed)
    throw Error(ErrorKind::Input, folder.string(), "the folder cannot be read (" + failed.message() + ")", "Check its permissions");
  for (auto* list : {&found.folders, &found.tables, &found.texts}) std::sort(list->begin(), list->end());
  return found;
}

// Whether a picture lies below, at any depth, among the first entries.
bool hasPicture(const fs::path& folder) {
  std::error_code failed;
  std::size_t looked = 0;
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed), end;
       !failed && entry != end && ++looked < kMostLookedAt; entry.increment(failed))
    if (imageFileKind(entry->path().string()) == FileKind::Image) return true;
  return false;
}

std::vector<fs::path> classesOf(const Contents& contents) {
  std::vector<fs::path> classes;
  for (const fs::path& folder : contents.folders)
    if (hasPicture(folder)) classes.push_back(folder);
  return classes;
}

void recognizeFolder(const fs::path& folder, DataPreview& preview) {
  std::error_code ignored;
  preview.spec.path = folder.string();
  if (hasIdxFiles(folder)) {
    preview.spec.kind = "mnist";
    return;
  }
  if (hasCifar(folder)) {
    preview.spec.kind = "cifar10";
    return;
  }
  const SplitFolders split = splitFolders(folder.string());
  const Contents contents = contentsOf(split.train);
  const std::vector<fs::path> classes = classesOf(contents);
  if (classes.size() >= 2) {
    preview.spec.kind = "image_folder";
    return;
  }
  // One file of data in a folder is what is meant by it.
  if (classes.empty() && contents.images == 0 && contents.tables.size() + contents.texts.size() == 1)
    return recognizeFile(contents.tables.empty() ? contents.texts.front() : contents.tables.front(), preview);
  const std::string name = '"' + folder.filename().string() + '"';
  if (classes.size() == 1) {
    // An archive often has one folder round the folders of classes.
    const Contents inner = contentsOf(classes.front());
    const bool nested = classesOf(inner).size() >= 2 || splitFolders(classes.front().string()).train != classes.front().string();
    if (nested) return recognizeFolder(classes.front(), preview);
    return stop(preview, fmt::format("there is only one class, \"{}\"", classes.front().filename().string()),
                "A model learns to tell classes apart: put the pictures of each class into a sub-folder of its own, at least two");
  }
  if (contents.images > 0) {
    // Perhaps it is one class of its parent.
    const fs::path parent = folder.parent_path();
    const bool better = parent != folder && contentsOf(parent).folders.size() >= 2 && classesOf(contentsOf(parent)).size() >= 2;
    return stop(preview, fmt::format("{} has pictures, but no sub-folder for each class", name),
                better ? fmt::format("Take the folder \"{}\", which has sub-folders of pictures", parent.filename().string())
                       : "Put the pictures of each class into a sub-folder of its own",
                better ? parent.string() : std::string());
  }
  if (contents.tables.size() + contents.texts.size() > 1) {
    const fs::path& first = contents.tables.empty() ? contents.texts.front() : contents.tables.front();
    return stop(preview, fmt::format("{} holds {} files of data", name, contents.tables.size() + contents.texts.size()),
                fmt::format("Choose one of them, such as \"{}\"", first.filename().string()), first.string());
  }
  if (fs::exists(folder / "project.toml", ignored))
    return stop(preview, name + " is the folder of a project, not of data", "Open it with File > Open Project");
  stop(preview, name + " holds no JPEG or PNG pictures, no CSV table and no text",
       "Choose a folder with a sub-folder of pictures for each class, a CSV file or a text file");
}

}  // namespace

void recognize(const std::string& path, DataPreview& preview) {
  std::error_code ignored;
  fs::path full = fs::absolute(path, ignored).lexically_normal();
  if (!full.has_filename()) full = full.parent_path();  // "folder/"
  if (!fs::exists(full, ignored))
    throw Error(ErrorKind::Input, full.string(), "there is no such file or folder", "Check the path");
  if (fs::is_directory(full, ignored))
    recognizeFolder(full, preview);
  else
    recognizeFile(full, preview);
}

}  // namespace stepscope
