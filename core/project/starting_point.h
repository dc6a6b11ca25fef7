// The settings that a new project begins with, chosen by what its data are: a table of rules, each with the measurement that set it.
// Whoever runs them untouched gets a model that has learned (tests/bench/starting_points repeats the measurements).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/preview/data_preview.h"

namespace stepscope {

// A line of the project file: key = value  # comment.
struct StartingLine {
  std::string key;    // dotted: "train.optimizer.learning_rate"
  std::string value;  // TOML
  std::string comment;
};

struct StartingRule {
  std::string_view title;  // "few photos"
  bool (*fits)(const DataPreview&);
  std::vector<StartingLine> (*lines)(const DataPreview&, int cores);
  std::string_view evidence;  // what was measured with it, on what: a clause
};
// The first that fits is taken.
const std::vector<StartingRule>& startingRules();
// Null for data that no rule is for.
const StartingRule* startingRuleFor(const DataPreview& data);

// By section, in the order of the file: model, training, switches. cores: that may compute. Of a kind without a rule, what its entry in the
// table of kinds begins with.
std::vector<StartingLine> startingPoint(const DataPreview& data, int cores);

// The names of the zoo that take such data.
std::vector<std::string> modelsFor(const DataSpec& data);

// A project file of these lines with their comments. dataPath stands in it as given. model: one of the zoo or an ONNX file ("net.onnx"),
// instead of the one that the lines name; empty: theirs.
std::string projectText(const std::string& name, const DataPreview& data, const std::string& dataPath, std::vector<StartingLine> lines,
                        const std::string& model = {});

}  // namespace stepscope
