// The texts of one file of Qt Linguist, for programs with and without Qt. English stands in the sources; the file has for each text of it the
// translation, in contexts that resources/translations/texts.py tells apart:
//   engine        messages of the rooms below views ("{} of {} samples cannot be read"), found by their pattern in finished sentences, which
//                 the engine says in English; what a sentence holds beyond its pattern (names, figures) is put back as it was
//   engine-words  single words that are translated within messages too
//   printed       formats of the command line and of reports, found by the format
//   others        texts of the window
// All texts are UTF-8. What has no translation stays English whole.
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
  // The same, but nothing where a clause of it would stay English.
  std::optional<std::string> wholly(std::string_view sentence) const;
  // What stood in a hole of a pattern: translated if it is a message, as it was if it is a name.
  std::string hole(const std::string& text) const;
  // The other way: the texts of the window that have this translation.
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
  // ofSentences: of several, none of which may be lost in a hole.
  Text whole(const std::string& text, std::size_t leastLetters, bool ofSentences = false) const;
  Text inParts(const std::string& text) const;
  Text sentences(const std::vector<std::string>& parts) const;
  Text tail(const std::string& text) const;          // that begins with a comma, a semicolon or a bracket
  Text withTail(const std::string& text) const;      // and what stands before it
  Text figures(const std::string& text) const;       // "data wait 12 %, softmax 3 %"
  Text alternatives(const std::string& text) const;  // "a trace in JSON, or a recording"
  // The names in a list of changes or differences: "batch size 32 -> 64, fusion off -> on", "+98 % bytes moved, -3 nodes".
  Text eachPart(const std::string& text, std::optional<NamedPart> (*form)(std::string_view)) const;

  std::unordered_map<std::string, std::string> window_, printed_, fixed_, words_;  // words_: those that are no names within a message
  std::vector<Pattern> patterns_;                                                  // those with most letters first
  mutable std::mutex mutex_;                                                       // texts are asked for by other threads as well
  mutable std::unordered_map<std::string, Text> known_;
};

// "{} of {}" or, in another order, "{1} of {0}"; doubled braces are braces.
std::string filled(std::string_view translation, const std::vector<std::string>& holes);

}  // namespace stepscope
