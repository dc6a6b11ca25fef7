#include "core/project/toml_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope {
namespace {

// TOML accepts 1e-05 and 0.1; a real number with an integer value keeps its point, so that it stays a real number.
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

namespace {

struct Rule {
  std::string_view parsing;   // what was being parsed, in toml++'s words; empty: anything
  std::string_view expected;  // another part of the description; may be empty
  const char *what, *cure;
};

constexpr const char* kQuotes = "Write a text in quotes, and numbers, true and false without";
// The first rule that matches is used.
constexpr std::array kRules = std::to_array<Rule>({
    {"array", "", "the list is not closed with ], or a comma is missing in it", "Write it as in [1, 2, 3]"},
    {"inline", "", "the table in braces is not closed in its line, or a comma is missing in it",
     "Write it in one line, with commas between its keys"},
    {"header", "", "the heading of a section is not closed with one ] at the end of its line", "Write it as in [data]"},
    {"string", "", "the quotes that open before it are not closed on the same line", "Close them with the same mark"},
    {"integer", "leading", "the number begins with 0", "Remove the 0, or write a text in quotes"},
    {"integer", "", "this is not a number", kQuotes},
    {"floating-point", "", "this is not a number", kQuotes},
    {"boolean", "", "this is neither true nor false nor a number", kQuotes},
    {"date", "", "this is not a date, nor a number", kQuotes},
    {"time", "", "this is not a time, nor a number", kQuotes},
    {"pair", "'='", "no = follows the key", "Write it as in epochs = 10"},
    {"pair", "whitespace", "something follows the value", "Write one key on a line, decimal numbers with a point, and texts in quotes"},
    {"pair", "value", "the key has no value", "Write one after the =, or remove the line"},
    {"pair", "", "the key has no value, or no = before it", "Write it as in epochs = 10"},
    {"value", "", "this is not a value", kQuotes},
    {"key", "", "this is not a key", "A key has letters, digits, _ and -, with points between its parts"},
    {"root", "", "this is neither a key nor the heading of a section", "Write lines such as epochs = 10 below headings such as [train]"},
});

}  // namespace

TomlProblem tomlProblem(std::string_view description, std::string_view line) {
  constexpr std::string_view kBegin = "parsing ";
  std::string_view parsing, rest = description;
  if (const std::size_t at = rest.find(kBegin); at != std::string_view::npos) {
    rest.remove_prefix(at + kBegin.size());
    const std::size_t colon = rest.find(':');
    parsing = rest.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon);
  }
  // A decimal comma is reported after a number.
  const std::size_t comma = line.find(',');
  const auto digit = [&](std::size_t at) { return at < line.size() && line[at] >= '0' && line[at] <= '9'; };
  if (parsing.find("pair") != std::string_view::npos && rest.find("saw ','") != std::string_view::npos && comma > 0 && digit(comma - 1) &&
      digit(comma + 1))
    return {"a number has a comma in it", "Write a point instead: 0.1"};
  for (const Rule& rule : kRules)
    if (parsing.find(rule.parsing) != std::string_view::npos && rest.find(rule.expected) != std::string_view::npos) return {rule.what, rule.cure};
  return {"something here is not allowed in a project file", "Write lines such as epochs = 10 below headings such as [train]"};
}

}  // namespace stepscope
