#include "profiler/trace/name_table.h"

#include <cstring>

namespace stepscope {
namespace {

constexpr std::size_t kFirstSlots = 64;

// Multiplies and folds eight bytes at a time; names are short and many, and std::hash reads single bytes in some libraries.
std::uint32_t hashOf(std::string_view text) {
  std::uint64_t hash = 0x9E3779B97F4A7C15u ^ text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  std::uint64_t rest = 0;
  if (left > 0) std::memcpy(&rest, at, left);
  hash = (hash ^ rest) * 0xC4CEB9FE1A85EC53u;
  return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

}  // namespace

std::size_t NameTable::slotOf(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t id = slots_[slot] - 1;
    if (hashes_[id] == hash && this->name(id) == name) break;
  }
  return slot;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t found = slots_[slotOf(name, hashOf(name))];
  return found == 0 ? std::nullopt : std::optional(found - 1);
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (2 * (size() + 1) > slots_.size()) rehash(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  const std::uint32_t hash = hashOf(name);
  const std::size_t slot = slotOf(name, hash);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  const auto id = static_cast<std::uint32_t>(size());
  text_.append(name);
  begin_.push_back(text_.size());
  hashes_.push_back(hash);
  slots_[slot] = id + 1;
  return id;
}

void NameTable::rehash(std::size_t slots) {
  slots_.assign(slots, 0);
  for (std::uint32_t id = 0; id < hashes_.size(); ++id) {
    std::size_t slot = hashes_[id] & (slots - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots - 1);
    slots_[slot] = id + 1;
  }
}

std::size_t NameTable::bytes() const {
  return text_.capacity() + begin_.capacity() * sizeof(std::size_t) + (slots_.capacity() + hashes_.capacity()) * sizeof(std::uint32_t);
}

void NameTable::shrink() {
  text_.shrink_to_fit();
  begin_.shrink_to_fit();
  hashes_.shrink_to_fit();
}

}  // namespace stepscope
