// Reads the fields of one protobuf message without copying: strings and submessages are views into the bytes, while the library's generated classes
// would copy them. Encoding: protobuf.dev/programming-guides/encoding.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace stepscope {

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  // Goes to the next field. Returns false at the end, or if the bytes are not a message; then ok() is false. The obsolete groups are not supported.
  bool next();
  bool ok() const { return ok_; }

  std::uint32_t field() const { return field_; }
  bool isVarint() const { return type_ == 0; }
  bool isBytes() const { return type_ == 2; }
  std::uint64_t varint() const { return number_; }   // of a varint
  std::string_view bytes() const { return bytes_; }  // of strings, submessages, packed numbers
  // The number of the field, whose type is double, float or a signed integer.
  double real() const;

 private:
  bool readVarint(std::uint64_t& value);
  bool fail() {
    ok_ = false;
    return false;
  }

  const char* at_;
  const char* end_;
  std::uint32_t field_ = 0, type_ = 0;
  std::uint64_t number_ = 0;
  std::string_view bytes_;
  bool ok_ = true;
};

inline bool WireReader::readVarint(std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (at_ == end_) return false;
    const auto byte = static_cast<unsigned char>(*at_++);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

inline bool WireReader::next() {
  if (at_ == end_ || !ok_) return false;
  std::uint64_t key = 0;
  if (!readVarint(key) || key >> 32 != 0 || key >> 3 == 0) return fail();
  field_ = static_cast<std::uint32_t>(key >> 3);
  type_ = static_cast<std::uint32_t>(key & 7);
  const auto left = static_cast<std::uint64_t>(end_ - at_);
  std::uint64_t size = 0;
  switch (type_) {
    case 0: return readVarint(number_) || fail();
    case 1: size = 8; break;
    case 2:
      if (!readVarint(size)) return fail();
      if (size > static_cast<std::uint64_t>(end_ - at_)) return fail();
      bytes_ = {at_, static_cast<std::size_t>(size)};
      at_ += size;
      return true;
    case 5: size = 4; break;
    default: return fail();
  }
  if (left < size) return fail();
  number_ = 0;
  std::memcpy(&number_, at_, size);
  at_ += size;
  return true;
}

inline double WireReader::real() const {
  if (type_ == 1) {
    double value;
    std::memcpy(&value, &number_, sizeof value);
    return value;
  }
  if (type_ == 5) {
    float value;
    std::memcpy(&value, &number_, sizeof value);
    return value;
  }
  return static_cast<double>(static_cast<std::int64_t>(number_));
}

// Adds fields to the bytes of a message.
class WireWriter {
 public:
  explicit WireWriter(std::string& out) : out_(out) {}
  void varint(std::uint32_t field, std::uint64_t value) {
    key(field, 0);
    raw(value);
  }
  void real(std::uint32_t field, double value) {
    key(field, 1);
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void single(std::uint32_t field, float value) {
    key(field, 5);
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void bytes(std::uint32_t field, std::string_view value) {
    key(field, 2);
    raw(value.size());
    out_.append(value);
  }

 private:
  void key(std::uint32_t field, std::uint32_t type) { raw(static_cast<std::uint64_t>(field) << 3 | type); }
  void raw(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_.push_back(static_cast<char>(value | 0x80));
    out_.push_back(static_cast<char>(value));
  }

  std::string& out_;
};

}  // namespace stepscope
