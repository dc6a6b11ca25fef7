// Base64 (RFC 4648, section 4, with padding): bytes as text, for JSON and for images inside an HTML page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

std::string base64(std::string_view bytes);
std::optional<std::string> fromBase64(std::string_view text);  // nothing for a text that is not base64

}  // namespace stepscope
