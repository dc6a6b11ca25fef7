// NVTX payloads with a schema ("extended payloads"), as exported by `nsys export --include-blobs=true`: NVTX_EVENTS.binaryData with the tables
// NVTX_PAYLOAD_SCHEMAS, NVTX_PAYLOAD_SCHEMA_ENTRIES, NVTX_PAYLOAD_ENUMS and NVTX_PAYLOAD_ENUM_ENTRIES. NCCL uses them for the communicator, bytes,
// ranks and reduction of a call. Types, flags and rules of alignment: nvToolsExtPayload.h of NVTX 3.
//
// A blob, little-endian: [domain:u64][schema:u64][bytes of the payload:u64][u64], then the payload. One reader of exports reads the last word as the
// offset of the payload, another as the number of bytes of the whole blob. NVIDIA's documentation does not describe it; open-source readers derived
// it from recorded exports (nsys-ai: nccl_communicator.py, nccl_payload_breakdown).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/store/database.h"

namespace stepscope::nsight {

struct PayloadEntry {
  std::int64_t flags = 0, type = 0;     // NVTX_PAYLOAD_ENTRY_FLAG_*, _TYPE_* or the id of a schema or enum
  std::int64_t detail = 0;              // length of a string or array, or the entry that holds it
  std::optional<std::uint64_t> offset;  // bytes from the start of its schema; without it natural alignment is used
  std::string name;
};
struct PayloadSchema {
  std::int64_t type = 0;   // NVTX_PAYLOAD_SCHEMA_TYPE_*
  std::uint64_t size = 0;  // bytes of a static one; 0: not given
  std::uint64_t pack = 0;  // no entry is aligned to more bytes than this; 0: natural alignment
  std::uint64_t alignment = 1;
  std::vector<PayloadEntry> entries;
};
struct PayloadEnum {
  struct Value {
    std::string name;
    std::uint64_t value = 0;
    bool isFlag = false;
  };
  std::uint64_t size = 4;  // bytes
  std::vector<Value> values;
};

struct PayloadLayouts {
  using Id = std::pair<std::int64_t, std::int64_t>;  // domain, schema
  std::map<Id, PayloadSchema> schemas;
  std::map<Id, PayloadEnum> enums;
};
// Empty if the export has no such tables.
PayloadLayouts payloadLayoutsOf(const Connection& connection);

// The payload as {name of the entry: value}. No value if the blob has another form, or its layout is not in the export, has a union, or does not
// match: it never guesses. A pointer becomes the text "not decoded". `string` returns the text of a registered string, if there is one.
std::optional<nlohmann::ordered_json> decodedPayload(std::span<const std::byte> blob, const PayloadLayouts& layouts,
                                                     const std::function<std::optional<std::string>(std::uint64_t)>& string);

}  // namespace stepscope::nsight
