#include "core/project/section_keys.h"

#include <algorithm>

#include "core/schedule/schedule.h"

namespace stepscope {
namespace {

KeyDef keyOf(const ScheduleArgument& argument) {
  KeyDef def;
  def.key = "train.schedule." + argument.name;
  def.low = argument.low;
  def.lowOpen = argument.lowOpen;
  def.high = argument.high;
  def.least = static_cast<std::int64_t>(argument.low);
  def.most = static_cast<std::int64_t>(argument.high);
  def.choices = argument.choices;
  const std::string name = argument.name;
  // Arguments that were not given are not stored with the run, so that each schedule's own default is used.
  const auto given = [name](const Project& project, auto value) -> KeyValue {
    const auto found = project.train.schedule.arguments.find(name);
    if (found == project.train.schedule.arguments.end()) return OtherValue{"not given"};
    return value(found->second);
  };
  const auto put = [name](Project& project, double value) { project.train.schedule.arguments[name] = value; };
  switch (argument.type) {
    case ArgumentType::Real:
      def.type = KeyType::Real;
      def.set = [put](Project& project, const KeyValue& value) { put(project, std::get<double>(value)); };
      def.get = [given](const Project& project) { return given(project, [](double value) -> KeyValue { return value; }); };
      break;
    case ArgumentType::Whole:
      def.type = KeyType::Integer;
      def.set = [put](Project& project, const KeyValue& value) { put(project, static_cast<double>(std::get<std::int64_t>(value))); };
      def.get = [given](const Project& project) { return given(project, [](double value) -> KeyValue { return static_cast<std::int64_t>(value); }); };
      break;
    case ArgumentType::Flag:
      def.type = KeyType::Flag;
      def.set = [put](Project& project, const KeyValue& value) { put(project, std::get<bool>(value) ? 1 : 0); };
      def.get = [given](const Project& project) { return given(project, [](double value) -> KeyValue { return value != 0; }); };
      break;
    case ArgumentType::Choice:
      def.type = KeyType::Choice;
      def.set = [put, choices = argument.choices](Project& project, const KeyValue& value) {
        put(project, static_cast<double>(std::find(choices.begin(), choices.end(), std::get<std::string>(value)) - choices.begin()));
      };
      def.get = [given, choices = argument.choices](const Project& project) {
        return given(project, [&](double value) -> KeyValue { return choices.at(static_cast<std::size_t>(value)); });
      };
      break;
    case ArgumentType::List:
      def.type = KeyType::Reals;
      def.set = [name](Project& project, const KeyValue& value) { project.train.schedule.lists[name] = std::get<std::vector<double>>(value); };
      def.get = [name](const Project& project) -> KeyValue {
        const auto found = project.train.schedule.lists.find(name);
        if (found == project.train.schedule.lists.end()) return OtherValue{"not given"};
        return found->second;
      };
      break;
  }
  return def;
}

}  // namespace

std::vector<KeyDef> scheduleKeys() {
  KeyDef name;
  name.key = "train.schedule.name";
  name.type = KeyType::Choice;
  for (const ScheduleDef& def : scheduleDefs()) name.choices.push_back(def.name);
  name.set = [](Project& project, const KeyValue& value) { project.train.schedule.name = std::get<std::string>(value); };
  name.get = [](const Project& project) -> KeyValue { return project.train.schedule.name; };
  std::vector<KeyDef> keys{std::move(name)};
  for (const ScheduleDef& def : scheduleDefs()) {
    for (const ScheduleArgument& argument : def.arguments) {
      KeyDef key = keyOf(argument);
      const bool known = std::any_of(keys.begin(), keys.end(), [&](const KeyDef& other) { return other.key == key.key; });
      if (!known) keys.push_back(std::move(key));
    }
  }
  return keys;
}

}  // namespace stepscope
