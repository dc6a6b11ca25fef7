// Base64 (RFC 4648, section 4, with padding): bytes as text, in JSON and in pictures that a page carries.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

std::string base64(std::string_view bytes);
std::optional<std::string> fromBase64(std::string_view text);  // nothing for a text that is not base64

}  // namespace stepscope
