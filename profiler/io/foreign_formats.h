// Recognizes traces in unsupported formats, for errors that explain how to get a supported one.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kForeignHead = 512;  // bytes at the beginning of a file, uncompressed, that show its format

// Throws Error (Input) with the format and the cure; returns if the first bytes match no known format.
void refuseForeign(const std::string& path, std::string_view head);

// What a JSON file without a list of events is, by the name of one of its members ("rocprofiler-sdk-tool" is rocprofv3's); null if that is not known.
struct ForeignJson {
  std::string_view what, cure;
};
const ForeignJson* foreignJson(std::string_view member);

}  // namespace stepscope
