// Texts in other scripts than the Latin one: which encoding makes words of them. Private to core/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct EncodingGuess {
  std::string name;     // as a project file says it
  double score = 0;     // of 1: how much of the text is what is met most in its language. Of a text in another encoding about 0.2
  std::u32string text;  // of the part that was looked at
};

// All encodings that the bytes are valid in and that make some words of them, the best first. cut: more follows.
std::vector<EncodingGuess> scriptGuesses(std::string_view bytes, bool cut);

// The best of them. certain: good enough, and clearly better than the second. likely: good enough for the text to be in some other script.
struct ScriptEncoding {
  std::string name;
  bool certain = false, likely = false;
};
ScriptEncoding scriptEncodingOf(std::string_view bytes, bool cut);

// What is met most in texts of a language, by which an encoding is told from another one that its bytes fit, too.
// The commonest characters first: a thousand of Chinese and Japanese, seven hundred of Korean. Of nine in ten characters of a text.
extern const std::u32string_view kCommonHanzi, kCommonTraditional, kCommonKanji, kCommonHangul;

// The commonest pairs of small letters that follow each other in a word, one pair behind the other; a blank stands for where a word begins or
// ends. Cyrillic ones of Russian, Ukrainian and Bulgarian; Greek ones without accents; kana of half a width.
extern const std::u32string_view kCyrillicPairs, kGreekPairs, kHebrewPairs, kArabicPairs, kThaiPairs, kKanaPairs;

}  // namespace stepscope
