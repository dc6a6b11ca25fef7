// The format: https://github.com/huggingface/safetensors, README "Format". The rules checked are those of its reference reader.
#include "core/models/safetensors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/whole_file.h"

namespace stepscope {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are written as they lie in memory, and the format is little-endian");

constexpr std::uint64_t kLargestHeader = 100'000'000;  // the limit of the reference reader
constexpr std::size_t kDimensions = 64;

struct Element {
  std::string_view name;
  int bits;
  std::optional<DType> type;  // empty: the program cannot compute with this type
};
constexpr std::array<Element, 22> kElements = {{
    {"F4", 4, {}},      {"F6_E2M3", 6, {}},      {"F6_E3M2", 6, {}},        {"BOOL", 8, {}},         {"U8", 8, DType::U8},   {"I8", 8, DType::I8},
    {"F8_E5M2", 8, {}}, {"F8_E4M3", 8, {}},      {"F8_E8M0", 8, {}},        {"F8_E4M3FNUZ", 8, {}},  {"F8_E5M2FNUZ", 8, {}}, {"I16", 16, {}},
    {"U16", 16, {}},    {"F16", 16, DType::F16}, {"BF16", 16, DType::BF16}, {"I32", 32, DType::I32}, {"U32", 32, {}},        {"F32", 32, DType::F32},
    {"F64", 64, {}},    {"I64", 64, DType::I64}, {"U64", 64, {}},           {"C64", 64, {}},
}};

const Element* findElement(std::string_view name) {
  for (const Element& element : kElements)
    if (element.name == name) return &element;
  return nullptr;
}

std::string_view elementName(DType type) {
  for (const Element& element : kElements)
    if (element.type == type) return element.name;
  return "?";
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

[[noreturn]] void throwBad(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::Input, path, what, "The file is damaged or not a safetensors file; copy it again or choose another");
}

std::string shown(std::string_view name) {  // names of tensors come from the file, so they are made safe to show
  std::string text;
  for (char c : name.substr(0, 80)) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  return text;
}

// Builds the entries while the text is parsed: a JSON tree of a hundred megabytes is never kept, and duplicates are found.
class HeaderHandler : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::vector<SafeTensorInfo> entries;
  std::map<std::string, std::string> metadata;
  std::string problem;

  bool start_object(std::size_t) override {
    if (++depth_ == 1) return true;
    if (depth_ != 2) return fail("its header nests too deeply");
    if (inMetadata_) return true;
    current_ = {};
    current_.name = key_;
    hasType_ = hasShape_ = false;
    offsets_ = 0;
    return true;
  }
  bool end_object() override {
    if (depth_ == 2) {
      if (!inMetadata_) {
        if (!hasType_ || !hasShape_ || offsets_ != 2) return fail("tensor " + shown(current_.name) + " lacks dtype, shape or data_offsets");
        entries.push_back(std::move(current_));
      }
      inMetadata_ = false;
      fields_.clear();
    }
    --depth_;
    return true;
  }
  bool key(std::string& name) override {
    if (depth_ == 1) {
      if (!names_.insert(name).second) return fail("its header names " + shown(name) + " twice");
      key_ = name;
      inMetadata_ = name == "__metadata__";
      return true;
    }
    if (!fields_.insert(name).second) return fail("its header gives " + shown(name) + " of " + shown(key_) + " twice");
    field_ = name;
    if (!inMetadata_ && name != "dtype" && name != "shape" && name != "data_offsets")
      return fail("tensor " + shown(key_) + " has the unknown field " + shown(name));
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ != 2 || inArray_ || inMetadata_ || field_ == "dtype") return fail("its header has a list where none is allowed");
    inArray_ = true;
    if (field_ == "shape") hasShape_ = true;
    return true;
  }
  bool end_array() override {
    inArray_ = false;
    return true;
  }
  bool number_unsigned(number_unsigned_t number) override {
    if (!inArray_) return fail("its header has a number where none is allowed");
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return fail("tensor " + shown(key_) + " is too large to address");
    const auto value = static_cast<std::int64_t>(number);
    if (field_ == "shape") {
      if (current_.shape.size() == kDimensions) return fail("tensor " + shown(key_) + " has too many dimensions");
      current_.shape.push_back(value);
      return true;
    }
    if (offsets_ == 2) return fail("tensor " + shown(key_) + " has more than two data_offsets");
    (offsets_++ == 0 ? current_.begin : current_.end) = value;
    return true;
  }
  bool number_integer(number_integer_t) override { return fail("tensor " + shown(key_) + " has a negative number"); }
  bool number_float(number_float_t, const string_t& text) override {
    return fail("tensor " + shown(key_) + " has " + shown(text) + " where a whole number is expected");
  }
  bool string(std::string& text) override {
    if (depth_ != 2 || inArray_) return fail("its header has a text where none is allowed");
    if (inMetadata_) {
      metadata[field_] = text;
      return true;
    }
    if (field_ != "dtype") return fail("tensor " + shown(key_) + " has a text as " + field_);
    current_.dtype = text;
    hasType_ = true;
    return true;
  }
  bool null() override { return fail("its header has a null"); }
  bool boolean(bool) override { return fail("its header has true or false where none is allowed"); }
  bool binary(binary_t&) override { return fail("its header is not JSON"); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    return fail(fmt::format("its header is not valid JSON at byte {}", position));
  }

 private:
  bool fail(std::string what) {
    if (problem.empty()) problem = std::move(what);
    return false;
  }

  int depth_ = 0, offsets_ = 0;
  bool inMetadata_ = false, inArray_ = false, hasType_ = false, hasShape_ = false;
  std::string key_, field_;
  std::set<std::string> names_, fields_;
  SafeTensorInfo current_;
};

void readFully(int file, void* target, std::size_t bytes, std::uint64_t offset, const std::string& path) {
  auto* to = static_cast<char*>(target);
  while (bytes > 0) {
    const ssize_t got = ::pread(file, to, std::min<std::size_t>(bytes, std::size_t{1} << 30), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      throw Error(ErrorKind::Input, path, fmt::format("it cannot be read: {}", std::strerror(errno)), "Check the disk, or copy the file again");
    if (got == 0) throwBad(path, "the file became shorter while it was read");
    to += got;
    bytes -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
}

void checkEntries(std::vector<SafeTensorInfo>& entries, std::uint64_t dataStart, std::uint64_t dataBytes, const std::string& path) {
  std::sort(entries.begin(), entries.end(),
            [](const SafeTensorInfo& a, const SafeTensorInfo& b) { return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name); });
  std::int64_t end = 0;
  for (SafeTensorInfo& entry : entries) {
    const std::string name = shown(entry.name);
    const Element* element = findElement(entry.dtype);
    if (!element) throwBad(path, fmt::format("tensor {} has the unknown dtype {}", name, shown(entry.dtype)));
    if (entry.begin != end) throwBad(path, fmt::format("tensor {} begins at byte {}, where the one before ends at {}", name, entry.begin, end));
    if (entry.end < entry.begin) throwBad(path, fmt::format("tensor {} ends before it begins", name));
    std::int64_t count = 1, bits = 0;
    for (std::int64_t dim : entry.shape)
      if (__builtin_mul_overflow(count, dim, &count)) throwBad(path, fmt::format("the shape of tensor {} is too large", name));
    if (__builtin_mul_overflow(count, std::int64_t{element->bits}, &bits)) throwBad(path, fmt::format("tensor {} is too large", name));
    if (bits % 8 != 0) throwBad(path, fmt::format("tensor {} does not fill whole bytes", name));
    if (bits / 8 != entry.end - entry.begin)
      throwBad(path, fmt::format("tensor {} has {} bytes, but its shape and dtype {} need {}", name, entry.end - entry.begin, entry.dtype, bits / 8));
    end = entry.end;
  }
  if (static_cast<std::uint64_t>(end) != dataBytes)
    throwBad(path, fmt::format("its tensors have {} bytes, but the file holds {} after the header", end, dataBytes));
  for (SafeTensorInfo& entry : entries) {
    entry.begin += static_cast<std::int64_t>(dataStart);
    entry.end += static_cast<std::int64_t>(dataStart);
  }
}

// Throws for a file of torch.save(), which writes a ZIP archive with a pickle inside; old versions wrote bare pickles.
void refusePickle(std::uint64_t firstBytes, const std::string& path) {
  const bool zip = (firstBytes & 0xFFFFFFFF) == 0x04034B50;
  const bool pickle = (firstBytes & 0xFF) == 0x80 && ((firstBytes >> 8) & 0xFF) <= 5 && firstBytes > kLargestHeader;
  if (zip || pickle)
    throw Error(ErrorKind::Input, path, "this is a PyTorch file with a pickle inside, which could run any program when it is loaded",
                "Convert it in Python with safetensors.torch.save_file");
}

std::vector<SafeTensorInfo> readHeader(int file, const std::string& path, std::map<std::string, std::string>* metadata) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    throw Error(ErrorKind::Input, path, "this is not a regular file", "Choose a .safetensors file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::uint64_t length = 0;
  if (size < sizeof(length)) throwBad(path, fmt::format("it has {} bytes, less than the 8 of the header's length", size));
  readFully(file, &length, sizeof(length), 0, path);
  refusePickle(length, path);
  if (length > kLargestHeader) throwBad(path, fmt::format("its header claims {} bytes; at most {} are allowed", length, kLargestHeader));
  if (length > size - sizeof(length)) throwBad(path, fmt::format("its header claims {} bytes, but the file has {}", length, size));
  std::string text(length, '\0');
  readFully(file, text.data(), text.size(), sizeof(length), path);
  if (text.empty() || text.front() != '{') throwBad(path, "its header is not a JSON object");
  // The JSON reader would take a zero byte for the end of the text.
  if (text.find('\0') != std::string::npos) throwBad(path, "its header contains a zero byte");

  HeaderHandler handler;
  if (!nlohmann::json::sax_parse(text, &handler) || !handler.problem.empty())
    throwBad(path, handler.problem.empty() ? std::string("its header is not valid JSON") : handler.problem);
  const std::uint64_t start = sizeof(length) + length;
  checkEntries(handler.entries, start, size - start, path);
  if (metadata) *metadata = std::move(handler.metadata);
  return std::move(handler.entries);
}

int openForReading(const std::string& path) {
  // Non-blocking: a pipe with this name must not block the program.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    throw Error(ErrorKind::Input, path, fmt::format("it cannot be opened: {}", std::strerror(errno)), "Check the path and that you may read it");
  return file;
}

void writeFully(int file, const void* data, std::size_t bytes, const std::string& path) {
  const auto* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t done = ::write(file, from, std::min<std::size_t>(bytes, std::size_t{1} << 30));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0)
      throw Error(ErrorKind::Resource, path, fmt::format("it cannot be written: {}", std::strerror(errno)),
                  errno == ENOSPC || errno == EDQUOT ? "Free some disk space" : "Check the disk and the folder's permissions");
    from += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

// Throws unless the text is UTF-8, as JSON requires.
void requireUtf8(const std::string& text, const std::string& path) {
  for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
    length = utf8Length(text, at);
    if (length == 0)
      throw Error(ErrorKind::Input, path, fmt::format("the name {} is not UTF-8, which a safetensors file requires", withoutControls(text)),
                  "Give the layer another name in the model file");
  }
}

}  // namespace

void writeSafetensors(const std::string& path, const std::vector<SafeTensor>& tensors, const std::map<std::string, std::string>& metadata) {
  // The widest elements come first, so that every tensor is aligned to the size of its elements.
  std::vector<const SafeTensor*> order;
  std::set<std::string_view> names;
  for (const SafeTensor& tensor : tensors) {
    requireUtf8(tensor.name, path);
    require(tensor.name != "__metadata__" && names.insert(tensor.name).second, "two tensors of a file have the same name");
    require(static_cast<std::int64_t>(tensor.data.size()) == numel(tensor.shape) * sizeOf(tensor.dtype), "a tensor's data does not fit its shape");
    order.push_back(&tensor);
  }
  std::sort(order.begin(), order.end(), [](const SafeTensor* a, const SafeTensor* b) {
    const auto widthA = sizeOf(a->dtype), widthB = sizeOf(b->dtype);
    return widthA != widthB ? widthA > widthB : a->name < b->name;
  });
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  for (const auto& [key, value] : metadata)
    for (const std::string* part : {&key, &value}) requireUtf8(*part, path);
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::int64_t offset = 0;
  for (const SafeTensor* tensor : order) {
    const auto bytes = static_cast<std::int64_t>(tensor->data.size());
    header[tensor->name] = {{"dtype", elementName(tensor->dtype)}, {"shape", tensor->shape}, {"data_offsets", {offset, offset + bytes}}};
    offset += bytes;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();

  const std::string temporary = nameBeside(path);
  File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.get() < 0)
    throw Error(ErrorKind::Resource, path, fmt::format("it cannot be created: {}", std::strerror(errno)),
                "Check that the folder exists and that you may write to it");
  try {
    writeFully(file.get(), &length, sizeof(length), path);
    writeFully(file.get(), text.data(), text.size(), path);
    for (const SafeTensor* tensor : order) writeFully(file.get(), tensor->data.data(), tensor->data.size(), path);
    if (::close(file.release()) != 0)
      throw Error(ErrorKind::Resource, path, fmt::format("it cannot be saved: {}", std::strerror(errno)), "Free some disk space and check the disk");
  } catch (...) {
    ::unlink(temporary.c_str());  // half a file is useless
    throw;
  }
  putInPlace(temporary, path);
}

std::vector<SafeTensorInfo> readSafetensorsHeader(const std::string& path, std::map<std::string, std::string>* metadata) {
  const File file(openForReading(path));
  return readHeader(file.get(), path, metadata);
}

std::vector<SafeTensor> readSafetensors(const std::string& path, std::map<std::string, std::string>* metadata) {
  const File file(openForReading(path));
  const std::vector<SafeTensorInfo> entries = readHeader(file.get(), path, metadata);
  // A sparse file may claim more than the machine has.
  const auto memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  const std::uint64_t needed = entries.empty() ? 0 : static_cast<std::uint64_t>(entries.back().end - entries.front().begin);
  if (needed > memory)
    throw Error(ErrorKind::Resource, path, fmt::format("its tensors need {} bytes, more than the {} bytes of memory", needed, memory),
                "Use a machine with more memory");
  std::vector<SafeTensor> tensors;
  tensors.reserve(entries.size());
  for (const SafeTensorInfo& entry : entries) {
    const Element* element = findElement(entry.dtype);
    if (!element->type)
      throw Error(ErrorKind::Input, path,
                  fmt::format("tensor {} has dtype {}, which Stepscope does not compute with", shown(entry.name), entry.dtype),
                  "Convert it to F32, BF16, F16, I64, I32 or U8");
    SafeTensor tensor;
    tensor.name = entry.name;
    tensor.dtype = *element->type;
    tensor.shape = entry.shape;
    try {
      tensor.data.resize(static_cast<std::size_t>(entry.end - entry.begin));
    } catch (const std::bad_alloc&) {
      throw Error(ErrorKind::Resource, path,
                  fmt::format("there is not enough memory for tensor {} of {} bytes", shown(entry.name), entry.end - entry.begin),
                  "Close other programs");
    }
    readFully(file.get(), tensor.data.data(), tensor.data.size(), static_cast<std::uint64_t>(entry.begin), path);
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace stepscope
