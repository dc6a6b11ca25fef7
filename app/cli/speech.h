// What the commands say, in the language that was chosen (--lang, or the environment). JSON never passes through here: it is the same in every
// language. core/words/phrase.h says what of a format is translated.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "core/words/words.h"

namespace stepscope::cli {

// Chosen by main before anything is said, and the same to the end of the program.
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
