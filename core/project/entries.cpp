#include "core/project/entries.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/project/toml_text.h"

namespace stepscope {
namespace {

constexpr std::size_t kMostLayers = 10'000;
constexpr int kMostDots = 16;  // in one key, since toml++ builds and frees a.b.c.d... by recursion

bool isSection(const std::string& key) {
  static const std::vector<std::string> names = sections();
  return std::find(names.begin(), names.end(), key) != names.end();
}

constexpr const char* kSaveAsUtf8 =
    "Save it as UTF-8: in an editor by Save As with the encoding UTF-8, or by: iconv -f ENCODING -t UTF-8 FILE > NEW (ENCODING is UTF-16 or CP1252)";

// "UTF-16" or "UTF-32" if the byte order mark or zeros at every second position show that; otherwise empty.
std::string otherEncoding(const std::string& text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() < 4) return {};
  if ((at(0) == 0xFF && at(1) == 0xFE && at(2) == 0 && at(3) == 0) || (at(0) == 0 && at(1) == 0 && at(2) == 0xFE && at(3) == 0xFF)) return "UTF-32";
  if ((at(0) == 0xFF && at(1) == 0xFE) || (at(0) == 0xFE && at(1) == 0xFF)) return "UTF-16";
  if ((at(0) == 0) != (at(1) == 0) && (at(2) == 0) == (at(0) == 0) && (at(3) == 0) == (at(1) == 0)) return "UTF-16";
  return {};
}

// The position of the first byte that is not UTF-8; npos if there is none.
std::size_t notUtf8(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8Length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string::npos;
}

std::string location(const std::string& path, const toml::source_region& source) {
  return fmt::format("{}:{}:{}", path, source.begin.line, source.begin.column);
}

// The end of a text or a comment that begins at `at`: after its last quote, or at the end of its line.
std::size_t endOfText(const std::string& toml, std::size_t at) {
  const char quote = toml[at];
  if (quote == '#') return std::min(toml.find('\n', at), toml.size());
  const bool escapes = quote == '"', lines = toml.compare(at, 3, std::string(3, quote)) == 0;
  for (std::size_t i = at + (lines ? 3 : 1); i < toml.size(); ++i) {
    if (escapes && toml[i] == '\\') {
      ++i;
    } else if (!lines && toml[i] == '\n') {
      return i;  // it is not closed; the parser reports that
    } else if (toml[i] == quote && !lines) {
      return i + 1;
    } else if (lines && toml.compare(i, 3, std::string(3, quote)) == 0) {
      i += 3;
      for (int more = 0; more < 2 && i < toml.size() && toml[i] == quote; ++more) ++i;  // quotes that belong to the end of the text
      return i;
    }
  }
  return toml.size();
}

// "a.b.c.d..." creates one nested table per dot, and a very long key would overflow the stack when it is freed.
void refuseDeepKeys(const std::string& toml, const std::string& path) {
  int dots = 0;
  std::size_t line = 1;
  for (std::size_t at = 0; at < toml.size();) {
    const char c = toml[at];
    if (c == '"' || c == '\'' || c == '#') {
      const std::size_t end = endOfText(toml, at);
      line +=
          static_cast<std::size_t>(std::count(toml.begin() + static_cast<std::ptrdiff_t>(at), toml.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at = end;  // a part of a key may be in quotes, so there may be more dots
      continue;
    }
    ++at;
    if (c == '\n') ++line;
    if (c == '.') {
      if (++dots > kMostDots)
        throw Error(ErrorKind::Input, fmt::format("{}:{}", path, line), "a key is nested too deeply",
                    "Keys have at most four parts, such as train.optimizer.name");
      continue;
    }
    const bool inKey = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ' ' || c == '\t' ||
                       static_cast<unsigned char>(c) >= 0x80;
    if (!inKey) dots = 0;
  }
}

std::string_view lineOf(std::string_view toml, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = toml.find('\n');
    if (end == std::string_view::npos) return {};
    toml.remove_prefix(end + 1);
  }
  return toml.substr(0, toml.find('\n'));
}

// A double-quoted text on that line with a backslash that begins no valid escape, as in a Windows path: "C:\data". Empty if there is none.
std::string textWithBackslash(const std::string& toml, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t l = 1; l < line && begin != std::string::npos; ++l) {
    begin = toml.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  const std::size_t end = std::min(toml.find('\n', begin), toml.size());
  for (std::size_t at = begin; at < end;) {
    const char c = toml[at];
    if (c == '#') break;
    if (c != '"' && c != '\'') {
      ++at;
      continue;
    }
    const std::size_t after = std::min(endOfText(toml, at), end);
    if (c == '"')
      for (std::size_t i = at + 1; i + 1 < after; ++i) {
        if (toml[i] != '\\') continue;
        const char next = toml[++i];
        const std::size_t digits = next == 'u' ? 4 : next == 'U' ? 8 : next == 'x' ? 2 : 0;
        bool hex = i + digits < after;
        for (std::size_t d = 1; hex && d <= digits; ++d) hex = std::isxdigit(static_cast<unsigned char>(toml[i + d])) != 0;
        if (digits == 0 ? std::string_view("btnfre\"\\").find(next) == std::string_view::npos : !hex) return toml.substr(at, after - at);
      }
    at = after;
  }
  return {};
}

KeyValue valueOfToml(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* array = node.as_array()) {
    std::vector<std::int64_t> whole;
    std::vector<double> real;
    std::vector<std::string> texts;
    for (const toml::node& item : *array) {
      if (const auto* text = item.as_string(); text && real.empty()) {
        texts.push_back(text->get());
      } else if (!texts.empty()) {
        return OtherValue{"a list that mixes texts and other values"};
      } else if (const auto* number = item.as_integer()) {
        whole.push_back(number->get());
        real.push_back(static_cast<double>(number->get()));
      } else if (const auto* decimal = item.as_floating_point()) {
        real.push_back(decimal->get());
      } else {
        return OtherValue{"a list of values that are not numbers or texts"};
      }
    }
    if (!texts.empty()) return texts;
    if (whole.size() == real.size()) return whole;
    return real;
  }
  if (node.is_table()) return OtherValue{"a table"};
  return OtherValue{"a date or a time"};
}

void flatten(const toml::node& node, const std::string& key, const std::string& where, const std::string& path, Entries& entries);

void flattenTable(const toml::table& table, const std::string& prefix, const std::string& path, Entries& entries) {
  for (auto&& [name, node] : table) {
    const std::string key = prefix.empty() ? std::string(name.str()) : prefix + '.' + std::string(name.str());
    flatten(node, key, path.empty() ? std::string() : location(path, name.source()), path, entries);
  }
}

void flattenLayers(const toml::array& layers, const std::string& where, const std::string& path, Entries& entries) {
  if (layers.size() > kMostLayers)
    throw Error(ErrorKind::Input, where, fmt::format("model.layers has {} layers", layers.size()), fmt::format("At most {} are read", kMostLayers));
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const toml::table* layer = layers[i].as_table();
    const std::string at = path.empty() ? where : location(path, layers[i].source());
    if (!layer)
      throw Error(ErrorKind::Input, at, "model.layers is a list of values that are not layers",
                  "Write each layer as [[model.layers]] with type = \"...\"");
    const std::size_t before = entries.values.size();
    flattenTable(*layer, fmt::format("model.layers[{}]", i), path, entries);
    if (entries.values.size() == before) throw Error(ErrorKind::Input, at, fmt::format("layer {} is empty", i), "Give it a type = \"...\"");
  }
  entries.layers = layers.size();
}

const ListDef* findList(const std::string& key) {
  for (const ListDef& list : listDefs())
    if (list.key == key) return &list;
  return nullptr;
}

constexpr std::size_t kMostTables = 1000;  // in a list

void flattenList(const toml::node& node, const std::string& key, const std::string& where, const std::string& path, Entries& entries) {
  const toml::array* tables = node.as_array();
  if (!tables || tables->size() > kMostTables)
    throw Error(ErrorKind::Input, where, tables ? fmt::format("{} has {} tables", key, tables->size()) : key + " is not a list of tables",
                tables ? fmt::format("At most {} are read", kMostTables) : fmt::format("Write each as [[{}]]", key));
  for (std::size_t i = 0; i < tables->size(); ++i) {
    const toml::table* table = (*tables)[i].as_table();
    if (!table) throw Error(ErrorKind::Input, where, key + " is not a list of tables", fmt::format("Write each as [[{}]]", key));
    flattenTable(*table, fmt::format("{}[{}]", key, i), path, entries);
  }
  entries.lists[key] = tables->size();
}

void flatten(const toml::node& node, const std::string& key, const std::string& where, const std::string& path, Entries& entries) {
  if (findList(key)) return flattenList(node, key, where, path, entries);
  if (key == "model.layers" && !node.is_integer()) {  // a number is an argument of a named model: its number of layers
    const toml::array* layers = node.as_array();
    if (!layers)
      throw Error(ErrorKind::Input, where, "model.layers is not a list of layers", "Write each layer as [[model.layers]] with type = \"...\"");
    return flattenLayers(*layers, where, path, entries);
  }
  if (const toml::table* table = node.as_table()) {
    // A table that is not a section is refused here, so this recursion is never deeper than the sections are.
    if (!isSection(key)) throwUnknownKey(key, where);
    return flattenTable(*table, key, path, entries);
  }
  if (isSection(key)) throwUnknownKey(key, where);
  entries.values.push_back({key, valueOfToml(node), where});
}

KeyValue valueOfJson(const nlohmann::json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) return OtherValue{"a number that is too large"};
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) {
    if (!json.empty() && std::all_of(json.begin(), json.end(), [](const auto& item) { return item.is_string(); }))
      return json.get<std::vector<std::string>>();
    const bool numbers = std::all_of(json.begin(), json.end(), [](const auto& item) { return item.is_number(); });
    if (!numbers) return OtherValue{"a list of values that are not numbers or texts"};
    if (std::all_of(json.begin(), json.end(), [](const auto& item) { return item.is_number_integer(); }))
      return json.get<std::vector<std::int64_t>>();
    return json.get<std::vector<double>>();
  }
  return OtherValue{json.is_null() ? "null" : "a table"};
}

void flattenJson(const nlohmann::json& object, const std::string& prefix, const std::string& where, Entries& entries) {
  for (const auto& [name, value] : object.items()) {
    const std::string key = prefix.empty() ? name : prefix + '.' + name;
    if (key == "model.layers" && value.is_array()) {
      if (value.size() > kMostLayers) throw Error(ErrorKind::Input, where, "model.layers has too many layers");
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value[i].is_object()) throw Error(ErrorKind::Input, where, fmt::format("layer {} is not an object", i));
        for (const auto& [argument, content] : value[i].items())
          entries.values.push_back({fmt::format("model.layers[{}].{}", i, argument), valueOfJson(content), where});
      }
      entries.layers = value.size();
    } else if (findList(key) && value.is_array()) {
      if (value.size() > kMostTables) throw Error(ErrorKind::Input, where, key + " has too many tables");
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value[i].is_object()) throw Error(ErrorKind::Input, where, key + " contains values that are not tables");
        for (const auto& [field, content] : value[i].items())
          entries.values.push_back({fmt::format("{}[{}].{}", key, i, field), valueOfJson(content), where});
      }
      entries.lists[key] = value.size();
    } else if (value.is_object()) {
      if (!isSection(key)) throwUnknownKey(key, where);
      flattenJson(value, key, where, entries);
    } else {
      entries.values.push_back({key, valueOfJson(value), where});
    }
  }
}

// model.layers.1.out can be written in a shell without quotes; it means model.layers[1].out.
std::string layerKey(const std::string& key, const Entries& entries, const std::string& where) {
  const std::string prefix = "model.layers";
  if (key.compare(0, prefix.size(), prefix) != 0 || key.size() <= prefix.size() + 1) return key;
  const char opening = key[prefix.size()];
  if (opening != '.' && opening != '[') return key;
  const char* begin = key.data() + prefix.size() + 1;
  const char* end = key.data() + key.size();
  std::size_t index = 0;
  auto [rest, status] = std::from_chars(begin, end, index);
  const bool closed = status == std::errc() && (opening == '.' || (rest != end && *rest++ == ']'));
  if (!closed || rest == end || *rest != '.' || rest + 1 == end)
    throw Error(ErrorKind::Input, where, "this is not an argument of a layer", "Write model.layers.0.<argument> for the first layer");
  if (index >= entries.layers)
    throw Error(ErrorKind::Input, where, fmt::format("there is no layer {}", index),
                entries.layers ? fmt::format("The project has layers 0 to {}", entries.layers - 1) : "The project has no [[model.layers]]");
  return fmt::format("model.layers[{}]{}", index, std::string(rest, end));
}

// Adds a value of --set. It is read as TOML if it is valid TOML and fits the key (for a text key only a TOML string does); otherwise the value is the
// text itself.
void addOverride(Entries& entries, const std::string& key, const std::string& text, const std::string& where) {
  const auto put = [&](Entry entry) {
    for (Entry& old : entries.values) {
      if (old.key != entry.key) continue;
      old = std::move(entry);
      return;
    }
    entries.values.push_back(std::move(entry));
  };
  const KeyDef* def = findKey(key);
  const bool isText = def && (def->type == KeyType::Text || def->type == KeyType::Path || def->type == KeyType::Choice);
  const bool isTexts = def && def->type == KeyType::Texts;  // one word, such as a column's name or number, or a list in brackets
  if (text.find('\n') == std::string::npos && text.find('\r') == std::string::npos) {
    refuseDeepKeys(text, where);
    toml::table parsed;
    bool ok = true;
    try {
      parsed = toml::parse("value = " + text);
    } catch (const toml::parse_error&) {
      ok = false;
    }
    const toml::node* node = ok && parsed.size() == 1 ? parsed.get("value") : nullptr;
    if (node && (!isText || node->is_string()) && (!isTexts || node->is_string() || node->is_array())) {
      Entries given;
      flatten(*node, key, where, {}, given);
      if (key == "model.layers") {  // replaces the whole list
        std::erase_if(entries.values, [](const Entry& entry) { return entry.key.compare(0, 13, "model.layers[") == 0; });
        entries.layers = given.layers;
      }
      for (const auto& [list, size] : given.lists) {
        std::erase_if(entries.values, [&name = list](const Entry& entry) { return entry.key.starts_with(name + "["); });
        entries.lists[list] = size;
      }
      for (Entry& entry : given.values) {
        entry.where = where;
        put(std::move(entry));
      }
      return;
    }
  }
  if (isSection(key)) throwUnknownKey(key, where);
  put({key, text, where});
}

}  // namespace

const Entry* Entries::find(const std::string& key) const {
  for (const Entry& entry : values)
    if (entry.key == key) return &entry;
  return nullptr;
}

Entries entriesOfToml(const std::string& toml, const std::string& path) {
  if (toml.size() > kLargestProjectFile)
    throw Error(ErrorKind::Input, path, fmt::format("the file has {} bytes; a project file has at most {}", toml.size(), kLargestProjectFile),
                "Choose a Stepscope project file (TOML)");
  if (const std::string encoding = otherEncoding(toml); !encoding.empty())
    throw Error(ErrorKind::Input, path, fmt::format("the file is a text in {}, but a project file is in UTF-8", encoding), kSaveAsUtf8);
  if (const std::size_t zero = toml.find('\0'); zero != std::string::npos)
    throw Error(ErrorKind::Input, fmt::format("{}:{}", path, 1 + std::count(toml.begin(), toml.begin() + static_cast<std::ptrdiff_t>(zero), '\n')),
                "the file is not a text file: it contains a zero byte", "Choose a Stepscope project file (TOML)");
  if (const std::size_t bad = notUtf8(toml); bad != std::string::npos)
    throw Error(
        ErrorKind::Input, fmt::format("{}:{}", path, 1 + std::count(toml.begin(), toml.begin() + static_cast<std::ptrdiff_t>(bad), '\n')),
        fmt::format("the byte {:#04x} is not UTF-8; the file seems to be a text in Latin-1 or Windows-1252", static_cast<unsigned char>(toml[bad])),
        kSaveAsUtf8);
  refuseDeepKeys(toml, path);
  Entries entries;
  try {
    const toml::table table = toml::parse(toml, path);
    flattenTable(table, {}, path, entries);
  } catch (const toml::parse_error& error) {
    if (const std::string text = textWithBackslash(toml, error.source().begin.line); !text.empty())
      throw Error(ErrorKind::Input, location(path, error.source()),
                  fmt::format("{}: a backslash in double quotes begins an escape, and this is not a valid one", text),
                  "Write the text in single quotes, as in 'C:\\data', or use / instead");
    const std::string what(error.description());
    if (what.find("redefine") != std::string::npos) {
      const std::size_t quote = what.find('\''), close = what.rfind('\'');
      const std::string name = quote < close ? what.substr(quote + 1, close - quote - 1) : std::string("a key");
      throw Error(ErrorKind::Input, location(path, error.source()), fmt::format("{} is in the file twice", name),
                  "Write it once, with the content of both");
    }
    const TomlProblem problem = tomlProblem(what, lineOf(toml, error.source().begin.line));
    throw Error(ErrorKind::Input, location(path, error.source()), "this is not valid TOML: " + problem.what, problem.cure);
  }
  return entries;
}

Entries entriesOfJson(const std::string& json, std::string& file, std::string& directory) {
  const std::string where = "saved configuration";
  const nlohmann::json parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_object())
    throw Error(ErrorKind::Input, where, "it is not a JSON object", "The run's record is damaged; start from the project file");
  nlohmann::json rest = parsed;
  const auto take = [&](const char* name, std::string& target) {
    const auto found = rest.find(name);
    if (found == rest.end()) return;
    if (!found->is_string()) throw Error(ErrorKind::Input, where, fmt::format("\"{}\" is not a text", name));
    target = found->get<std::string>();
    rest.erase(found);
  };
  take("file", file);
  take("directory", directory);
  rest.erase("forked_from");  // belongs to the run and not to the project, see core/store/run_origin.h
  Entries entries;
  flattenJson(rest, {}, where, entries);
  return entries;
}

void applyOverrides(Entries& entries, const Overrides& overrides) {
  for (const auto& [given, text] : overrides) {
    const std::string where = "--set " + given;
    addOverride(entries, layerKey(given, entries, where), text, where);
  }
}

}  // namespace stepscope
