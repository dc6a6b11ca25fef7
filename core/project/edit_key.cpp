#include "core/project/edit_key.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <sstream>

#include "core/base/error.h"
#include "core/project/toml_text.h"

namespace stepscope {
namespace {

// The byte offset of a position; toml++ counts lines and code points from 1.
std::size_t byteAt(const std::string& text, const toml::source_position& position) {
  std::size_t at = 0;
  for (toml::source_index line = 1; line < position.line; ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) return text.size();
    at = end + 1;
  }
  for (toml::source_index column = 1; column < position.column && at < text.size(); ++column) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

std::string printed(const toml::table& table) {
  std::ostringstream out;
  out << table;
  return out.str();
}

toml::table parsed(const std::string& text, const std::string& path) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    const TomlProblem problem = tomlProblem(error.description(), {});
    throw Error(ErrorKind::Input, fmt::format("{}:{}:{}", path, error.source().begin.line, error.source().begin.column),
                "this is not valid TOML: " + problem.what, problem.cure);
  }
}

// Whether a line is the heading of the section, with any blanks and comment.
bool isHeading(std::string line, const std::string& section) {
  if (const std::size_t comment = line.find('#'); comment != std::string::npos) line.erase(comment);
  std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  return line == "[" + section + "]";
}

}  // namespace

std::string withKey(const std::string& toml, const std::string& key, const std::string& value, const std::string& path) {
  const toml::table before = parsed(toml, path);
  const std::size_t dot = key.rfind('.');
  const std::string section = dot == std::string::npos ? std::string() : key.substr(0, dot);
  const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
  std::string after = toml;
  if (const auto node = before.at_path(key)) {
    const toml::source_region& source = node.node()->source();
    const std::size_t begin = byteAt(toml, source.begin), end = byteAt(toml, source.end);
    after.replace(begin, std::max(begin, end) - begin, value);
  } else {
    const std::string line = name + " = " + value + "\n";
    std::size_t at = std::string::npos;
    for (std::size_t begin = 0; begin < toml.size() && at == std::string::npos;) {
      const std::size_t end = std::min(toml.find('\n', begin), toml.size());
      if (isHeading(toml.substr(begin, end - begin), section)) at = std::min(end + 1, toml.size());
      begin = end + 1;
    }
    const bool ends = after.empty() || after.back() == '\n';
    if (section.empty()) after.insert(0, line);
    else if (at != std::string::npos) after.insert(at, (at == toml.size() && !ends ? "\n" : "") + line);
    else after += std::string(ends ? "" : "\n") + "\n[" + section + "]\n" + line;
  }
  // Checked by reading the new file: the key has the new value, and nothing else changed.
  const auto refuse = [&] {
    throw Error(ErrorKind::Input, path, key + " cannot be set in this file without changing other parts of it", "Set it by hand to " + value);
  };
  try {
    toml::table now = toml::parse(after, path);
    const toml::table wanted = toml::parse(name + " = " + value);
    const auto node = now.at_path(key);
    if (!node || node.node()->type() != wanted.get(name)->type()) refuse();
    toml::table old = before;
    // With the key removed from both, the two files must be equal.
    const auto blank = [&](toml::table& table) {
      toml::table* holder = section.empty() ? &table : table.at_path(section).as_table();
      if (holder) holder->erase(name);
      return holder != nullptr;
    };
    if (!blank(now)) refuse();
    const bool had = blank(old);
    if (had && printed(now) != printed(old)) refuse();
  } catch (const toml::parse_error&) {
    refuse();
  }
  return after;
}

std::string withoutKey(const std::string& toml, const std::string& key, const std::string& path) {
  toml::table before = parsed(toml, path);
  const auto node = before.at_path(key);
  if (!node) return toml;
  const toml::source_region& source = node.node()->source();
  const std::size_t begin = byteAt(toml, source.begin), end = byteAt(toml, source.end);
  const std::size_t lineBegin = begin == 0 ? 0 : toml.rfind('\n', begin - 1) + 1;  // npos + 1 is 0
  const std::size_t lineEnd = std::min(toml.find('\n', end), toml.size());
  std::string after = toml;
  after.erase(lineBegin, std::min(lineEnd + 1, toml.size()) - lineBegin);
  const std::size_t dot = key.rfind('.');
  toml::table* holder = dot == std::string::npos ? &before : before.at_path(key.substr(0, dot)).as_table();
  if (holder) holder->erase(key.substr(dot == std::string::npos ? 0 : dot + 1));
  // Checked by reading the new file, as above.
  std::string now;
  try {
    now = printed(toml::parse(after, path));
  } catch (const toml::parse_error&) {
  }
  if (!holder || now != printed(before))
    throw Error(ErrorKind::Input, path, key + " cannot be removed from this file without changing other parts of it", "Remove it by hand");
  return after;
}

}  // namespace stepscope
