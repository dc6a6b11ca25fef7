// What is known of a run by name, for the columns of a table and the names of a filter: "val_loss", "switches.amp", "peak_memory".
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
  double number = 0;  // of a number; of a flag 0 or 1; of a text that reads as a number, that, else NaN
  std::string text;   // of a text; how the setting was written; of a list (tags, values of a turned switch) one fact each
};
Fact numberFact(double value);
Fact textFact(std::string text);
Fact flagFact(bool value);
bool isTrue(const Fact& fact);  // not off, false, no, none, 0 or empty

enum class FactGroup : std::uint8_t { Run, Metric, Setting, Final };
struct FactColumn {
  std::string name;  // "switches.amp"
  FactGroup group = FactGroup::Run;
};

// The names that occur, numbered in the order in which they were first seen. Grows only.
class FactColumns {
 public:
  FactColumns();  // those of every run: name, status, ...
  std::uint32_t idOf(const std::string& name, FactGroup group);
  std::optional<std::uint32_t> find(const std::string& name) const;
  // As a user may write it: the full name, or one of: "loss" for val_loss, else train_loss; "tag" for tags; the end of one single name
  // ("learning_rate" of train.optimizer.learning_rate).
  std::optional<std::uint32_t> resolve(const std::string& written) const;
  const std::vector<FactColumn>& all() const { return columns_; }

 private:
  std::vector<FactColumn> columns_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

// The facts of one run: only those that it has, so that thousands of columns cost nothing where they are empty.
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

// For sorting, less than 0, 0, more than 0: what is not known (null) before numbers by size before texts by their letters.
int compareFacts(const Fact* a, const Fact* b);

}  // namespace stepscope
