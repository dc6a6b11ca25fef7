// The texts of one file of Qt Linguist (.ts), for programs with and without Qt. The sources of the program contain the English texts; the file has
// their translations, in contexts that resources/translations/texts.py assigns:
//   engine        messages of the code below the views ("{} of {} samples cannot be read"). Only the finished English sentence is known here, so
//                 it is compared with the patterns of the file; its names and numbers are put into the translation unchanged
//   engine-words  single words that are translated inside messages too
//   printed       formats of the command line and of reports, found by the format itself
//   others        texts of the window
// All texts are UTF-8. A text without a translation stays in English as a whole.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/words/sentence_parts.h"

namespace stepscope {

class Catalogue {
 public:
  explicit Catalogue(std::string_view ts);  // the text of the file, not its name

  std::optional<std::string> window(const std::string& source) const;
  std::optional<std::string> printed(const std::string& source) const;
  std::optional<std::string> engine(std::string_view sentence) const;
  // The same, but nothing if a clause of it would stay in English.
  std::optional<std::string> wholly(std::string_view sentence) const;
  // Translates the text in a hole of a pattern if it is a message; returns it unchanged if it is a name.
  std::string hole(const std::string& text) const;
  // The reverse: the English texts of the window that have this translation.
  std::vector<std::string> sourcesOf(const std::string& shown) const;
  bool empty() const { return window_.empty(); }

 private:
  struct Pattern {
    std::vector<std::string> between;  // before, between and after the holes: one more than there are holes
    std::string translation;
    std::size_t letters = 0;  // in `between`
  };
  using Text = std::optional<std::string>;

  void read(std::string_view ts);
  void enter(const std::string& context, const std::string& source, const std::string& translation);
  Text trimmed(const std::string& text) const;
  Text oneSentence(const std::string& text) const;
  // `ofSentences`: the text is several sentences, so a pattern with two of them in one hole does not fit.
  Text whole(const std::string& text, std::size_t leastLetters, bool ofSentences = false) const;
  Text inParts(const std::string& text) const;
  Text sentences(const std::vector<std::string>& parts) const;
  Text tail(const std::string& text) const;          // an addition that begins with a comma, a semicolon or a bracket
  Text withTail(const std::string& text) const;      // a text that ends with such an addition
  Text figures(const std::string& text) const;       // names with numbers: "data wait 12 %, softmax 3 %"
  Text alternatives(const std::string& text) const;  // "a trace in JSON, or a recording"
  // The names in a list of changes or differences: "batch size 32 -> 64, fusion off -> on", "+98 % bytes moved, -3 nodes".
  Text eachPart(const std::string& text, std::optional<NamedPart> (*form)(std::string_view)) const;

  std::unordered_map<std::string, std::string> window_, printed_, fixed_, words_;  // words_: of "engine-words"
  std::vector<Pattern> patterns_;                                                  // those with the most letters first
  mutable std::mutex mutex_;                                                       // guards known_: several threads translate texts
  mutable std::unordered_map<std::string, Text> known_;
};

// Puts `holes` into a translation such as "{} of {}" or, in another order, "{1} of {0}". Doubled braces become single ones.
std::string filled(std::string_view translation, const std::vector<std::string>& holes);

}  // namespace stepscope
