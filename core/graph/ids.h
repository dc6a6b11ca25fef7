// Indices of values, of nodes and of slots of a memory plan, as types that cannot be mixed up. An integer (a loop counter, a
// stored number) converts to each of them, and each of them to an index; a NodeId in place of a ValueId does not compile.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace stepscope {

template <class Of>
class Id {
 public:
  constexpr Id() = default;
  constexpr Id(std::int32_t index) : index_(index) {}
  template <class Other>
  constexpr Id(Id<Other>) = delete;

  constexpr operator std::int32_t() const { return index_; }
  explicit operator std::size_t() const = delete;  // an id is an index without a cast, so a needless cast does not compile

  constexpr Id& operator++() {
    ++index_;
    return *this;
  }
  constexpr Id operator++(int) { return index_++; }
  constexpr Id& operator--() {
    --index_;
    return *this;
  }
  constexpr Id operator--(int) { return index_--; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
  template <std::integral Number>
  friend constexpr bool operator==(Id id, Number number) {
    return std::cmp_equal(id.index_, number);
  }
  template <std::integral Number>
  friend constexpr std::strong_ordering operator<=>(Id id, Number number) {
    return std::cmp_less(id.index_, number)    ? std::strong_ordering::less
           : std::cmp_equal(id.index_, number) ? std::strong_ordering::equal
                                               : std::strong_ordering::greater;
  }
  // As a number in JSON (nlohmann::json).
  template <class Json>
  friend void to_json(Json& json, Id id) {
    json = id.index_;
  }

 private:
  std::int32_t index_ = 0;
};

using ValueId = Id<struct ValueTag>;
using NodeId = Id<struct NodeTag>;

// No value and no node: converts to each kind of id, as the index -1.
struct None {
  template <class Of>
  constexpr operator Id<Of>() const {
    return Id<Of>(-1);
  }
};
inline constexpr None kNone;

}  // namespace stepscope

template <class Of>
struct std::hash<stepscope::Id<Of>> {
  std::size_t operator()(stepscope::Id<Of> id) const noexcept { return std::hash<std::int32_t>()(id); }
};
