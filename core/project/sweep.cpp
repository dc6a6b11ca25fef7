#include "core/project/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/project/keys.h"

namespace stepscope {
namespace {

// Whether the values are integers. A key in the table has a type; an argument of a model counts as an integer if the bounds of its range are integers
// that differ by at least 2, which those of a fraction or a probability never do.
bool takesWhole(const SweepValues& values) {
  if (const KeyDef* def = findKey(values.key)) return def->type == KeyType::Integer;
  return values.high - values.low >= 2 && std::floor(values.low) == values.low && std::floor(values.high) == values.high;
}

void checkKeys(const SweepSpec& sweep) {
  for (std::size_t i = 0; i < sweep.values.size(); ++i) {
    const SweepValues& values = sweep.values[i];
    const std::string where = fmt::format("sweep.values[{}]", i);
    if (values.key.empty())
      throw Error(ErrorKind::Input, where, "it has no key", "Write key = \"train.optimizer.learning_rate\", or another key of the project");
    if (std::any_of(sweep.values.begin(), sweep.values.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const SweepValues& other) { return other.key == values.key; }))
      throw Error(ErrorKind::Input, where, fmt::format("the key {} is given twice", values.key), "Put all its values into one list");
    if (!values.values.empty()) continue;
    if (sweep.kind == SweepKind::Grid)
      throw Error(ErrorKind::Input, where, fmt::format("the key {} has no values", values.key),
                  "Write values = [\"0.1\", \"0.01\"]; a range needs kind = \"random\"");
    if (!(values.high > values.low) || (values.logarithmic && values.low <= 0))
      throw Error(ErrorKind::Input, where, fmt::format("{} to {} is not a range", values.low, values.high),
                  values.logarithmic ? "high is above low, and with log both are above 0" : "high is above low");
    if (takesWhole(values) && std::ceil(values.low) > std::floor(values.high))
      throw Error(ErrorKind::Input, where,
                  fmt::format("no whole number lies between {} and {}, and {} takes one", values.low, values.high, values.key),
                  "Give a range with a whole number in it, such as 16 to 256");
  }
}

[[noreturn]] void throwTooMany() {
  throw Error(ErrorKind::Input, "sweep", fmt::format("the sweep has more than {} runs", kMostSweepRuns),
              "Leave some values out, or draw them with kind = \"random\"");
}

std::vector<Overrides> gridOf(const SweepSpec& sweep) {
  std::vector<Overrides> runs{{}};
  for (const SweepValues& values : sweep.values) {
    if (runs.size() > kMostSweepRuns / values.values.size()) throwTooMany();
    std::vector<Overrides> more;
    for (const Overrides& run : runs)
      for (const std::string& value : values.values) {
        more.push_back(run);
        more.back().emplace_back(values.key, value);
      }
    runs = std::move(more);
  }
  return runs;
}

std::string draw(const SweepValues& values, PhiloxStream& random) {
  if (!values.values.empty()) return values.values[random.below(static_cast<std::uint32_t>(values.values.size()))];
  const double at = random.uniform();
  const bool whole = takesWhole(values);
  // Every integer gets an interval of the same length, even the last one.
  const double low = whole ? std::ceil(values.low) : values.low, high = whole ? std::floor(values.high) + 1 : values.high;
  const double value = values.logarithmic ? std::exp(std::log(low) + at * (std::log(high) - std::log(low))) : low + at * (high - low);
  if (whole) return fmt::format("{:.0f}", std::clamp(std::floor(value), low, high - 1));
  // As few digits as possible, for a short name, unless the rounded value leaves the range or the error is a large part of it.
  constexpr int kFewDigits = 4, kAllDigits = 17;
  const double inside = std::clamp(value, low, std::nextafter(high, low));
  for (int digits = kFewDigits; digits < kAllDigits; ++digits) {
    const std::string text = fmt::format("{:.{}g}", inside, digits);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    if (read >= low && read < high && std::abs(read - inside) <= (high - low) / 1000) return text;
  }
  return fmt::format("{:.17g}", inside);
}

// Random runs without repeated combinations. If there are not more combinations than runs requested, all of them are returned.
std::vector<Overrides> drawn(const SweepSpec& sweep) {
  const auto wanted = static_cast<std::size_t>(sweep.runs);
  const bool listed = std::all_of(sweep.values.begin(), sweep.values.end(), [](const SweepValues& values) { return !values.values.empty(); });
  std::size_t all = 1;
  for (const SweepValues& values : sweep.values)
    if (listed && all < wanted) all *= std::set<std::string>(values.values.begin(), values.values.end()).size();
  std::vector<Overrides> runs;
  std::set<Overrides> known;
  const auto add = [&](Overrides run) {
    if (known.insert(run).second) runs.push_back(std::move(run));
  };
  if (listed && all <= wanted) {
    for (Overrides& run : gridOf(sweep)) add(std::move(run));
    return runs;
  }
  // A short range may contain too few integers, so the number of attempts is limited.
  const std::size_t most = 100 * wanted + 1000;
  for (std::size_t i = 0; i < most && runs.size() < wanted; ++i) {
    PhiloxStream random(sweep.seed, i);
    Overrides run;
    for (const SweepValues& values : sweep.values) run.emplace_back(values.key, draw(values, random));
    add(std::move(run));
  }
  return runs;
}

Overrides listed(const std::vector<std::string>& texts, std::size_t index) {
  Overrides run;
  for (const std::string& text : texts) {
    const std::size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0)
      throw Error(ErrorKind::Input, fmt::format("sweep.list[{}]", index), fmt::format("\"{}\" sets no key", text),
                  "Write set = [\"train.optimizer.learning_rate=0.1\"]");
    run.emplace_back(text.substr(0, equal), text.substr(equal + 1));
  }
  return run;
}

}  // namespace

std::vector<Overrides> runsOf(const SweepSpec& sweep) {
  std::vector<Overrides> runs;
  if (sweep.kind == SweepKind::List) {
    for (std::size_t i = 0; i < sweep.list.size(); ++i) runs.push_back(listed(sweep.list[i], i));
  } else if (!sweep.values.empty()) {
    checkKeys(sweep);
    if (sweep.kind == SweepKind::Grid) {
      runs = gridOf(sweep);
    } else {
      if (sweep.runs > static_cast<std::int64_t>(kMostSweepRuns)) throwTooMany();
      runs = drawn(sweep);
    }
  }
  if (runs.empty())
    throw Error(ErrorKind::Input, "sweep", "the project declares no sweep",
                "Write [sweep] with [[sweep.values]] into the project file, or give keys and values: --vary switches.batch_size=32,64");
  if (runs.size() > kMostSweepRuns) throwTooMany();
  return runs;
}

std::string sweepRunName(const Overrides& overrides) {
  std::string name;
  for (const auto& [key, value] : overrides) name += fmt::format("{}{} {}", name.empty() ? "" : ", ", key.substr(key.rfind('.') + 1), value);
  return name;
}

}  // namespace stepscope
