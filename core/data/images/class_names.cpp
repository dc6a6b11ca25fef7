#include "core/data/images/class_names.h"

#include <set>

namespace stepscope {
namespace {

constexpr const char *kDigits = "0123456789", *kBetween = " ._()-";

}  // namespace

std::string classOfName(const std::string& stem, NameRule rule) {
  if (rule == NameRule::AfterNumber) {
    const std::size_t digits = stem.find_first_not_of(kDigits);
    if (digits == 0 || digits == std::string::npos) return {};
    const std::size_t begin = stem.find_first_not_of(kBetween, digits);
    return begin == std::string::npos || begin == digits ? std::string() : stem.substr(begin);
  }
  std::size_t digit = stem.find_first_of(kDigits);
  if (rule == NameRule::BeforeNumber) {
    const std::size_t last = stem.find_last_not_of(" ()");
    if (last == std::string::npos) return {};
    digit = stem.find_last_not_of(kDigits, last);
    digit = digit == std::string::npos ? 0 : digit + 1;
    if (digit > last) return {};
  }
  if (digit == std::string::npos || digit == 0) return {};
  const std::size_t end = stem.find_last_not_of(kBetween, digit - 1);
  return end == std::string::npos ? std::string() : stem.substr(0, end + 1);
}

std::optional<NameRule> nameRuleOf(const std::vector<std::string>& stems) {
  for (const NameRule rule : {NameRule::BeforeDigits, NameRule::BeforeNumber, NameRule::AfterNumber}) {
    std::set<std::string> classes;
    std::size_t named = 0;
    for (const std::string& stem : stems) {
      std::string name = classOfName(stem, rule);
      if (name.empty()) continue;
      ++named;
      classes.insert(std::move(name));
    }
    if (classes.size() >= 2 && 10 * named >= 9 * stems.size() && classes.size() * 2 <= named) return rule;
  }
  return std::nullopt;
}

}  // namespace stepscope
