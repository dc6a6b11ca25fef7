// Interning with a limit: a file may contain ten million different names, but more than a million are useless.
#pragma once

#include <cstdint>
#include <string_view>

#include "profiler/trace/name_table.h"

namespace stepscope {

inline constexpr std::size_t kMostNames = std::size_t{1} << 20;
inline constexpr std::size_t kMostNameBytes = std::size_t{64} << 20;
inline constexpr std::size_t kLongestName = std::size_t{16} << 10;  // bytes; the file still has the whole name
inline constexpr std::string_view kNameNotKept = "(name not kept)";
inline constexpr std::string_view kNameNotKeptReason = "a name beyond the first million; it is still in the file";

class BoundedNames {
 public:
  explicit BoundedNames(std::size_t most = kMostNames) : most_(most) {}
  // The number of `name`, or of kNameNotKept if the table is full.
  std::uint32_t intern(std::string_view name) {
    if (name.size() > kLongestName) {
      std::size_t length = kLongestName;  // not inside a UTF-8 character
      while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
      name = name.substr(0, length);
    }
    if (names_.size() >= most_ || bytes_ >= kMostNameBytes) {
      if (const auto known = names_.find(name)) return *known;
      ++notKept_;
      return names_.intern(kNameNotKept);
    }
    const std::size_t before = names_.size();
    const std::uint32_t id = names_.intern(name);
    if (names_.size() > before) bytes_ += name.size();
    return id;
  }
  std::string_view name(std::uint32_t id) const { return names_.name(id); }
  std::size_t size() const { return names_.size(); }
  std::int64_t notKept() const { return notKept_; }
  NameTable take() { return std::move(names_); }

 private:
  NameTable names_;
  std::size_t most_, bytes_ = 0;
  std::int64_t notKept_ = 0;
};

}  // namespace stepscope
