// Opens a trace as a user would: import, analyses, arguments, both exports and back, the drawing of the timeline.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope::fuzz {

void checkTrace(const std::uint8_t* data, std::size_t size);

}  // namespace stepscope::fuzz
