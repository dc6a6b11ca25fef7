// Splits finished English sentences into parts that can be found in a catalogue.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

std::size_t lettersOf(std::string_view text);               // of the Latin alphabet
bool isClause(std::string_view text);                       // two words and one such as "of" or "is": not the name of an op or a run
bool isSentence(std::string_view text);                     // two neighbouring words: not a single name or number
bool isCount(std::string_view text);                        // "5 steps"
bool isPartOf(std::string_view text);                       // "3.2 MiB of 23.5 GiB"
bool endsSentence(std::string_view text);                   // with a Chinese full stop, question mark, semicolon or exclamation mark
bool beforeUnit(std::string_view text, std::size_t blank);  // whether this blank is between a number and its unit: "12 ms", "1.2 %"

// Splits "file.toml: the key is not known. Remove it." into its sentences, without the blanks between them. A line break stays with the sentence
// before it.
std::vector<std::string> sentencesOf(std::string_view text);
std::vector<std::string> split(std::string_view text, std::string_view at);
std::string replaced(std::string text, std::string_view what, std::string_view with);

// A part of a list of changes or differences: a name, and the texts before and after it.
struct NamedPart {
  std::string before, name, after;
};
std::optional<NamedPart> changePart(std::string_view text);      // "batch size 32 -> 64"
std::optional<NamedPart> differencePart(std::string_view text);  // "+98 % bytes moved"
std::optional<NamedPart> figurePart(std::string_view text);      // "data wait 12 %", "softmax -0.05"

}  // namespace stepscope
