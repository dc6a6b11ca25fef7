// Finds the beginning of the next event in a list after the position was lost: after a stray quote, after a missing brace, in a text that was
// cut.
#pragma once

#include <cstddef>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kNoStart = static_cast<std::size_t>(-1);

// The first position from `from` on where an object follows another object or a comma and begins with a member that events have. Quotes are ignored.
// A list of objects in the arguments of an event almost never looks like this.
std::size_t eventStart(std::string_view text, std::size_t from);
// The position of the list's end: the bracket after the brace of its last event. For a text without more events.
std::size_t listEnd(std::string_view text, std::size_t from);

}  // namespace stepscope
