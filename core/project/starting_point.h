// The settings of a new project, chosen by its data: a table of rules, each with the measurement behind it. Without changes they give a model that
// has learned (tests/bench/starting_points repeats the measurements).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/preview/data_preview.h"
#include "core/words/words.h"

namespace stepscope {

// A line of the project file: key = value  # comment.
struct StartingLine {
  std::string key;    // dotted: "train.optimizer.learning_rate"
  std::string value;  // TOML
  std::string comment;
};

struct StartingRule {
  std::string_view title;  // "photos in folders"
  bool (*fits)(const DataPreview&);
  std::vector<StartingLine> (*lines)(const DataPreview&);
  std::string_view evidence;  // the result measured with these settings, and the data: a clause
};
// The first rule that matches is used.
const std::vector<StartingRule>& startingRules();
// Null for data without a rule.
const StartingRule* startingRuleFor(const DataPreview& data);

// The lines by section, in the order of the file: model, training, switches. For a kind without a rule,
// the settings of its entry in the table of kinds.
std::vector<StartingLine> startingPoint(const DataPreview& data);

// The models of the zoo that accept such data.
std::vector<std::string> modelsFor(const DataSpec& data);

// A project file with these lines and comments, in the language of `words`. `dataPath` is written unchanged. `model`: one of the zoo or an ONNX file
// ("net.onnx"), instead of the one in the lines; empty: the one in the lines.
std::string projectText(const std::string& name, const DataPreview& data, const std::string& dataPath, std::vector<StartingLine> lines,
                        const std::string& model = {}, const Words& words = {});

}  // namespace stepscope
