#include "core/data/records/example.h"

#include <algorithm>

namespace stepscope {
namespace {

constexpr std::size_t kMostFeatures = 10'000, kMostValues = std::size_t{1} << 20;

// Reads the fields of a protobuf message, one after the other.
class Wire {
 public:
  explicit Wire(std::string_view bytes) : rest_(bytes) {}

  // The next field; false at the end, or if the bytes are damaged.
  bool next() {
    if (rest_.empty() || broken_) return false;
    const auto key = varint();
    if (!key || (*key >> 3) == 0) return fail();
    number_ = *key >> 3;
    type_ = static_cast<int>(*key & 7);
    std::optional<std::uint64_t> length;
    switch (type_) {
      case 0:
        length = varint();
        value_ = length.value_or(0);
        bytes_ = {};
        return length.has_value() || fail();
      case 1: return take(8);
      case 2: length = varint(); return length && take(*length) ? true : fail();
      case 5: return take(4);
      default: return fail();
    }
  }
  bool broken() const { return broken_; }
  bool is(std::uint64_t number, int type) const { return number_ == number && type_ == type; }
  std::uint64_t number() const { return number_; }
  std::string_view bytes() const { return bytes_; }
  std::uint64_t value() const { return value_; }

  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }
  bool ended() const { return rest_.empty(); }

 private:
  bool take(std::uint64_t length) {
    if (length > rest_.size()) return fail();
    bytes_ = rest_.substr(0, static_cast<std::size_t>(length));
    rest_.remove_prefix(static_cast<std::size_t>(length));
    return true;
  }
  bool fail() {
    broken_ = true;
    return false;
  }

  std::string_view rest_, bytes_;
  std::uint64_t number_ = 0, value_ = 0;
  int type_ = 0;
  bool broken_ = false;
};

// Reads a list of values: BytesList, FloatList or Int64List, which are the fields 1, 2 and 3 (`kind`) of a Feature. The values are in its field 1,
// packed into one field or each in its own.
bool readValues(std::string_view list, std::uint64_t kind, ExampleFeature& feature) {
  Wire wire(list);
  while (wire.next()) {
    if (feature.texts.size() + feature.numbers.size() > kMostValues) return false;
    if (kind == 1 && wire.is(1, 2)) feature.texts.push_back(wire.bytes());
    else if (kind == 2 && wire.is(1, 2)) feature.reals += static_cast<std::int64_t>(wire.bytes().size() / 4);
    else if (kind == 2 && wire.is(1, 5)) ++feature.reals;
    else if (kind == 3 && wire.is(1, 0)) feature.numbers.push_back(static_cast<std::int64_t>(wire.value()));
    else if (kind == 3 && wire.is(1, 2)) {
      Wire packed(wire.bytes());
      while (!packed.ended()) {
        const auto value = packed.varint();
        if (!value || feature.numbers.size() > kMostValues) return false;
        feature.numbers.push_back(static_cast<std::int64_t>(*value));
      }
    } else {
      return false;
    }
  }
  return !wire.broken();
}

// Reads an entry of the map of features: field 1 is the name, field 2 the Feature.
bool readEntry(std::string_view entry, ExampleFeature& feature) {
  Wire wire(entry);
  while (wire.next()) {
    if (wire.is(1, 2)) feature.name = wire.bytes();
    else if (wire.is(2, 2)) {
      Wire one(wire.bytes());
      while (one.next()) {
        if (one.number() > 3 || !one.is(one.number(), 2) || !readValues(one.bytes(), one.number(), feature)) return false;
      }
      if (one.broken()) return false;
    } else {
      return false;
    }
  }
  return !wire.broken();
}

}  // namespace

const ExampleFeature* Example::find(std::string_view name) const {
  const auto found = std::ranges::find(features, name, &ExampleFeature::name);
  return found == features.end() ? nullptr : &*found;
}

std::optional<Example> readExample(std::string_view bytes) {
  Example example;
  Wire wire(bytes);
  while (wire.next()) {
    if (wire.is(2, 2)) {
      example.sequence = true;
    } else if (wire.is(1, 2)) {
      Wire map(wire.bytes());
      while (map.next()) {
        if (!map.is(1, 2) || example.features.size() >= kMostFeatures) return std::nullopt;
        ExampleFeature feature;
        if (!readEntry(map.bytes(), feature)) return std::nullopt;
        example.features.push_back(std::move(feature));
      }
      if (map.broken()) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return wire.broken() ? std::nullopt : std::optional(std::move(example));
}

}  // namespace stepscope
