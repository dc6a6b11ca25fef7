// Recognizes traces in unsupported formats, and says how to get a supported one.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kForeignHead = 512;  // bytes at the beginning of a file, uncompressed, that show its format

// Throws Error (Input) naming the format and the cure; returns if the first bytes match no known format.
void refuseForeign(const std::string& path, std::string_view head);

// The same for a JSON file without a list of events, by the names of its members: "rocprofiler-sdk-tool" is rocprofv3's.
struct ForeignJson {
  std::string_view what, cure;
};
const ForeignJson* foreignJson(std::string_view member);

}  // namespace stepscope
