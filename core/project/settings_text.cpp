#include "core/project/settings_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/project/edit_key.h"
#include "core/project/entries.h"
#include "core/project/toml_text.h"

namespace stepscope {
namespace {

std::string sectionOf(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? std::string() : key.substr(0, dot);
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

template <class Number>
std::optional<Number> numberIn(std::string_view text) {
  Number number{};
  if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

// The parts of "a, b" or "[a, b]"; commas inside quotes do not separate.
std::vector<std::string> partsOf(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = trimmed(text.substr(1, text.size() - 2));
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  std::string part;
  bool quoted = false;
  const auto end = [&] {
    std::string_view one = trimmed(part);
    if (one.size() >= 2 && one.front() == '"' && one.back() == '"') one = one.substr(1, one.size() - 2);
    parts.emplace_back(one);
    part.clear();
  };
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) end();
    else part += c;
  }
  end();
  return parts;
}

// The number that a text stands for, else the text itself, which check() then refuses with a message.
KeyValue numberOrText(std::string_view text) {
  if (const auto whole = numberIn<std::int64_t>(text)) return *whole;
  if (const auto real = numberIn<double>(text)) return *real;
  return std::string(text);
}

KeyValue listOf(std::string_view text) {
  std::vector<std::int64_t> whole;
  std::vector<double> reals;
  for (const std::string& part : partsOf(text)) {
    const auto real = numberIn<double>(part);
    if (!real) return std::string(text);
    reals.push_back(*real);
    if (const auto number = numberIn<std::int64_t>(part)) whole.push_back(*number);
  }
  if (whole.size() == reals.size()) return whole;
  return reals;
}

KeyValue valueOf(KeyType type, std::string_view text) {
  switch (type) {
    case KeyType::Flag:
      if (text == "true" || text == "false") return text == "true";
      return std::string(text);
    case KeyType::Integer:
    case KeyType::Real: return numberOrText(text);
    case KeyType::Reals: return listOf(text);
    case KeyType::Texts: return partsOf(text);
    case KeyType::Text:
    case KeyType::Choice:
    case KeyType::Path: return std::string(text);
  }
  return std::string(text);
}

// The value of an argument of a model: a number, a list of numbers, or a text.
KeyValue argumentOf(std::string_view text) {
  const bool bracketed = text.starts_with('[');
  if (bracketed || text.find(',') != std::string_view::npos) return listOf(text);
  return numberOrText(text);
}

std::string fieldText(const KeyValue& value) {
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    std::vector<std::string> shown;
    for (const std::string& one : *texts) shown.push_back(one.find(',') == std::string::npos ? one : '"' + one + '"');
    return fmt::format("{}", fmt::join(shown, ", "));
  }
  std::string toml = tomlValue(value);
  const bool list = std::holds_alternative<std::vector<std::int64_t>>(value) || std::holds_alternative<std::vector<double>>(value);
  return list && toml.size() >= 2 ? toml.substr(1, toml.size() - 2) : toml;
}

SettingField fieldOf(const std::string& key) {
  return {key, sectionOf(key), findKey(key)};
}

}  // namespace

std::vector<SettingField> settingFields(const std::string& modelName) {
  std::vector<SettingField> fields;
  const auto& zoo = modelZoo();
  const auto model = std::find_if(zoo.begin(), zoo.end(), [&](const ZooEntry& entry) { return entry.name == modelName; });
  bool inModel = false;
  const auto addArguments = [&] {
    if (model == zoo.end()) return;
    for (const std::string& argument : model->arguments) fields.push_back({"model." + argument, "model", nullptr});
  };
  for (const KeyDef& def : keyDefs()) {
    const std::string section = sectionOf(def.key);
    if (inModel && section != "model") addArguments();
    inModel = section == "model";
    fields.push_back({def.key, section, &def});
  }
  // The keys of a section become neighbours, wherever the table has them.
  std::vector<std::string> order;
  for (const SettingField& field : fields)
    if (std::find(order.begin(), order.end(), field.section) == order.end()) order.push_back(field.section);
  std::stable_sort(fields.begin(), fields.end(), [&](const SettingField& a, const SettingField& b) {
    return std::find(order.begin(), order.end(), a.section) < std::find(order.begin(), order.end(), b.section);
  });
  return fields;
}

std::map<std::string, std::string> fieldTexts(const std::string& toml, const std::string& path) {
  std::map<std::string, std::string> texts;
  for (const Entry& entry : entriesOfToml(toml, path).values) texts[entry.key] = fieldText(entry.value);
  return texts;
}

std::string fieldValue(const SettingField& field, const std::string& text) {
  const std::string_view shown = trimmed(text);
  if (!field.def) return tomlValue(argumentOf(shown));
  const KeyDef& def = *field.def;
  const KeyValue value = def.alsoTakes && def.alsoTakes(std::string(shown)) ? KeyValue(std::string(shown)) : valueOf(def.type, shown);
  return tomlValue(check(def, value, field.key));
}

std::string withEdits(const std::string& toml, const FieldEdits& edits, const std::string& path) {
  std::string text = toml;
  for (const auto& [key, edit] : edits) text = edit ? withKey(text, key, fieldValue(fieldOf(key), *edit), path) : withoutKey(text, key, path);
  return text;
}

std::map<std::string, Error> problemsOf(const std::string& toml, const FieldEdits& edits, const std::string& path) {
  std::map<std::string, Error> problems;
  FieldEdits good;
  for (const auto& [key, edit] : edits) {
    try {
      if (edit) fieldValue(fieldOf(key), *edit);
      good[key] = edit;
    } catch (const Error& error) {
      problems.emplace(key, error);
    }
  }
  if (!problems.empty()) return problems;
  std::string text;
  try {
    text = withEdits(toml, good, path);
    parseProject(text, path);
  } catch (const Error& error) {
    // Finds the key to whose line the error belongs.
    std::string at;
    if (findKey(error.where())) {
      at = error.where();
    } else if (!text.empty()) {
      try {
        for (const Entry& entry : entriesOfToml(text, path).values)
          if (entry.where == error.where()) at = entry.key;
      } catch (const Error&) {
      }
    }
    problems.emplace(at, error);
  }
  return problems;
}

std::string consequenceOf(const Project& before, const Project& after, bool training) {
  bool data = false, model = false, train = false, switches = false, name = false;
  for (const KeyDef& def : keyDefs()) {
    if (tomlValue(def.get(before)) == tomlValue(def.get(after))) continue;
    data = data || def.key.starts_with("data.");
    model = model || def.key.starts_with("model.") || def.key.starts_with("train.loss.");
    train = train || (def.key.starts_with("train.") && !def.key.starts_with("train.loss."));
    switches = switches || def.key.starts_with("switches.");
    name = name || def.key.starts_with("project.");
  }
  model =
      model || before.model.integers != after.model.integers || before.model.reals != after.model.reals || before.model.texts != after.model.texts;
  std::vector<std::string> parts;
  if (data) parts.emplace_back("the data are opened again");
  if (model) parts.emplace_back("the next run trains another model");
  if (train) parts.emplace_back("the next run trains another way");
  if (switches) parts.emplace_back(training ? "switches take effect at the next step" : "the step is planned again");
  if (name) parts.emplace_back("the project has another name");
  if (parts.empty()) return "Nothing changes";
  std::string line = fmt::format("{}", fmt::join(parts, "; "));
  line[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[0])));
  if (training && (data || model || train)) line += "; the run in training goes on as it is";
  return line;
}

}  // namespace stepscope
