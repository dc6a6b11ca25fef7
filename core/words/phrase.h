// Translates an English format and its arguments to one text, as fmt::format makes it.
//
// A line of the format consists of columns: a field with a width ("{:>9}") is one, and so is any text between places with two or more blanks. Each
// column is translated separately and is as wide as in English, so that tables line up; a Chinese character takes two columns of a terminal.
//   "{:<24} {:>9}"             fields with a width: literals (headings) are translated, other texts are names and stay
//   "time of {} on {} tracks"  words with fields among them: the catalogue has the format; without it the whole column stays in English. A text
//                              argument is translated if it is a message of the engine, and stays if it is a name
//   "{}", "{}: {}"             fields only: every text argument is a sentence of the engine
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/words/catalogue.h"

namespace stepscope {

// A text that is never translated: the name of a run, a file or an op.
struct Name {
  std::string text;
};

// What phrase() must know about an argument, besides its value for fmt.
struct PhraseArgument {
  enum class Kind { Value, Literal, Text } kind = Kind::Value;
  std::string_view text;
};

template <typename T>
PhraseArgument argumentOf(const T& value) {
  if constexpr (std::is_array_v<T> || std::is_same_v<std::decay_t<T>, const char*>) return {PhraseArgument::Kind::Literal, std::string_view(value)};
  else if constexpr (std::is_convertible_v<const T&, std::string_view>) return {PhraseArgument::Kind::Text, std::string_view(value)};
  else return {};
}

std::string phrase(const Catalogue& catalogue, std::string_view format, std::initializer_list<PhraseArgument> said, fmt::format_args args);

}  // namespace stepscope

template <>
struct fmt::formatter<stepscope::Name> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const stepscope::Name& name, Context& context) const {
    return fmt::formatter<std::string_view>::format(name.text, context);
  }
};
