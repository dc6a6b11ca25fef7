#include "profiler/io/nsight/nvtx_payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

#include "profiler/io/nsight/nsight_database.h"

namespace stepscope::nsight {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kHeaderBytes = 32;
constexpr std::uint64_t kPointerBytes = 8;
constexpr int kDeepest = 8;               // depth of nested schemas
constexpr int kMostRead = 100'000;        // most entries that are read, since a damaged layout may have no end
constexpr std::uint64_t kMostShown = 64;  // elements of an array

// nvToolsExtPayload.h
enum Flag : std::int64_t { PointerFlags = 0xE, ArrayMask = 7 << 4, FixedSize = 1 << 4, ZeroTerminated = 2 << 4, LengthIndex = 3 << 4, Hide = 1 << 9 };
enum Type : std::int64_t {
  Char = 1,
  Float32 = 19,
  Float64 = 20,
  Address = 23,
  Char8 = 25,
  Byte = 32,
  Float16 = 42,
  Float32Bits = 43,
  Float64Bits = 44,
  BFloat16 = 50,
  TensorFloat32 = 52,
  Category = 68,
  Color = 69,
  CString = 75,
  Utf8String = 76,
  RegisteredString = 80
};
enum SchemaType : std::int64_t { Static = 1, Dynamic = 2 };

// Bytes of a predefined type on 64-bit Linux, which are also its alignment; 0: not known here.
std::uint64_t sizeOf(std::int64_t type) {
  static constexpr std::uint8_t kSizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 8, 8, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 8, 8, 4, 1, 2, 4};
  if (type >= 0 && type < static_cast<std::int64_t>(std::size(kSizes))) return kSizes[type];
  switch (type) {
    case Byte:
    case CString:
    case Utf8String: return 1;
    case Float16:
    case BFloat16: return 2;
    case Float32Bits:
    case TensorFloat32:
    case Category:
    case Color:
    case 71:  // process and thread, 32 and 64 bits
    case 73: return 4;
    case Float64Bits:
    case 70:  // scope
    case 72:
    case 74:
    case RegisteredString: return 8;
    default: return 0;
  }
}
bool isSigned(std::int64_t type) {
  return type == 1 || type == 3 || type == 5 || type == 7 || type == 9 || type == 11 || type == 13 || type == 15 || type == 17;
}

bool isText(const PayloadEntry& entry) {
  return entry.type == CString || entry.type == Utf8String;
}
// Whether the entry is a pointer into the process's memory, or an offset from it.
bool isPointer(const PayloadEntry& entry) {
  return (entry.flags & PointerFlags) != 0 || (isText(entry) && (entry.flags & ArrayMask) == 0 && entry.detail <= 0);
}

std::uint64_t alignmentOf(const PayloadLayouts& layouts, std::int64_t domain, const PayloadEntry& entry, std::uint64_t pack) {
  std::uint64_t natural = std::max<std::uint64_t>(1, sizeOf(entry.type));
  if (isPointer(entry)) natural = kPointerBytes;
  else if (const auto schema = layouts.schemas.find({domain, entry.type}); schema != layouts.schemas.end()) natural = schema->second.alignment;
  else if (const auto known = layouts.enums.find({domain, entry.type}); known != layouts.enums.end()) natural = known->second.size;
  return pack > 0 ? std::min(natural, pack) : natural;
}

// Thrown only inside this file: bytes and layout do not match.
struct DoesNotFit {};

class Decoder {
 public:
  Decoder(std::span<const std::byte> payload, std::int64_t domain, const PayloadLayouts& layouts,
          const std::function<std::optional<std::string>(std::uint64_t)>& string)
      : payload_(payload), domain_(domain), layouts_(layouts), string_(string) {}

  // Reads the schema's data and moves `at` (bytes from the start of the payload) to the position after them.
  Json schema(const PayloadSchema& schema, std::uint64_t& at, int depth) const {
    if (depth > kDeepest || (schema.type != Static && schema.type != Dynamic) || schema.entries.empty()) throw DoesNotFit();
    const std::uint64_t start = at;
    Json json = Json::object();
    std::vector<std::optional<std::uint64_t>> lengths;  // the value of an entry, if it is an integer
    for (const PayloadEntry& entry : schema.entries) {
      if (entry.offset && *entry.offset > 0) {
        // This entry begins inside the one before: types have other sizes on the recorded machine.
        if (*entry.offset < at - start) throw DoesNotFit();
        at = bounded(start, *entry.offset);
      } else {
        at = aligned(at, start, alignmentOf(layouts_, domain_, entry, schema.pack));
      }
      std::optional<std::uint64_t> whole;
      Json value = this->entry(entry, at, depth, lengths, whole);
      lengths.push_back(whole);
      if (entry.flags & Hide) continue;
      std::string name = entry.name.empty() ? fmt::format("entry {}", lengths.size() - 1) : entry.name;
      if (json.contains(name)) name += fmt::format(" ({})", lengths.size() - 1);
      json[name] = std::move(value);
    }
    if (schema.type == Static && schema.size > 0) {
      if (at - start > schema.size) throw DoesNotFit();
      at = bounded(start, schema.size);
    } else {
      at = std::min<std::uint64_t>(aligned(at, start, schema.alignment), payload_.size());
    }
    return json;
  }

 private:
  Json entry(const PayloadEntry& entry, std::uint64_t& at, int depth, const std::vector<std::optional<std::uint64_t>>& lengths,
             std::optional<std::uint64_t>& whole) const {
    if (++read_ > kMostRead) throw DoesNotFit();
    if (isPointer(entry)) {
      take(at, kPointerBytes);
      return "not decoded";
    }
    const bool isCharacters = isText(entry) || entry.type == Char || entry.type == Char8;
    std::uint64_t count = 1;
    const std::int64_t array = entry.flags & ArrayMask;
    if (array == 0 && !isText(entry)) return scalar(entry.type, at, depth, whole);
    if ((array == 0 || array == FixedSize) && entry.detail > 0) {
      count = static_cast<std::uint64_t>(entry.detail);
    } else if (array == ZeroTerminated && isCharacters && entry.detail <= 0) {
      count = 0;
      while (at + count < payload_.size() && payload_[at + count] != std::byte{0}) ++count;
      if (at + count >= payload_.size()) throw DoesNotFit();
      const std::string text = bytesOf(at, count);
      ++at;
      return text;
    } else if (array == LengthIndex && entry.detail >= 0 && static_cast<std::size_t>(entry.detail) < lengths.size() &&
               lengths[static_cast<std::size_t>(entry.detail)]) {
      count = *lengths[static_cast<std::size_t>(entry.detail)];
    } else {
      throw DoesNotFit();
    }
    if (count > payload_.size()) throw DoesNotFit();  // an element has one byte at least
    if (isCharacters) {
      std::string text = bytesOf(at, count);
      if (const std::size_t end = text.find('\0'); end != std::string::npos) text.resize(end);
      return text;
    }
    Json list = Json::array();
    for (std::uint64_t i = 0; i < count; ++i) {
      std::optional<std::uint64_t> unused;
      const std::uint64_t before = at;
      Json value = scalar(entry.type, at, depth, unused);
      if (at == before) throw DoesNotFit();
      if (i < kMostShown) list.push_back(std::move(value));
    }
    if (count > kMostShown) list.push_back(fmt::format("... of {}", count));
    return list;
  }

  Json scalar(std::int64_t type, std::uint64_t& at, int depth, std::optional<std::uint64_t>& whole) const {
    if (const auto schema = layouts_.schemas.find({domain_, type}); schema != layouts_.schemas.end())
      return this->schema(schema->second, at, depth + 1);
    if (const auto known = layouts_.enums.find({domain_, type}); known != layouts_.enums.end()) {
      whole = unsignedAt(take(at, known->second.size), known->second.size);
      return nameOf(known->second, *whole);
    }
    const std::uint64_t size = sizeOf(type);
    if (size == 0) throw DoesNotFit();
    const std::uint64_t bits = unsignedAt(take(at, size), size);
    switch (type) {
      case Float32:
      case Float32Bits:
      case TensorFloat32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
      case Float64:
      case Float64Bits: return std::bit_cast<double>(bits);
      case BFloat16: return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
      case Float16: return half(static_cast<std::uint16_t>(bits));
      case Address: return fmt::format("0x{:x}", bits);
      case Byte: return fmt::format("0x{:02x}", bits);
      case Color: return fmt::format("#{:08x}", bits);
      case RegisteredString:
        if (std::optional<std::string> text = string_(bits)) return *std::move(text);
        return bits;
      default: break;
    }
    if (!isSigned(type)) {
      whole = bits;
      return bits;
    }
    const int unused = static_cast<int>(64 - 8 * size);
    const std::int64_t number = static_cast<std::int64_t>(bits << unused) >> unused;
    if (number >= 0) whole = bits;
    return number;
  }

  static Json nameOf(const PayloadEnum& known, std::uint64_t value) {
    for (const PayloadEnum::Value& one : known.values)
      if (one.value == value) return one.name;
    std::string names;
    std::uint64_t left = value;
    for (const PayloadEnum::Value& one : known.values)
      if (one.isFlag && one.value != 0 && (left & one.value) == one.value) {
        names += (names.empty() ? "" : " | ") + one.name;
        left &= ~one.value;
      }
    return left == 0 && !names.empty() ? Json(names) : Json(value);
  }

  static double half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
    return sign * (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
  }

  static std::uint64_t aligned(std::uint64_t at, std::uint64_t start, std::uint64_t alignment) {
    return start + (at - start + alignment - 1) / alignment * alignment;
  }
  std::uint64_t bounded(std::uint64_t start, std::uint64_t offset) const {
    if (start > payload_.size() || offset > payload_.size() - start) throw DoesNotFit();
    return start + offset;
  }
  std::uint64_t take(std::uint64_t& at, std::uint64_t size) const {
    const std::uint64_t start = at;
    at = bounded(start, size);
    return start;
  }
  std::string bytesOf(std::uint64_t& at, std::uint64_t count) const {
    const std::uint64_t start = take(at, count);
    return std::string(reinterpret_cast<const char*>(payload_.data()) + start, count);
  }
  std::uint64_t unsignedAt(std::uint64_t at, std::uint64_t size) const {
    std::uint64_t value = 0;
    for (std::uint64_t i = size; i-- > 0;) value = value << 8 | static_cast<std::uint64_t>(payload_[at + i]);
    return value;
  }

  std::span<const std::byte> payload_;
  std::int64_t domain_;
  const PayloadLayouts& layouts_;
  const std::function<std::optional<std::string>(std::uint64_t)>& string_;
  mutable int read_ = 0;
};

std::uint64_t wordOf(std::span<const std::byte> blob, std::size_t i) {
  std::uint64_t value = 0;
  for (std::size_t k = 8; k-- > 0;) value = value << 8 | static_cast<std::uint64_t>(blob[8 * i + k]);
  return value;
}

// An integer column of a row; 0 if it is missing or not an integer.
std::int64_t numberAt(const Statement& row, int column) {
  return row.isInteger(column) ? row.integer(column) : 0;
}

}  // namespace

PayloadLayouts payloadLayoutsOf(const Connection& connection) {
  PayloadLayouts layouts;
  // Reads a table's rows, if it has the requested columns; those of `optional` are NULL if they are missing.
  const auto read = [&](const std::string& table, const std::vector<std::string>& needed, const std::vector<std::string>& optional, const char* order,
                        const auto& each) {
    const std::set<std::string> columns = columnsOf(connection, table);
    if (!std::all_of(needed.begin(), needed.end(), [&](const std::string& column) { return columns.contains(column); })) return;
    std::string sql;
    for (const std::string& column : needed) sql += (sql.empty() ? "SELECT " : ", ") + column;
    for (const std::string& column : optional) sql += columns.contains(column) ? ", " + column : std::string(", NULL");
    Statement row = connection.prepare(sql + " FROM " + table + order + kFirstRows);
    while (row.step())
      if (row.isInteger(0) && row.isInteger(1)) each(row, PayloadLayouts::Id{row.integer(0), row.integer(1)});
  };
  read("NVTX_PAYLOAD_SCHEMAS", {"domainId", "schemaId"}, {"type", "payloadSize", "alignTo"}, "",
       [&](const Statement& row, const PayloadLayouts::Id& id) {
         PayloadSchema& schema = layouts.schemas[id];
         schema.type = numberAt(row, 2);
         schema.size = static_cast<std::uint64_t>(std::max<std::int64_t>(0, numberAt(row, 3)));
         schema.pack = static_cast<std::uint64_t>(std::max<std::int64_t>(0, numberAt(row, 4)));
       });
  read("NVTX_PAYLOAD_SCHEMA_ENTRIES", {"domainId", "schemaId", "idx", "type"}, {"flags", "name", "arrayOrUnionDetail", "offset"},
       " ORDER BY domainId, schemaId, idx", [&](const Statement& row, const PayloadLayouts::Id& id) {
         const auto schema = layouts.schemas.find(id);
         if (schema == layouts.schemas.end()) return;
         // If an index is missing, every later entry would be confused with another one.
         if (numberAt(row, 2) != static_cast<std::int64_t>(schema->second.entries.size())) schema->second.type = 0;
         PayloadEntry entry;
         entry.type = numberAt(row, 3);
         entry.flags = numberAt(row, 4);
         if (!row.isNull(5)) entry.name = row.display(5);
         entry.detail = numberAt(row, 6);
         if (row.isInteger(7) && row.integer(7) >= 0) entry.offset = static_cast<std::uint64_t>(row.integer(7));
         schema->second.entries.push_back(std::move(entry));
       });
  read("NVTX_PAYLOAD_ENUM_ENTRIES", {"domainId", "schemaId", "name", "value"}, {"isFlag"}, "",
       [&](const Statement& row, const PayloadLayouts::Id& id) {
         if (row.isInteger(3))
           layouts.enums[id].values.push_back({row.display(2), static_cast<std::uint64_t>(row.integer(3)), numberAt(row, 4) != 0});
       });
  read("NVTX_PAYLOAD_ENUMS", {"domainId", "schemaId", "size"}, {}, "", [&](const Statement& row, const PayloadLayouts::Id& id) {
    const auto known = layouts.enums.find(id);
    const std::int64_t size = numberAt(row, 2);
    if (known != layouts.enums.end() && (size == 1 || size == 2 || size == 4 || size == 8)) known->second.size = static_cast<std::uint64_t>(size);
  });
  // Computes the alignments from the innermost schemas outwards, one level of nesting per round.
  for (int round = 0; round < kDeepest; ++round)
    for (auto& [id, schema] : layouts.schemas)
      for (const PayloadEntry& entry : schema.entries)
        schema.alignment = std::max(schema.alignment, alignmentOf(layouts, id.first, entry, schema.pack));
  return layouts;
}

std::optional<Json> decodedPayload(std::span<const std::byte> blob, const PayloadLayouts& layouts,
                                   const std::function<std::optional<std::string>(std::uint64_t)>& string) {
  if (blob.size() < kHeaderBytes) return std::nullopt;
  const std::uint64_t domain = wordOf(blob, 0), id = wordOf(blob, 1), size = wordOf(blob, 2), last = wordOf(blob, 3);
  // One payload after the header, and nothing after it: the only form whose layout is known.
  if ((last != kHeaderBytes && last != blob.size()) || size != blob.size() - kHeaderBytes) return std::nullopt;
  const auto schema = layouts.schemas.find({static_cast<std::int64_t>(domain), static_cast<std::int64_t>(id)});
  if (schema == layouts.schemas.end()) return std::nullopt;
  try {
    std::uint64_t at = 0;
    return Decoder(blob.subspan(kHeaderBytes), schema->first.first, layouts, string).schema(schema->second, at, 0);
  } catch (const DoesNotFit&) {
    return std::nullopt;
  }
}

}  // namespace stepscope::nsight
