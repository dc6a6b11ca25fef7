// A format of English words in another language, with what fmt puts into it.
//
// A line of the format is taken as columns: a field with a width is one ("{:>9}"), and so is what stands between two blanks or more. Each column is
// translated by itself and takes as much room as in English, so that tables line up: two columns of a terminal for a Chinese character.
//   "{:<24} {:>9}"          fields with a width: literals (headings) are translated, other texts are names and stay
//   "time of {} on {} tracks"  words with fields among them: the catalogue has the format; without it the column stays English whole. A text that
//                              is put in is translated where it is a message of the engine, and stays where it is a name
//   "{}", "{}: {}"          fields alone: every text is a sentence of the engine
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/words/catalogue.h"

namespace stepscope {

// A text that is never translated, whatever it says: of a run, a file, an op.
struct Name {
  std::string text;
};

// What phrase() needs to know of an argument besides how fmt shows it.
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
