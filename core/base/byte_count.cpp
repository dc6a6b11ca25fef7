#include "core/base/byte_count.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace stepscope {

std::optional<std::int64_t> parseBytes(const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc()) return std::nullopt;
  std::string unit(end, text.data() + text.size());
  std::erase(unit, ' ');
  static const std::map<std::string, double> units = {
      {"K", 1024},           {"KiB", 1024},          {"M", 1048576},           {"MiB", 1048576}, {"G", 1073741824.0},
      {"GiB", 1073741824.0}, {"T", 1099511627776.0}, {"TiB", 1099511627776.0}, {"B", 1},         {"", 1}};
  const auto found = units.find(unit);
  const double bytes = found == units.end() ? 0 : number * found->second;
  if (!(bytes >= 1) || bytes > 1e15) return std::nullopt;
  return static_cast<std::int64_t>(bytes);
}

}  // namespace stepscope
