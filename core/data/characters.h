// Text as tokens: one token per character, that is, per Unicode code point.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// The characters of a text as UTF-8 strings, in the order of their code points: token i is vocabulary[i].
struct CharacterText {
  std::vector<std::string> vocabulary;
  std::vector<std::uint16_t> tokens;
};

// Throws Error (Input) naming the file with line and column if the text is not UTF-8, or has more different characters than token numbers
// (65,536).
CharacterText tokenizeCharacters(std::string_view text, const std::string& file, const std::atomic<bool>* cancel = nullptr);

// The tokens of a prompt. Throws Error (Input) at `where` naming the first character that is not in the vocabulary.
std::vector<std::int32_t> tokensOf(std::string_view text, const std::vector<std::string>& vocabulary, const std::string& where);

// A character for a message: itself in quotes, or a name for an invisible one ("newline", "U+0007").
std::string shownCharacter(std::string_view character);

}  // namespace stepscope
