#include "core/models/model_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/nearest.h"

namespace stepscope {

namespace {

void checkRange(const std::string& where, std::int64_t v, std::int64_t least, std::int64_t most) {
  if (v < least || v > most) throw Error(ErrorKind::Input, where, fmt::format("is {}", v), fmt::format("It must be between {} and {}", least, most));
}

void checkRange(const std::string& where, double v, double least, double most) {
  if (!(v >= least && v < most))
    throw Error(ErrorKind::Input, where, fmt::format("is {}", v), fmt::format("It must be at least {} and less than {}", least, most));
}

[[noreturn]] void wrongType(const std::string& where, const char* needed) {
  throw Error(ErrorKind::Input, where, "has the wrong type", fmt::format("It must be {}", needed));
}

}  // namespace

void checkName(const std::string& where, const char* what, const std::string& name, const std::vector<std::string>& valid) {
  if (std::find(valid.begin(), valid.end(), name) != valid.end()) return;
  if (valid.empty()) throw Error(ErrorKind::Input, where, fmt::format("'{}' is not a {}; there are none here", name, what), "Remove it");
  throw Error(ErrorKind::Input, where, fmt::format("'{}' is not a {}", name, what), suggestName(name, valid));
}

ZooArguments::ZooArguments(const ModelSpec& spec, const ZooEntry& entry) : spec_(spec) {
  const auto check = [&](const std::string& key) {
    checkName("model." + key, ("known argument of the model " + entry.name).c_str(), key, entry.arguments);
  };
  for (const auto& [key, values] : spec.integers) check(key);
  for (const auto& [key, value] : spec.reals) check(key);
  for (const auto& [key, value] : spec.texts) check(key);
}

std::vector<std::int64_t> ZooArguments::integers(const std::string& key, std::vector<std::int64_t> fallback, std::int64_t least,
                                                 std::int64_t most) const {
  if (spec_.reals.count(key) || spec_.texts.count(key)) wrongType("model." + key, "a whole number or a list of them");
  const auto it = spec_.integers.find(key);
  if (it == spec_.integers.end()) return fallback;
  for (std::int64_t v : it->second) checkRange("model." + key, v, least, most);
  return it->second;
}

std::int64_t ZooArguments::integer(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most) const {
  const auto values = integers(key, {fallback}, least, most);
  if (values.size() != 1) wrongType("model." + key, "one whole number");
  return values[0];
}

double ZooArguments::real(const std::string& key, double fallback, double least, double most) const {
  double v = fallback;
  if (spec_.texts.count(key)) wrongType("model." + key, "one number");
  if (const auto it = spec_.integers.find(key); it != spec_.integers.end()) {  // "dropout = 0" is an integer in TOML
    if (it->second.size() != 1) wrongType("model." + key, "one number");
    v = static_cast<double>(it->second[0]);
  } else if (const auto real = spec_.reals.find(key); real != spec_.reals.end()) {
    v = real->second;
  }
  checkRange("model." + key, v, least, most);
  return v;
}

std::string ZooArguments::text(const std::string& key, const std::string& fallback, const std::vector<std::string>& valid) const {
  if (spec_.integers.count(key) || spec_.reals.count(key)) wrongType("model." + key, "a name in quotes");
  const auto it = spec_.texts.find(key);
  if (it == spec_.texts.end()) return fallback;
  checkName("model." + key, "valid name", it->second, valid);
  return it->second;
}

LayerArguments::LayerArguments(const LayerSpec& spec, const LayerType& type, std::string where) : spec_(spec), where_(std::move(where)) {
  const std::string what = "known argument of the layer type " + type.type;
  const auto check = [&](const std::string& key) { checkName(where_ + "." + key, what.c_str(), key, type.arguments); };
  for (const auto& [key, value] : spec.integers) check(key);
  for (const auto& [key, value] : spec.reals) check(key);
  for (const auto& [key, value] : spec.flags) check(key);
  for (const auto& [key, value] : spec.lists) check(key);
  for (const auto& [key, value] : spec.texts) check(key);
}

bool LayerArguments::has(const std::string& key) const {
  return spec_.integers.count(key) || spec_.reals.count(key) || spec_.flags.count(key) || spec_.lists.count(key) || spec_.texts.count(key);
}

void LayerArguments::throwMissing(const std::string& key, const char* needed) const {
  throw Error(ErrorKind::Input, where_, fmt::format("the layer of type {} has no {}", spec_.type, key), fmt::format("Add {} = {}", key, needed));
}

std::int64_t LayerArguments::integer(const std::string& key, std::int64_t least, std::int64_t most) const {
  const std::string where = where_ + "." + key;
  const auto it = spec_.integers.find(key);
  if (it == spec_.integers.end()) {
    if (has(key)) wrongType(where, "a whole number");
    throwMissing(key, "a whole number");
  }
  checkRange(where, it->second, least, most);
  return it->second;
}

std::int64_t LayerArguments::integer(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most) const {
  return has(key) ? integer(key, least, most) : fallback;
}

std::vector<std::int64_t> LayerArguments::list(const std::string& key, std::int64_t least, std::int64_t most) const {
  const std::string where = where_ + "." + key;
  std::vector<std::int64_t> values;
  if (const auto one = spec_.integers.find(key); one != spec_.integers.end()) {
    values = {one->second};
  } else if (const auto several = spec_.lists.find(key); several != spec_.lists.end()) {
    values = several->second;
  } else {
    if (has(key)) wrongType(where, "a list of whole numbers");
    throwMissing(key, "a list of whole numbers");
  }
  if (values.empty()) throw Error(ErrorKind::Input, where, "is an empty list", "Give it at least one number");
  for (std::int64_t v : values) checkRange(where, v, least, most);
  return values;
}

Extent LayerArguments::extent(const std::string& key, std::int64_t least, std::int64_t most) const {
  const std::vector<std::int64_t> values = list(key, least, most);
  if (values.size() > 2) wrongType(where_ + "." + key, "a whole number, or a list of height and width");
  return {values.front(), values.back()};
}

Extent LayerArguments::extent(const std::string& key, Extent fallback, std::int64_t least, std::int64_t most) const {
  return has(key) ? extent(key, least, most) : fallback;
}

double LayerArguments::real(const std::string& key, double fallback, double least, double most) const {
  const std::string where = where_ + "." + key;
  double v = fallback;
  if (const auto whole = spec_.integers.find(key); whole != spec_.integers.end()) {
    v = static_cast<double>(whole->second);
  } else if (const auto real = spec_.reals.find(key); real != spec_.reals.end()) {
    v = real->second;
  } else if (has(key)) {
    wrongType(where, "a number");
  }
  checkRange(where, v, least, most);
  return v;
}

bool LayerArguments::flag(const std::string& key, bool fallback) const {
  const auto it = spec_.flags.find(key);
  if (it == spec_.flags.end() && has(key)) wrongType(where_ + "." + key, "true or false");
  return it == spec_.flags.end() ? fallback : it->second;
}

std::string LayerArguments::text(const std::string& key, const std::string& fallback, const std::vector<std::string>& valid) const {
  if (!has(key)) return fallback;
  const std::string value = text(key);
  checkName(where_ + "." + key, "valid name", value, valid);
  return value;
}

std::string LayerArguments::text(const std::string& key) const {
  const auto it = spec_.texts.find(key);
  if (it != spec_.texts.end()) return it->second;
  if (has(key)) wrongType(where_ + "." + key, "a text in quotes");
  throwMissing(key, "a text in quotes");
}

}  // namespace stepscope
