#include "core/data/arrays/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string_view>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/arrays/zip_file.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic("\x93NUMPY", 6), kExtension = ".npy";
constexpr std::size_t kMostHeader = std::size_t{1} << 16;
constexpr std::size_t kMostDimensions = 32;
constexpr const char* kCopyAgain = "Copy or download it again";

// Parses the header, a Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }. Values are kept as their text.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  std::map<std::string, std::string> parse() {
    std::map<std::string, std::string> values;
    expect('{');
    while (!met('}')) {
      const std::string key = quoted();
      expect(':');
      values[key] = value();
      if (!met(',')) {
        expect('}');
        break;
      }
    }
    blanks();
    if (at_ != text_.size()) broken();
    return values;
  }

 private:
  [[noreturn]] void broken() const { throw Error(ErrorKind::Input, where_, "is damaged: its header is not one of NumPy", kCopyAgain); }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool met(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!met(c)) broken();
  }
  std::string quoted() {
    blanks();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) broken();
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) broken();
    std::string inside(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return inside;
  }
  // Reads a text in quotes, without them; a word; or a text in brackets, with them.
  std::string value() {
    blanks();
    if (at_ >= text_.size()) broken();
    const char first = text_[at_];
    if (first == '\'' || first == '"') return quoted();
    const std::size_t begin = at_;
    if (first == '(' || first == '[') {
      int depth = 0;
      for (; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth == 0) return std::string(text_.substr(begin, ++at_ - begin));
      }
      broken();
    }
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) ++at_;
    if (at_ == begin) broken();
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

[[noreturn]] void throwDamaged(const std::string& where, const std::string& why) {
  throw Error(ErrorKind::Input, where, "is damaged: " + why, kCopyAgain);
}

std::vector<std::int64_t> shapeOf(const std::string& text, const std::string& where) {
  std::vector<std::int64_t> shape;
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') throwDamaged(where, "its header has no shape");
  std::string digits;
  for (const char c : text.substr(1)) {
    if (std::isdigit(static_cast<unsigned char>(c))) {
      digits += c;
    } else if (c == ',' || c == ')') {
      if (digits.empty()) continue;
      if (digits.size() > 18 || shape.size() == kMostDimensions) throwDamaged(where, "its shape is not possible");
      shape.push_back(std::stoll(digits));
      digits.clear();
    } else if (c != ' ' && c != 'L') {  // Python 2 wrote 10L
      throwDamaged(where, "its shape is not possible");
    }
  }
  return shape;
}

struct ItemType {
  NumpyArray::Type type;
  std::int64_t bytes;
  bool swapped;
};

ItemType typeOf(const std::string& descr, const std::string& where) {
  using Type = NumpyArray::Type;
  const std::string convert = "Save it as plain numbers, in Python: numpy.save(\"new.npy\", numpy.array(array.tolist(), dtype=numpy.float32))";
  if (descr.find("O") != std::string::npos && (descr.front() == '|' || descr.front() == 'O' || descr.front() == '['))
    throw Error(ErrorKind::Input, where, "holds Python objects (pickle), which are not opened because that runs code",
                "If you trust the file, save it as plain numbers, in Python: a = numpy.load(\"old.npy\", allow_pickle=True); numpy.save(\"new.npy\", "
                "numpy.array(a.tolist(), dtype=numpy.float32))");
  if (descr.empty() || descr.front() == '[')
    throw Error(ErrorKind::Input, where, "holds records of several fields, which are not supported",
                "Save each field as an array of its own: array[\"name\"]");
  const char order = std::string_view("<>=|").find(descr.front()) == std::string_view::npos ? '=' : descr.front();
  const std::string rest = order == '=' && descr.front() != '=' ? descr : descr.substr(1);
  const std::string digits = rest.empty() ? std::string() : rest.substr(1);
  if (rest.empty() || digits.empty() || digits.size() > 6 ||
      !std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); }))
    throw Error(ErrorKind::Input, where, fmt::format("holds values of type \"{}\", which are not supported", descr), convert);
  const std::int64_t bytes = std::stoll(digits);
  const bool swapped = order == '>' && bytes > 1;
  const auto among = [&](std::initializer_list<std::int64_t> sizes) { return std::find(sizes.begin(), sizes.end(), bytes) != sizes.end(); };
  switch (rest.front()) {
    case 'b':
      if (bytes == 1) return {Type::Bool, 1, false};
      break;
    case 'i':
      if (among({1, 2, 4, 8})) return {Type::Signed, bytes, swapped};
      break;
    case 'u':
      if (among({1, 2, 4, 8})) return {Type::Unsigned, bytes, swapped};
      break;
    case 'f':
      if (among({2, 4, 8})) return {Type::Float, bytes, swapped};
      break;
    case 'S':
      if (bytes > 0) return {Type::Text, bytes, false};
      break;
    case 'U':  // UTF-32: itemBytes is -4 times the number of characters; the sign distinguishes it from UTF-8
      if (bytes > 0) return {Type::Text, -4 * bytes, order == '>'};
      break;
    case 'c':
      throw Error(ErrorKind::Input, where, "holds complex numbers, which are not supported", "Save the real and the imaginary part as two columns");
    case 'M':
    case 'm':
      throw Error(ErrorKind::Input, where, "holds dates, which are not supported in NumPy files", "Save them as numbers: array.astype(\"int64\")");
    default: break;
  }
  throw Error(ErrorKind::Input, where, fmt::format("holds values of type \"{}\", which are not supported", descr), convert);
}

// Copies an array from Fortran order, in which the first index changes fastest, to C order. `item`: bytes of an item.
std::vector<std::uint8_t> inCOrder(std::span<const std::uint8_t> from, const std::vector<std::int64_t>& shape, std::size_t item) {
  std::vector<std::uint8_t> to(from.size());
  const std::size_t dims = shape.size();
  std::vector<std::size_t> index(dims, 0), stride(dims, item);
  for (std::size_t d = 1; d < dims; ++d) stride[d] = stride[d - 1] * static_cast<std::size_t>(shape[d - 1]);
  for (std::size_t at = 0, source = 0; at < to.size(); at += item) {
    std::memcpy(to.data() + at, from.data() + source, item);
    for (std::size_t d = dims; d-- > 0;) {
      source += stride[d];
      if (++index[d] < static_cast<std::size_t>(shape[d])) break;
      source -= stride[d] * index[d];
      index[d] = 0;
    }
  }
  return to;
}

template <typename T>
T valueAt(const std::vector<std::uint8_t>& data, std::int64_t index) {
  T value;
  std::memcpy(&value, data.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
  return value;
}

float halfToFloat(std::uint16_t half) {
  const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;
  const int exponent = half >> 10 & 0x1F, fraction = half & 0x3FF;
  if (exponent == 0x1F) return fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
  return sign * (exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24) : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25));
}

// How a header describes the bytes after it.
struct Header {
  ItemType item{};
  std::vector<std::int64_t> shape;
  bool fortran = false;
  std::size_t begin = 0;  // of the data
  std::int64_t bytes = 0;
};

Header headerOf(std::span<const std::uint8_t> bytes, const std::string& where) {
  if (bytes.size() < 10 || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    throw Error(ErrorKind::Input, where, "is not an array of NumPy", "Check that it is the right file");
  const std::uint8_t version = bytes[6];
  if (version < 1 || version > 3)
    throw Error(ErrorKind::Input, where, fmt::format("is of version {} of NumPy's format; 1 to 3 are read", version), "Save it with numpy.save");
  const std::size_t field = version == 1 ? 2 : 4;
  std::size_t length = 0;
  if (bytes.size() < 8 + field) throwDamaged(where, "it ends within its header");
  for (std::size_t i = field; i-- > 0;) length = length << 8 | bytes[8 + i];
  Header header;
  header.begin = 8 + field + length;
  if (length > kMostHeader) throwDamaged(where, "its header is too long");
  if (header.begin > bytes.size()) throwDamaged(where, "it ends within its header");
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8 + field, length);
  const std::map<std::string, std::string> values = HeaderText(text, where).parse();
  const auto of = [&](const char* key) -> const std::string& {
    const auto found = values.find(key);
    if (found == values.end()) throwDamaged(where, fmt::format("its header has no \"{}\"", key));
    return found->second;
  };
  header.item = typeOf(of("descr"), where);
  header.shape = shapeOf(of("shape"), where);
  header.fortran = of("fortran_order") == "True";
  std::int64_t count = std::abs(header.item.bytes);
  for (const std::int64_t dim : header.shape) {
    if (dim > 0 && count > (std::int64_t{1} << 46) / dim) throwDamaged(where, "its shape is not possible");
    count *= dim;
  }
  header.bytes = count;
  return header;
}

void checkSize(const Header& header, std::int64_t bytes, const std::string& where) {
  if (header.bytes != bytes)
    throwDamaged(where, fmt::format("its header promises {} bytes ({}), but {} follow", header.bytes, fmt::join(header.shape, " x "), bytes));
}

NumpyArray arrayOf(const Header& header, std::vector<std::uint8_t> data) {
  NumpyArray array;
  array.type = header.item.type;
  array.itemBytes = header.item.bytes;
  array.shape = header.shape;
  const auto item = static_cast<std::size_t>(std::abs(header.item.bytes));
  const std::size_t unit = header.item.type == NumpyArray::Type::Text ? 4 : item;
  if (header.item.swapped)
    for (std::size_t at = 0; at + unit <= data.size(); at += unit)
      std::reverse(data.begin() + static_cast<std::ptrdiff_t>(at), data.begin() + static_cast<std::ptrdiff_t>(at + unit));
  array.data = header.fortran && header.shape.size() > 1 && !data.empty() ? inCOrder(data, header.shape, item) : std::move(data);
  return array;
}

NumpyArray readNpyFile(const std::string& file) {
  std::error_code failed;
  const auto size = static_cast<std::int64_t>(fs::file_size(file, failed));
  std::ifstream in(file, std::ios::binary);
  if (failed || !in) throw Error(ErrorKind::Input, file, "cannot be read", "Check that the file is there and may be read");
  std::vector<std::uint8_t> head(static_cast<std::size_t>(std::min<std::int64_t>(size, static_cast<std::int64_t>(kMostHeader) + 12)));
  if (!in.read(reinterpret_cast<char*>(head.data()), static_cast<std::streamsize>(head.size()))) throwDamaged(file, "it cannot be read");
  const Header header = headerOf(head, file);
  checkSize(header, size - static_cast<std::int64_t>(header.begin), file);
  std::vector<std::uint8_t> data(static_cast<std::size_t>(header.bytes));
  in.seekg(static_cast<std::streamoff>(header.begin));
  if (!in.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()))) throwDamaged(file, "it cannot be read to its end");
  return arrayOf(header, std::move(data));
}

bool isZip(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  char first[4] = {};
  in.read(first, sizeof(first));
  std::error_code ignored;
  if (in.gcount() == 0 && fs::exists(file, ignored)) throw Error(ErrorKind::Input, file, "is empty", kCopyAgain);
  return std::string_view(first, 4) == std::string_view("PK\3\4", 4);
}

}  // namespace

std::int64_t NumpyArray::size() const {
  std::int64_t count = 1;
  for (const std::int64_t dim : shape) count *= dim;
  return count;
}

double NumpyArray::number(std::int64_t index) const {
  switch (type) {
    case Type::Bool: return data[static_cast<std::size_t>(index)] != 0 ? 1 : 0;
    case Type::Signed:
      switch (itemBytes) {
        case 1: return valueAt<std::int8_t>(data, index);
        case 2: return valueAt<std::int16_t>(data, index);
        case 4: return valueAt<std::int32_t>(data, index);
        default: return static_cast<double>(valueAt<std::int64_t>(data, index));
      }
    case Type::Unsigned:
      switch (itemBytes) {
        case 1: return data[static_cast<std::size_t>(index)];
        case 2: return valueAt<std::uint16_t>(data, index);
        case 4: return valueAt<std::uint32_t>(data, index);
        default: return static_cast<double>(valueAt<std::uint64_t>(data, index));
      }
    case Type::Float:
      switch (itemBytes) {
        case 2: return halfToFloat(valueAt<std::uint16_t>(data, index));
        case 4: return valueAt<float>(data, index);
        default: return valueAt<double>(data, index);
      }
    case Type::Text: break;
  }
  return 0;
}

std::string NumpyArray::text(std::int64_t index) const {
  std::string out;
  const auto item = static_cast<std::size_t>(std::abs(itemBytes));
  const std::uint8_t* begin = data.data() + static_cast<std::size_t>(index) * item;
  if (itemBytes > 0) {
    out.assign(reinterpret_cast<const char*>(begin), item);
    while (!out.empty() && out.back() == '\0') out.pop_back();
    return out;
  }
  for (std::size_t at = 0; at < item; at += 4) {
    std::uint32_t c = 0;
    std::memcpy(&c, begin + at, 4);
    if (c == 0) break;
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
    if (c < 0x80) out += static_cast<char>(c);
    else if (c < 0x800) (out += static_cast<char>(0xC0 | c >> 6)) += static_cast<char>(0x80 | (c & 0x3F));
    else if (c < 0x10000)
      ((out += static_cast<char>(0xE0 | c >> 12)) += static_cast<char>(0x80 | (c >> 6 & 0x3F))) += static_cast<char>(0x80 | (c & 0x3F));
    else
      (((out += static_cast<char>(0xF0 | c >> 18)) += static_cast<char>(0x80 | (c >> 12 & 0x3F))) += static_cast<char>(0x80 | (c >> 6 & 0x3F))) +=
          static_cast<char>(0x80 | (c & 0x3F));
  }
  return out;
}

std::string NumpyArray::title() const {
  const char* name = type == Type::Bool       ? "bool"
                     : type == Type::Signed   ? "int"
                     : type == Type::Unsigned ? "uint"
                     : type == Type::Float    ? "float"
                                              : "texts";
  const std::string bits = type == Type::Bool || type == Type::Text ? std::string() : std::to_string(8 * itemBytes);
  return fmt::format("{}{}, {}", name, bits, shape.empty() ? std::string("one value") : fmt::format("{}", fmt::join(shape, " x ")));
}

NumpyArray parseNpy(std::span<const std::uint8_t> bytes, const std::string& where) {
  const Header header = headerOf(bytes, where);
  checkSize(header, static_cast<std::int64_t>(bytes.size() - header.begin), where);
  return arrayOf(header, {bytes.begin() + static_cast<std::ptrdiff_t>(header.begin), bytes.end()});
}

std::vector<std::string> namesInNpz(const std::string& file) {
  std::vector<std::string> names;
  if (!isZip(file)) return names;
  for (const ZipEntry& entry : zipEntries(file))
    if (entry.name.ends_with(kExtension)) names.push_back(entry.name.substr(0, entry.name.size() - kExtension.size()));
  return names;
}

std::vector<NumpyArray> readNumpy(const std::string& file, const std::atomic<bool>* cancel, const std::function<bool(const std::string&)>& wanted) {
  std::vector<NumpyArray> arrays;
  if (!isZip(file)) {
    arrays.push_back(readNpyFile(file));
    return arrays;
  }
  bool any = false;
  for (const ZipEntry& entry : zipEntries(file)) {
    throwIfCancelled(cancel);
    if (!entry.name.ends_with(kExtension)) continue;
    any = true;
    const std::string name = entry.name.substr(0, entry.name.size() - kExtension.size());
    if (wanted && !wanted(name)) continue;
    arrays.push_back(parseNpy(readZipEntry(file, entry, cancel), file + ": " + entry.name));
    arrays.back().name = name;
  }
  if (!any) throw Error(ErrorKind::Input, file, "holds no array of NumPy", "Save the arrays with numpy.savez");
  std::stable_sort(arrays.begin(), arrays.end(), [](const NumpyArray& a, const NumpyArray& b) { return a.name < b.name; });
  return arrays;
}

}  // namespace stepscope
