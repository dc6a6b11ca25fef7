// Text as tokens: one token a character, that is a Unicode code point.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// The characters of a text, each as its UTF-8 text, in the order of their code points: token i is vocabulary[i].
struct CharacterText {
  std::vector<std::string> vocabulary;
  std::vector<std::uint16_t> tokens;
};

// Throws Error (Input) naming the file with line and column where the text is not UTF-8, or holds more different characters than a token
// can name (65,536).
CharacterText tokenizeCharacters(std::string_view text, const std::string& file, const std::atomic<bool>* cancel = nullptr);

// The tokens of a prompt. Throws Error (Input) at `where` naming the first character that is not in the vocabulary.
std::vector<std::int32_t> tokensOf(std::string_view text, const std::vector<std::string>& vocabulary, const std::string& where);

// A character as a message shows it: itself in quotes, or a name for what cannot be seen ("newline", "U+0007").
std::string shownCharacter(std::string_view character);

}  // namespace stepscope
