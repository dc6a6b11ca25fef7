// The texts of a language, for the command line and the reports. The engine makes its sentences in English; they are translated here, when they are
// shown. Without a catalogue (English) every text stays as it is.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/words/language.h"
#include "core/words/phrase.h"

namespace stepscope {

class Words {
 public:
  Words() = default;  // English
  explicit Words(TextLanguage language) : language_(language), catalogue_(catalogueOf(language)) {}

  const char* language() const { return language_ == TextLanguage::Chinese ? "zh-CN" : "en"; }  // as HTML names it (BCP 47)
  bool english() const { return !catalogue_; }

  // Formats like fmt::format, and translates the format and some arguments: see phrase.h.
  template <typename... Args>
  std::string operator()(fmt::format_string<Args...> format, Args&&... args) const {
    const fmt::string_view pattern = format;
    if (english()) return fmt::vformat(pattern, fmt::make_format_args(args...));
    const std::initializer_list<PhraseArgument> said{argumentOf(args)...};
    return phrase(*catalogue_, std::string_view(pattern.data(), pattern.size()), said, fmt::make_format_args(args...));
  }

  std::string sentence(std::string_view finished) const;      // a finished text of the engine: a message, a note, a title
  std::string sentence(const std::exception& problem) const;  // "where: what. Cure."
  std::string text(const std::string& source) const;          // a text without arguments, such as a help text; braces stay
  std::string list(std::string_view parts) const;             // "CPU, 2 threads": each part is translated separately

 private:
  TextLanguage language_ = TextLanguage::English;
  std::shared_ptr<const Catalogue> catalogue_;
};

}  // namespace stepscope
