// Prints the texts of the commands in the chosen language (--lang, or the environment). JSON is the same in every language, so it is not printed with
// these functions. core/words/phrase.h explains which parts of a format are translated.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "core/words/words.h"

namespace stepscope::cli {

// Sets the language. main() calls it before anything is printed; it must not be called again.
void speak(Words words);
const Words& words();

template <typename... Args>
std::string spoken(fmt::format_string<Args...> format, Args&&... args) {
  return words()(format, std::forward<Args>(args)...);
}
template <typename... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  fmt::print("{}", words()(format, std::forward<Args>(args)...));
}
template <typename... Args>
void say(std::FILE* file, fmt::format_string<Args...> format, Args&&... args) {
  fmt::print(file, "{}", words()(format, std::forward<Args>(args)...));
}

}  // namespace stepscope::cli
