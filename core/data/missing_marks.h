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

// The texts that programs and people write for a missing value: NA, NaN, null, None, ?, \N, #N/A, #DIV/0! ..., -, ., unknown. An empty cell is always
// missing.
const std::vector<std::string>& usualMissingMarks();

class MissingMarks {
 public:
  // The usual marks and those in `more`. An entry "!NA" means that NA is a value, not a mark.
  explicit MissingMarks(const std::vector<std::string>& more);
  // Whether the cell is missing in a column of any kind.
  bool always(std::string_view cell) const { return has(always_, cell); }
  // Whether it is missing in a column of numbers or dates. Some of the usual marks count only there ("-", ".", "unknown"): in a text column they are
  // text.
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
