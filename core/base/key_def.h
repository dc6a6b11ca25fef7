// A key of the project file: its type, its bounds, and how it is set and read in the struct that owns it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stepscope {

// A value as it is in a file, before it is checked against the key.
struct OtherValue {
  std::string description;  // "a table", "a date": the value has a type that no key accepts
};
using KeyValue =
    std::variant<OtherValue, bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

enum class KeyType { Flag, Integer, Real, Reals, Text, Texts, Choice, Path };

template <typename Owner>
struct KeyOf {
  std::string key;  // dotted: "train.optimizer.learning_rate"
  KeyType type = KeyType::Text;
  std::int64_t least = 0, most = 0;                  // bounds of an Integer, inclusive
  double low = 0, high = 0;                          // bounds of a Real, or of each number of Reals
  bool lowOpen = false, highOpen = false;            // the bound itself is not allowed
  std::vector<std::string> choices;                  // names of a Choice
  std::function<void(Owner&, const KeyValue&)> set;  // the value has passed check()
  std::function<KeyValue(const Owner&)> get;
  // Texts that the key accepts in addition to its type, and their meaning: "an amount of memory such as \"6 GiB\"". Null: none.
  std::function<bool(const std::string&)> alsoTakes;
  std::string alsoTaken;
};

// Makes the keys of one owner. `field` is a pointer to a member, or a generic lambda for a nested member: [](auto& o) -> auto& { return o.a.b; }.
template <typename Owner>
struct KeyMaker {
  template <typename Access>
  using FieldOf = std::remove_cvref_t<std::invoke_result_t<Access, Owner&>>;

  template <typename Access>
  static KeyOf<Owner> access(std::string key, KeyType type, Access field) {
    using Field = FieldOf<Access>;
    constexpr bool whole = std::is_integral_v<Field> && !std::is_same_v<Field, bool>;
    KeyOf<Owner> def;
    def.key = std::move(key);
    def.type = type;
    def.set = [field](Owner& owner, const KeyValue& value) {
      if constexpr (whole) std::invoke(field, owner) = static_cast<Field>(std::get<std::int64_t>(value));
      else std::invoke(field, owner) = std::get<Field>(value);
    };
    def.get = [field](const Owner& owner) -> KeyValue {
      if constexpr (whole) return static_cast<std::int64_t>(std::invoke(field, owner));
      else return std::invoke(field, owner);
    };
    return def;
  }
  template <typename Access>
  static KeyOf<Owner> text(std::string key, Access field, KeyType type = KeyType::Text) {
    return access(std::move(key), type, field);
  }
  template <typename Access>
  static KeyOf<Owner> flag(std::string key, Access field) {
    return access(std::move(key), KeyType::Flag, field);
  }
  template <typename Access>
  static KeyOf<Owner> integer(std::string key, std::int64_t least, std::int64_t most, Access field) {
    KeyOf<Owner> def = access(std::move(key), KeyType::Integer, field);
    def.least = least;
    def.most = most;
    return def;
  }
  template <typename Access>
  static KeyOf<Owner> real(std::string key, double low, bool lowOpen, double high, bool highOpen, Access field) {
    KeyOf<Owner> def = access(std::move(key), std::is_same_v<FieldOf<Access>, double> ? KeyType::Real : KeyType::Reals, field);
    def.low = low;
    def.lowOpen = lowOpen;
    def.high = high;
    def.highOpen = highOpen;
    return def;
  }
  // The names are in the order of the enumerators; a text field holds the name itself.
  template <typename Access>
  static KeyOf<Owner> choice(std::string key, std::vector<std::string> names, Access field) {
    using Field = FieldOf<Access>;
    KeyOf<Owner> def;
    if constexpr (std::is_same_v<Field, std::string>) {
      def = access(std::move(key), KeyType::Choice, field);
    } else {
      def.key = std::move(key);
      def.type = KeyType::Choice;
      def.set = [field, names](Owner& owner, const KeyValue& value) {
        const auto found = std::find(names.begin(), names.end(), std::get<std::string>(value));
        std::invoke(field, owner) = static_cast<Field>(found - names.begin());
      };
      def.get = [field, names](const Owner& owner) -> KeyValue { return names.at(static_cast<std::size_t>(std::invoke(field, owner))); };
    }
    def.choices = std::move(names);
    return def;
  }
};

// Makes a key of `Part`, a member of `Whole`, into a key of `Whole`.
template <typename Whole, typename Part>
KeyOf<Whole> keyOfPart(const KeyOf<Part>& key, Part Whole::*part) {
  KeyOf<Whole> def{key.key,      key.type,    key.least, key.most, key.low,       key.high,     key.lowOpen,
                   key.highOpen, key.choices, {},        {},       key.alsoTakes, key.alsoTaken};
  def.set = [set = key.set, part](Whole& whole, const KeyValue& value) { set(whole.*part, value); };
  def.get = [get = key.get, part](const Whole& whole) { return get(whole.*part); };
  return def;
}

}  // namespace stepscope
