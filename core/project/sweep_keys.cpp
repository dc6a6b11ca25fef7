#include "core/project/section_keys.h"

#include <array>

namespace stepscope {
namespace {

constexpr std::array<const char*, 3> kKinds{"grid", "random", "list"};

// A project without a sweep stores nothing about it with its runs.
template <class Get>
std::function<KeyValue(const Project&)> ofSweeps(Get get) {
  return [get](const Project& project) -> KeyValue {
    if (project.sweep.empty()) return OtherValue{"not given"};
    return get(project.sweep);
  };
}

KeyDef realOf(std::string key, double SweepValues::*field, std::size_t index) {
  KeyDef def;
  def.key = std::move(key);
  def.type = KeyType::Real;
  def.low = -1e30;
  def.high = 1e30;
  def.set = [=](Project& project, const KeyValue& value) { project.sweep.values.at(index).*field = std::get<double>(value); };
  def.get = [=](const Project& project) -> KeyValue { return project.sweep.values.at(index).*field; };
  return def;
}

std::vector<KeyDef> valuesKeys(const std::string& prefix, std::size_t index) {
  const auto at = [index](auto& project) -> auto& {
    return project.sweep.values.at(index);
  };
  KeyDef key;
  key.key = prefix + "key";
  key.set = [at](Project& project, const KeyValue& value) { at(project).key = std::get<std::string>(value); };
  key.get = [at](const Project& project) -> KeyValue { return at(project).key; };
  KeyDef values;
  values.key = prefix + "values";
  values.type = KeyType::Texts;
  values.set = [at](Project& project, const KeyValue& value) { at(project).values = std::get<std::vector<std::string>>(value); };
  values.get = [at](const Project& project) -> KeyValue { return at(project).values; };
  KeyDef logarithmic;
  logarithmic.key = prefix + "log";
  logarithmic.type = KeyType::Flag;
  logarithmic.set = [at](Project& project, const KeyValue& value) { at(project).logarithmic = std::get<bool>(value); };
  logarithmic.get = [at](const Project& project) -> KeyValue { return at(project).logarithmic; };
  return {key, values, realOf(prefix + "low", &SweepValues::low, index), realOf(prefix + "high", &SweepValues::high, index), logarithmic};
}

std::vector<KeyDef> listKeysOf(const std::string& prefix, std::size_t index) {
  KeyDef set;
  set.key = prefix + "set";
  set.type = KeyType::Texts;
  set.set = [index](Project& project, const KeyValue& value) { project.sweep.list.at(index) = std::get<std::vector<std::string>>(value); };
  set.get = [index](const Project& project) -> KeyValue { return project.sweep.list.at(index); };
  return {set};
}

}  // namespace

std::vector<KeyDef> sweepKeys() {
  KeyDef kind;
  kind.key = "sweep.kind";
  kind.type = KeyType::Choice;
  kind.choices.assign(kKinds.begin(), kKinds.end());
  kind.set = [](Project& project, const KeyValue& value) {
    const auto& name = std::get<std::string>(value);
    for (std::size_t i = 0; i < kKinds.size(); ++i)
      if (name == kKinds[i]) project.sweep.kind = static_cast<SweepKind>(i);
  };
  kind.get = ofSweeps([](const SweepSpec& sweep) -> KeyValue { return std::string(kKinds[static_cast<std::size_t>(sweep.kind)]); });
  KeyDef runs;
  runs.key = "sweep.runs";
  runs.type = KeyType::Integer;
  runs.least = 1;
  runs.most = static_cast<std::int64_t>(kMostSweepRuns);
  runs.set = [](Project& project, const KeyValue& value) { project.sweep.runs = std::get<std::int64_t>(value); };
  runs.get = ofSweeps([](const SweepSpec& sweep) -> KeyValue { return sweep.runs; });
  KeyDef seed;
  seed.key = "sweep.seed";
  seed.type = KeyType::Integer;
  seed.most = INT64_MAX;
  seed.set = [](Project& project, const KeyValue& value) { project.sweep.seed = static_cast<std::uint64_t>(std::get<std::int64_t>(value)); };
  seed.get = ofSweeps([](const SweepSpec& sweep) -> KeyValue { return static_cast<std::int64_t>(sweep.seed); });
  return {kind, runs, seed};
}

std::vector<ListDef> sweepLists() {
  return {{"sweep.values", [](Project& project, std::size_t size) { project.sweep.values.resize(size); },
           [](const Project& project) { return project.sweep.values.size(); }, valuesKeys},
          {"sweep.list", [](Project& project, std::size_t size) { project.sweep.list.resize(size); },
           [](const Project& project) { return project.sweep.list.size(); }, listKeysOf}};
}

}  // namespace stepscope
