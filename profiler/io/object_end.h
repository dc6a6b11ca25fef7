// Finds the end of a JSON object without parsing it: looks only at quotes, backslashes and braces, 64 bytes at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kNoEnd = static_cast<std::size_t>(-1);

// `text` begins with '{'. Returns the position after the brace that closes it, or kNoEnd if that brace is not in the text.
std::size_t objectEnd(std::string_view text);

}  // namespace stepscope
