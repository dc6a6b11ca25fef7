// Interned names: one text and one number for each distinct name. A value type; 20 to 28 bytes per name besides its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

class NameTable {
 public:
  // The number of `name`; adds the name if it is new. Views that name() returned before are invalid afterwards.
  std::uint32_t intern(std::string_view name);
  // The number of `name`, or nothing if it is not in the table.
  std::optional<std::uint32_t> find(std::string_view name) const;
  std::string_view name(std::uint32_t id) const { return std::string_view(text_).substr(begin_[id], begin_[id + 1] - begin_[id]); }
  std::size_t size() const { return begin_.size() - 1; }
  // Resident bytes.
  std::size_t bytes() const;
  // Frees memory that was reserved for growth.
  void shrink();

 private:
  void rehash(std::size_t slots);
  std::size_t slotOf(std::string_view name, std::uint32_t hash) const;  // its slot, or the free slot for it

  std::string text_;                   // all names, one after the other
  std::vector<std::size_t> begin_{0};  // begin_[id]: where name id begins; one more at the end
  std::vector<std::uint32_t> slots_;   // open addressing, a power of two; number + 1, 0 is free
  std::vector<std::uint32_t> hashes_;  // by number, so that growing does not read the texts again
};

}  // namespace stepscope
