// Where the next event of a list begins, for who lost the thread: behind a stray quote, a missing brace, a text that was cut.
#pragma once

#include <cstddef>
#include <string_view>

namespace stepscope {

inline constexpr std::size_t kNoStart = static_cast<std::size_t>(-1);

// The first place from `from` on at which an object stands behind another one or a comma and begins with a member that events have; looked
// for in the text as it is, whatever its quotes say. A list of objects within the arguments of an event hardly ever looks so.
std::size_t eventStart(std::string_view text, std::size_t from);
// The end of the list: a bracket behind the brace of its last event. For text that has no more events.
std::size_t listEnd(std::string_view text, std::size_t from);

}  // namespace stepscope
