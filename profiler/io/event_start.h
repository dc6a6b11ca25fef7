// Finds where the next event of a list begins, for a reader that has lost its place: after a stray quote, after a missing brace, in a text
// that was cut.
#pragma once

#include <cstddef>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kNoStart = static_cast<std::size_t>(-1);

// The first place from `from` on where an object follows another object or a comma and begins with a member that events have. The text is
// searched as it is, whatever its quotes say. A list of objects within the arguments of an event hardly ever looks like this.
std::size_t eventStart(std::string_view text, std::size_t from);
// The end of the list: the bracket after the brace of its last event. For text that has no more events.
std::size_t listEnd(std::string_view text, std::size_t from);

}  // namespace stepscope
