// An amount of memory as people write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stepscope {

// "6GiB", "512 MiB", "3.5G", "4096": bytes, with binary prefixes. Nothing for any other text, and for values below 1 byte or above 1e15.
std::optional<std::int64_t> parseBytes(const std::string& text);

}  // namespace stepscope
