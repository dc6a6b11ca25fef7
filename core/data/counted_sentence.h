// Sentences with counts: "one row is left out", "3 rows are left out".
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace stepscope {

// `one`: the sentence for a count of one. `several`: the same with {} for the count.
inline std::string countedSentence(std::int64_t count, const char* one, const char* several) {
  return count == 1 ? std::string(one) : fmt::format(fmt::runtime(several), count);
}

}  // namespace stepscope
