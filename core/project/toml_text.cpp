#include "core/project/toml_text.h"

#include <fmt/format.h>

#include <cmath>

namespace stepscope {
namespace {

// TOML takes 1e-05 and 0.1; a whole real number keeps its point, so that it stays one.
std::string realText(double value) {
  std::string text = fmt::format("{}", value);
  if (std::isfinite(value) && text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

template <class List, class Write>
std::string listText(const List& list, const Write& write) {
  std::string text = "[";
  for (const auto& item : list) text += (text.size() > 1 ? ", " : "") + write(item);
  return text + ']';
}

}  // namespace

std::string tomlText(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string tomlValue(const KeyValue& value) {
  struct Visitor {
    std::string operator()(const OtherValue&) const { return {}; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return realText(number); }
    std::string operator()(const std::string& text) const { return tomlText(text); }
    std::string operator()(const std::vector<std::int64_t>& list) const {
      return listText(list, [](std::int64_t number) { return std::to_string(number); });
    }
    std::string operator()(const std::vector<double>& list) const { return listText(list, realText); }
    std::string operator()(const std::vector<std::string>& list) const {
      return listText(list, [](const std::string& text) { return tomlText(text); });
    }
  };
  return std::visit(Visitor{}, value);
}

}  // namespace stepscope
