#include "core/data/preview/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "core/base/lower.h"
#include "core/data/preview/format_lines.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::string_view kToCsv = "This command writes it as CSV next to it";
constexpr std::string_view kArraysToCsv = "This command writes its largest array as CSV next to it, with the array of labels as the last column";

constexpr std::string_view kPictures = "Put pictures into a sub-folder for each class. This command writes it as PNG next to it";

constexpr std::string_view kZip = "PK\3\4";

// The extension of the format of a Zip archive: many formats are Zip archives and differ in the names of the files inside. ".zip" if none is known.
std::string_view zippedFormat(std::string_view head) {
  constexpr std::pair<std::string_view, std::string_view> inside[] = {
      {"xl/workbook", ".xlsx"},      {"xl/worksheets", ".xlsx"}, {"xl/_rels", ".xlsx"}, {"word/", ".docx"}, {"opendocument.spreadsheet", ".ods"},
      {"opendocument.text", ".odt"}, {"/data.pkl", ".pt"}};
  for (const auto& [name, extension] : inside)
    if (head.find(name) != std::string_view::npos) return extension;
  return ".zip";
}

bool isNamed(const FormatDef& format, std::string_view extension) {
  return std::find(format.extensions.begin(), format.extensions.end(), extension) != format.extensions.end();
}

}  // namespace

const std::vector<FormatDef>& otherFormats() {
  // clang-format off
  static const std::vector<FormatDef> formats = {
      // Arrays.
      {"an HDF5 file", {".h5", ".hdf5", ".hdf", ".he5"}, "\x89HDF\r\n\x1a\n"sv, 0, kArraysToCsv, lines::kHdf5},
      {"a MATLAB file", {".mat"}, "MATLAB 5.0"sv, 0, kArraysToCsv, lines::kMat},
      {"a MATLAB file", {".mat"}, "\x89HDF\r\n\x1a\n"sv, 0, kArraysToCsv, lines::kMatHdf5},
      {"a file of Python objects (pickle)", {".pkl", ".pickle", ".p"}, "\x80"sv, 0,
       "A pickle runs code when it is opened, so open only one that you trust. If it is a table of pandas, this command writes it as CSV next to it", lines::kPickle},
      {"a file of joblib", {".joblib"}, {}, 0, "Open it in Python with joblib.load, and save a table with to_csv", {}},
      {"a file of PyTorch", {".pt", ".pth", ".ckpt"}, {}, 0,
       "A network: export it with torch.onnx.export, and set model.onnx. A list or dictionary of tensors: this command writes them as CSV next to it, the "
       "labels as the last column", lines::kTorch},
      {"a file of weights (safetensors)", {".safetensors"}, {}, 0, "It is not data: choose the data to train on", {}},
      {"a network of TensorFlow Lite", {".tflite"}, {}, 0, "It is not data: choose the data to train on", {}},
      {"a file of weights (GGUF)", {".gguf"}, "GGUF"sv, 0, "It is not data: choose the data to train on", {}},
      {"a NIfTI volume", {".nii"}, {}, 0, "Save its slices as PNG pictures, in a sub-folder for each class", {}},
      {"a DICOM picture", {".dcm", ".dicom"}, "DICM"sv, 128, "Save it as PNG, with dcm2pnm or pydicom, in a sub-folder for each class", {}},
      {"a netCDF file", {".nc", ".cdf"}, "CDF"sv, 0, kToCsv, lines::kNetCdf},
      {"a FITS file", {".fits", ".fit"}, "SIMPLE  ="sv, 0, "Save its table as CSV, or its pictures as PNG, with astropy", {}},
      // Records.
      {"a file of TensorFlow records", {".tfrecord", ".tfrecords", ".tfrec"}, {}, 0,
       "Pictures with their classes are read. Records of values: this command writes those of one value as CSV next to it", lines::kTfRecord},
      {"an LMDB database", {".mdb", ".lmdb"}, "\xDE\xC0\xEF\xBE"sv, 16,
       "This command shows its keys and the sizes of what they name; write the pictures into a sub-folder for each class", lines::kLmdb},
      {"an SQLite database", {".sqlite", ".sqlite3", ".db", ".db3"}, "SQLite format 3\0"sv, 0,
       "This command writes its first table as CSV next to it", lines::kSqlite},
      // Tables.
      {"a Parquet table", {".parquet", ".pq"}, "PAR1"sv, 0, kToCsv, lines::kParquet},
      {"a Feather (Arrow) table", {".feather", ".arrow", ".ipc"}, "ARROW1"sv, 0, kToCsv, lines::kFeather},
      {"a Feather table", {".feather"}, "FEA1"sv, 0, kToCsv, lines::kFeather},
      {"an ORC table", {".orc"}, "ORC"sv, 0, kToCsv, lines::kOrc},
      {"an Avro table", {".avro"}, "Obj\1"sv, 0, "Save it as CSV", {}},
      {"an Excel workbook", {".xlsx", ".xlsm", ".xls", ".xlsb"}, {}, 0, "Save the sheet as CSV: File > Save As. Or use this command, with pandas", lines::kExcel},
      {"an Excel workbook", {".xls"}, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, 0, "Save the sheet as CSV: File > Save As. Or use this command, with pandas", lines::kExcel},
      {"a spreadsheet", {".ods"}, {}, 0, "Save the sheet as CSV: File > Save As", {}},
      {"a Stata table", {".dta"}, {}, 0, kToCsv, lines::kStata},
      {"an SPSS table", {".sav"}, "$FL"sv, 0, kToCsv, lines::kSpss},
      {"a SAS table", {".sas7bdat", ".xpt"}, {}, 0, kToCsv, lines::kSas},
      {"a file of R", {".rds", ".rdata", ".rda"}, {}, 0, "Save it as CSV in R: write.csv(readRDS(\"file\"), \"file.csv\", row.names = FALSE)", {}},
      {"a table of JSON lines", {".jsonl", ".ndjson"}, "{"sv, 0, kToCsv, lines::kJsonLines},
      // Archives.
      {"an archive of Zip", {".zip"}, kZip, 0, "Unpack it, and choose the folder that results", lines::kUnzip},
      {"a tar archive", {".tar"}, "ustar"sv, 257, "Unpack it, and choose the folder that results", lines::kUntar},
      {"a packed tar archive", {".tgz", ".tbz", ".tbz2", ".txz", ".tzst"}, {}, 0, "Unpack it, and choose the folder that results", lines::kUntar},
      {"a 7-Zip archive", {".7z"}, "7z\xBC\xAF\x27\x1C"sv, 0, "Unpack it, and choose the folder that results", lines::kSevenZip},
      {"a RAR archive", {".rar"}, "Rar!\x1A\7"sv, 0, "Unpack it, and choose the folder that results", lines::kUnrar},
      {"a file packed with xz", {".xz"}, "\xFD" "7zXZ\0"sv, 0, "Unpack it, and choose the file that results", lines::kXz},
      {"a file packed with bzip2", {".bz2"}, "BZh"sv, 0, "Unpack it, and choose the file that results", lines::kBzip2},
      {"a file packed with Zstandard", {".zst"}, "\x28\xB5\x2F\xFD"sv, 0, "Unpack it, and choose the file that results", lines::kZstd},
      // Pictures.
      {"a HEIF or AVIF picture", {".heic", ".heif", ".avif"}, "ftyphei"sv, 4, kPictures, lines::kPicture},
      {"a HEIF or AVIF picture", {".avif"}, "ftypavif"sv, 4, kPictures, lines::kPicture},
      {"a JPEG 2000 picture", {".jp2", ".j2k"}, "\0\0\0\x0CjP  "sv, 0, kPictures, lines::kPicture},
      {"a PNM picture", {".ppm", ".pgm", ".pbm", ".pnm"}, "P"sv, 0, kPictures, lines::kPicture},
      {"a Photoshop picture", {".psd"}, "8BPS"sv, 0, kPictures, lines::kPicture},
      {"a TGA picture", {".tga"}, {}, 0, kPictures, lines::kPicture},
      {"an SVG drawing", {".svg"}, "<"sv, 0, "Save it as PNG", lines::kSvg},
      {"a raw picture of a camera", {".nef", ".cr2", ".cr3", ".arw", ".dng", ".orf", ".rw2"}, {}, 0, "Save it as JPEG with your camera's program", {}},
      // Sounds and films.
      {"a WAV sound", {".wav"}, "WAVE"sv, 8, "A network of pictures can learn from pictures of sounds: this command writes a spectrogram next to it", lines::kWav},
      {"a sound", {".mp3", ".flac", ".ogg", ".m4a", ".opus", ".aac", ".aiff"}, {}, 0, "Convert it to WAV: then choose the WAV file for the next step", lines::kSound},
      {"a film", {".mp4", ".avi", ".mov", ".mkv", ".webm", ".mpg", ".mpeg"}, {}, 0,
       "Save its frames as pictures, in a sub-folder for each class", lines::kFilm},
      // Documents.
      {"a PDF document", {".pdf"}, "%PDF"sv, 0, "Save its text as a text file in UTF-8", lines::kPdf},
      {"a Word document", {".docx", ".doc", ".odt"}, {}, 0, "Save it as a text file in UTF-8: File > Save As", {}},
      {"a notebook", {".ipynb"}, "{"sv, 0, "It is not data: choose the data that it reads", {}},
  };
  // clang-format on
  return formats;
}

const FormatDef* otherFormatOf(const std::string& file) {
  fs::path name(file);
  std::string extension = lower(name.extension().string());
  if (extension == ".gz") extension = lower(name.stem().extension().string());
  for (const FormatDef& format : otherFormats())
    if (isNamed(format, extension)) return &format;
  return nullptr;
}

const FormatDef* otherFormatOf(const std::string& file, std::string_view head) {
  const FormatDef* named = otherFormatOf(file);
  const auto fits = [&](const FormatDef& format) {
    return !format.magic.empty() && head.size() >= format.at + format.magic.size() && head.substr(format.at, format.magic.size()) == format.magic;
  };
  const std::string extension = lower(fs::path(file).extension().string());
  for (const FormatDef& format : otherFormats())
    if (fits(format) && isNamed(format, extension)) return &format;
  // A text file is examined as text whatever its extension: many tables with tabs are called .xls.
  const bool text = std::none_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
  });
  if (named) return text ? nullptr : named;
  // If the name gives no hint, one or two equal bytes prove nothing.
  constexpr std::size_t kProof = 3;
  const std::string_view zipped = head.starts_with(kZip) ? zippedFormat(head) : std::string_view();
  for (const FormatDef& format : otherFormats())
    if (zipped.empty() ? format.magic.size() >= kProof && fits(format) : isNamed(format, zipped)) return &format;
  return nullptr;
}

std::string shellQuoted(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+' || c == ',' || c >= 0x80;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string commandOf(const FormatDef& format, const std::string& path) {
  std::string line(format.line);
  if (const std::size_t at = line.rfind("{}"); at != std::string::npos) line.replace(at, 2, shellQuoted(path));
  return line;
}

std::string picturesCommand(const std::string& folder) {
  return std::string(lines::kPictures) + shellQuoted(folder);
}

}  // namespace stepscope
