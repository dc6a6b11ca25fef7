#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/graph/graph.h"

namespace stepscope {

namespace {

const Attribute* lookUp(const std::map<std::string, Attribute, std::less<>>& map, std::string_view key) {
  const auto it = map.find(key);
  return it == map.end() ? nullptr : &it->second;
}

template <typename T>
const T& typed(const Attribute* attribute, std::string_view key) {
  if (!attribute) throw Error(ErrorKind::Internal, "attribute " + std::string(key), "is missing", "This is a bug; please report it");
  const T* held = std::get_if<T>(attribute);
  if (!held) throw Error(ErrorKind::Internal, "attribute " + std::string(key), "has another type", "This is a bug; please report it");
  return *held;
}

}  // namespace

std::int64_t Attributes::integer(IntegerName key) const {
  return typed<std::int64_t>(lookUp(map_, key), key);
}

std::int64_t Attributes::integer(IntegerName key, std::int64_t fallback) const {
  const Attribute* attribute = lookUp(map_, key);
  return attribute ? typed<std::int64_t>(attribute, key) : fallback;
}

double Attributes::real(RealName key) const {
  return typed<double>(lookUp(map_, key), key);
}

double Attributes::real(RealName key, double fallback) const {
  const Attribute* attribute = lookUp(map_, key);
  return attribute ? typed<double>(attribute, key) : fallback;
}

bool Attributes::flag(FlagName key) const {
  const Attribute* attribute = lookUp(map_, key);
  return attribute && typed<bool>(attribute, key);
}

const std::vector<std::int64_t>& Attributes::integers(IntegersName key) const {
  return typed<std::vector<std::int64_t>>(lookUp(map_, key), key);
}

const std::string& Attributes::text(TextName key) const {
  return typed<std::string>(lookUp(map_, key), key);
}

std::string toString(const Attribute& attribute) {
  struct Printer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return fmt::format("{}", v); }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const std::vector<std::int64_t>& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
  };
  return std::visit(Printer{}, attribute);
}

}  // namespace stepscope
