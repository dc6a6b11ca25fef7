// Texts in a cell that mean "no value".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace stepscope {

// Used by programs and people: NA, NaN, null, None, ?, \N, #N/A, #DIV/0! ..., -, ., unknown. An empty cell always is one.
const std::vector<std::string>& usualMissingMarks();

class MissingMarks {
 public:
  // The usual ones and these. "!NA" says that NA is a value.
  explicit MissingMarks(const std::vector<std::string>& more);
  // In any column.
  bool always(std::string_view cell) const { return has(always_, cell); }
  // In a column of numbers or dates. A few of the usual ones count only there ("-", ".", "unknown"): in a text column they are text.
  bool amongNumbers(std::string_view cell) const { return has(always_, cell) || has(amongNumbers_, cell); }
  // Whether the user said that this text is a value.
  bool isValue(std::string_view text) const { return values_.find(text) != values_.end(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  using Set = std::unordered_set<std::string, Hash, std::equal_to<>>;
  bool has(const Set& set, std::string_view cell) const;
  static std::uint64_t lengthBit(std::string_view text) { return std::uint64_t{1} << std::min<std::size_t>(text.size(), 63); }

  Set always_, amongNumbers_, values_;
  std::array<std::uint64_t, 256> lengths_{};  // for each first byte, a bit for each length of mark, so that few cells are looked up
};

}  // namespace stepscope
