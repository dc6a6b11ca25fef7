// What is met most in texts of a language, by which an encoding is told from another one that its bytes fit, too.
#pragma once

#include <string_view>

namespace stepscope {

// The commonest characters first: a thousand of Chinese and Japanese, seven hundred of Korean. Of nine in ten characters of a text.
extern const std::u32string_view kCommonHanzi, kCommonTraditional, kCommonKanji, kCommonHangul;

// The commonest pairs of small letters that follow each other in a word, one pair behind the other; a blank stands for where a word begins or
// ends. Cyrillic ones of Russian, Ukrainian and Bulgarian; Greek ones without accents; kana of half a width.
extern const std::u32string_view kCyrillicPairs, kGreekPairs, kHebrewPairs, kArabicPairs, kThaiPairs, kKanaPairs;

}  // namespace stepscope
