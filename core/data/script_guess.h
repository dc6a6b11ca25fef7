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

}  // namespace stepscope
