// For texts in non-Latin scripts: finds the encoding in which they contain real words. Private to core/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct EncodingGuess {
  std::string name;     // as in a project file
  double score = 0;     // 0 to 1: how common the characters or pairs of letters are in the language; about 0.2 for a wrong encoding
  std::u32string text;  // of the examined part
};

// All encodings in which the bytes are valid and have a score above 0, the best first. `cut`: the text continues after `bytes`.
std::vector<EncodingGuess> scriptGuesses(std::string_view bytes, bool cut);

// The best guess. `certain`: its score is high, and clearly higher than the second. `likely`: its score is high enough for a text in some non-Latin
// script.
struct ScriptEncoding {
  std::string name;
  bool certain = false, likely = false;
};
ScriptEncoding scriptEncodingOf(std::string_view bytes, bool cut);

// The most common characters of a language, used to distinguish encodings in which the bytes are valid. The most common first: a thousand for Chinese
// and Japanese, seven hundred for Korean; they cover nine tenths of a text.
extern const std::u32string_view kCommonHanzi, kCommonTraditional, kCommonKanji, kCommonHangul;

// The most common pairs of adjacent lower-case letters in words, one pair after the other; a blank is the beginning or end of a word. Cyrillic:
// Russian, Ukrainian and Bulgarian; Greek without accents; half-width kana.
extern const std::u32string_view kCyrillicPairs, kGreekPairs, kHebrewPairs, kArabicPairs, kThaiPairs, kKanaPairs;

}  // namespace stepscope
