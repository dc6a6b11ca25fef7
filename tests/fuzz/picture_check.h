// What both picture targets ask of a file: a sentence or pixels, and the same pixels whatever was decoded before it.
#pragma once

#include <cstdint>
#include <string>

namespace stepscope::fuzz {

void checkPicture(const std::string& name, const std::uint8_t* data, std::size_t size);

}  // namespace stepscope::fuzz
