// Files of profilers that hold a trace in a form that is not read here: named, with the way to one that is.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kForeignHead = 512;  // bytes of a file, unpacked, that tell its format

// Throws Error (Input) naming the format and what to do; returns where the first bytes tell none.
void refuseForeign(const std::string& path, std::string_view head);

// The same of a JSON file without a list of events, by the names of its members: "rocprofiler-sdk-tool" is rocprofv3's.
struct ForeignJson {
  std::string_view what, cure;
};
const ForeignJson* foreignJson(std::string_view member);

}  // namespace stepscope
