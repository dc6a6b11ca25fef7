// The expression that filters a table of runs:
//   loss < 0.3 and switches.amp and tag:baseline
//   (status = finished or status = stopped) and not archived
//   resnet "two words"
// Names are those of the columns (row_facts.h). `and` may be left out. Comparisons: < <= > >= = !=, `:` and `~` for "contains". A name alone is
// true when its value is not off, no, 0 or empty; a word that is not a name is searched in name, model, status, tags, group and note. A switch
// that was changed during a run has several values: a comparison holds if one of them fits, != if none is equal. Numbers may end in k, M, G, kB, MB,
// GB, KiB, MiB, GiB, TiB, %, ms, s, min, h or d.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/runs/row_facts.h"

namespace stepscope {

struct FilterError {
  std::size_t position = 0, length = 0;  // bytes of the text
  std::string message;                   // a sentence with the cure
};

class RunFilter {
 public:
  enum class Op : std::uint8_t { And, Or, Not, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, Contains, True, Word };
  struct Node {
    Op op;
    std::size_t left = 0, right = 0;  // of And, Or, Not
    std::string name, value;
    std::optional<double> number;  // the value as a number
    std::size_t position = 0, length = 0;
  };

  // An empty text lets every run pass.
  static std::variant<RunFilter, FilterError> parse(const std::string& text);
  // Finds the columns of the names, or returns the error of the first unknown one. A single name that is not a column is a word.
  std::optional<FilterError> bind(const FactColumns& columns);
  bool matches(const RowFacts& run) const;
  bool empty() const { return nodes_.empty(); }
  bool operator==(const RunFilter& other) const { return text_ == other.text_; }
  const std::string& text() const { return text_; }

 private:
  friend class FilterParser;
  bool matches(const RowFacts& run, std::size_t node) const;
  std::string text_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> columns_;   // for each node; not used for words
  std::vector<std::uint32_t> searched_;  // columns in which words are searched
  std::size_t root_ = 0;
};

// Completions at `cursor`: names, or after a comparison the values in its column, or `and`, `or`.
struct FilterCompletion {
  std::size_t from = 0;                // where the part already typed begins
  std::vector<std::string> proposals;  // at most 50; names that begin with the typed text stand before those that contain it
};
FilterCompletion completionOf(const std::string& text, std::size_t cursor, const FactColumns& columns, const std::vector<const RowFacts*>& runs);

}  // namespace stepscope
