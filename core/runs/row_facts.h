// Facts about a run by name, for the columns of a table and the names of a filter: "val_loss", "switches.amp", "peak_memory".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct Fact {
  enum class Kind : std::uint8_t { Number, Text, Flag };
  Kind kind = Kind::Text;
  double number = 0;  // for a number; for a flag 0 or 1; for a text its number if it is one, else NaN
  std::string text;   // for a text; for a setting as written; a list (tags, values of a changed switch) is one fact per entry
};
Fact numberFact(double value);
Fact textFact(std::string text);
Fact flagFact(bool value);
bool isTrue(const Fact& fact);  // any text or number except off, false, no, none, [], 0 and the empty text

enum class FactGroup : std::uint8_t { Run, Metric, Setting, Final };
struct FactColumn {
  std::string name;  // "switches.amp"
  FactGroup group = FactGroup::Run;
};

// The names that occur, numbered in the order in which they were first seen. Names are never removed.
class FactColumns {
 public:
  FactColumns();  // starts with the columns that every run has: name, status, ...
  std::uint32_t idOf(const std::string& name, FactGroup group);
  std::optional<std::uint32_t> find(const std::string& name) const;
  // The column for a name as a user may write it: the full name, a short one ("tag" for tags, "lr" for the learning rate), the name without its
  // prefix
  // ("loss" for val_loss, else best_val_loss, else train_loss), or the unique end of a name ("decay" for train.average.decay). Nothing if there is
  // none.
  std::optional<std::uint32_t> resolve(const std::string& written) const;
  const std::vector<FactColumn>& all() const { return columns_; }

 private:
  std::vector<FactColumn> columns_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

// The facts of one run: only existing ones are stored, so thousands of mostly empty columns cost nothing.
class RowFacts {
 public:
  RowFacts() = default;
  RowFacts(const RunRow& row, FactColumns& columns);
  const std::vector<Fact>* find(std::uint32_t column) const;  // null: the run does not have it
  // For a table: the last of several values.
  const Fact* last(std::uint32_t column) const;

 private:
  struct Entry {
    std::uint32_t column;
    std::vector<Fact> values;
  };
  std::vector<Entry> entries_;  // sorted by column
};

// For sorting, less than 0, 0, more than 0: unknown values (null) first, then numbers by size, then texts in alphabetical order.
int compareFacts(const Fact* a, const Fact* b);

}  // namespace stepscope
