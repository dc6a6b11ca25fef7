#include "core/project/starting_point.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/toml_text.h"

namespace stepscope {
namespace {

using Lines = std::vector<StartingLine>;

std::string text(std::int64_t number) {
  return std::to_string(number);
}

// The number of epochs that gives this many updates in all, within bounds.
std::int64_t epochsFor(const DataPreview& data, std::int64_t updates, std::int64_t batch, std::int64_t least, std::int64_t most) {
  const double perEpoch = std::max(1.0, static_cast<double>(data.train) / static_cast<double>(batch));
  return std::clamp<std::int64_t>(std::llround(static_cast<double>(updates) / perEpoch), least, most);
}

// The batch size: `wanted`, or smaller (down to 4) until an epoch has at least eight steps, so that averages over them are possible.
std::int64_t batchFor(const DataPreview& data, std::int64_t wanted) {
  while (wanted > 4 && data.train > 0 && wanted * 8 > data.train) wanted /= 2;
  while (wanted > 1 && data.train > 0 && wanted > data.train) wanted /= 2;  // a batch is never larger than the data
  return wanted;
}

Lines together(std::initializer_list<Lines> parts) {
  Lines all;
  for (const Lines& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Lines training(std::int64_t epochs) {
  return {{"train.epochs", text(epochs), "passes through the data"}, {"train.seed", "1", "the same seed gives the same losses"}};
}

Lines oneCycle() {
  return {{"train.schedule.name", "\"one_cycle\"", "the rate rises for a third of the run, then falls to 0"}};
}

Lines adamW(const char* rate, const char* decay) {
  return {{"train.optimizer.name", "\"adamw\"", "sgd, adam and others"},
          {"train.optimizer.learning_rate", rate, "Run > LR Range Test suggests one for another model"},
          {"train.optimizer.weight_decay", decay, ""}};
}

// decodes: reading a sample takes more than a copy.
Lines switches(std::int64_t batch, bool decodes) {
  return {{"switches.batch_size", text(batch), "samples in one step"},
          {"switches.num_workers", decodes ? "\"auto\"" : "0",
           decodes ? "threads that decode pictures, each on a core of its own; the run finds their number"
                   : "a thread that prepares batches would take a core from computing"}};
}

// Whether a mirrored image keeps its class: not for digits and letters, nor for classes such as left and right.
bool mayMirror(const DataPreview& data) {
  bool allShort = !data.classes.empty();
  for (const ClassCount& one : data.classes) {
    const std::string name = lower(one.name);
    if (name.find("left") != std::string::npos || name.find("right") != std::string::npos) return false;
    allShort = allShort && (name.size() == 1 || name.find_first_not_of("0123456789") == std::string::npos);
  }
  return !allShort;
}

std::int64_t imageSizeFor(const DataPreview& data) {
  const std::int64_t side = std::min(data.width, data.height);
  if (side > 0 && side <= 40) return 32;
  return data.train < 5'000 ? 48 : 64;
}

Lines photoLines(const DataPreview& data) {
  const std::int64_t batch = batchFor(data, data.train < 2'000 ? 16 : data.train < 20'000 ? 32 : 64);
  const bool mirror = mayMirror(data);
  return together({{{"data.image_size", text(imageSizeFor(data)), "the shorter side is resized to this, then the centre is cropped"},
                    {"data.crop_scale", "0.6", "training takes a random part of at least this fraction of the area; 1 turns that off"},
                    {"data.flip", mirror ? "true" : "false",
                     mirror ? "mirror at random; turn it off where left and right differ" : "true mirrors pictures at random"},
                    {"model.name", "\"resnet20\"", ""}},
                   training(epochsFor(data, 1'200 + data.train / 8, batch, 5, 60)),
                   adamW("0.003", "0.05"),
                   oneCycle(),
                   switches(batch, true)});
}

Lines digitLines(const DataPreview& data) {
  const std::int64_t batch = batchFor(data, 64);
  return together({{{"data.crop_padding", "1", "shift by up to one pixel while training"},
                    {"model.name", data.width >= 16 || data.width == 0 ? "\"lenet5\"" : "\"mlp\"", ""}},
                   training(epochsFor(data, 4'690, batch, 5, 60)),
                   {{"train.optimizer.name", "\"sgd\"", "sgd, adam, adamw and others"},
                    {"train.optimizer.learning_rate", "0.05", "Run > LR Range Test suggests one for another model"},
                    {"train.optimizer.momentum", "0.9", ""},
                    {"train.optimizer.nesterov", "true", ""},
                    {"train.optimizer.weight_decay", "0.0005", ""},
                    {"train.schedule.name", "\"cosine\"", "falls to 0 at the end"},
                    {"train.schedule.warmup_epochs", "0.5", ""}},
                   switches(batch, false)});
}

Lines tableLines(const DataPreview& data) {
  const std::int64_t batch = batchFor(data, data.train < 500 ? 16 : data.train < 5'000 ? 32 : data.train < 200'000 ? 128 : 512);
  const bool small = data.train < 2'000;
  return together({{{"model.name", "\"mlp\"", ""}, {"model.hidden", small ? "[64, 32]" : "[128, 64]", "widths of its layers"}},
                   training(epochsFor(data, small ? 1'500 : 3'900, batch, 5, 200)),
                   adamW("0.003", "0.01"),
                   oneCycle(),
                   switches(batch, false)});
}

Lines textLines(const DataPreview& data) {
  const bool small = data.characters > 0 && data.characters < 400'000;
  return together({{{"data.context_length", text(data.spec.contextLength), "characters that the model sees: a window is one sample"},
                    {"model.name", "\"gpt\"", ""},
                    {"model.layers", "4", ""},
                    {"model.width", "128", "length of the vector of a character"},
                    {"model.heads", "4", ""}},
                   small ? Lines{{"model.dropout", "0.1", "a model soon memorises a small text"}} : Lines{},
                   training(epochsFor(data, 1'470, 32, 1, 20)),
                   adamW("0.003", "0.1"),
                   {{"train.optimizer.beta2", "0.99", ""},
                    {"train.optimizer.decay_norm_and_bias", "false", ""},
                    {"train.schedule.name", "\"cosine\"", "falls to 0 at the end"},
                    {"train.schedule.warmup_epochs", "0.1", ""}},
                   switches(32, false)});
}

// The lines of the table of kinds, for data without a rule.
Lines linesOf(const DatasetDef& def) {
  const std::string rate = tomlValue(def.start.learningRate), decay = tomlValue(def.start.weightDecay);
  Lines optimizer = adamW(rate.c_str(), decay.c_str());
  if (def.samples == DatasetDef::Samples::Images) {
    optimizer.front().value = "\"sgd\"";
    optimizer.insert(optimizer.begin() + 2, {"train.optimizer.momentum", "0.9", ""});
  }
  return together({training(def.start.epochs),
                   std::move(optimizer),
                   {{"train.schedule.name", "\"cosine\"", "falls to 0 at the end"}, {"train.schedule.warmup_epochs", "1", ""}},
                   switches(def.start.batchSize, def.decodes)});
}

bool isKind(const DataPreview& data, std::string_view kind) {
  return data.spec.kind == kind;
}

std::string sectionOf(const std::string& key) {
  return key.substr(0, key.rfind('.'));
}

// name = value, with the comments of a section aligned.
std::string sectionText(const std::string& section, const Lines& lines, const Words& words) {
  std::size_t width = 0;
  std::vector<std::string> rows;
  for (const StartingLine& line : lines) {
    rows.push_back(fmt::format("{} = {}", line.key.substr(section.size() + 1), line.value));
    if (!line.comment.empty()) width = std::max(width, rows.back().size());
  }
  std::string text = fmt::format("\n[{}]\n", section);
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += lines[i].comment.empty() ? rows[i] + '\n'
                                     : fmt::format("{:<{}}  # {}\n", rows[i], std::min<std::size_t>(width, 40), words.sentence(lines[i].comment));
  return text;
}

// Lines of a project file with their comments in another language.
std::string commentedIn(const Words& words, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t mark = line.find("# ");
    out +=
        mark == std::string_view::npos ? std::string(line) : std::string(line.substr(0, mark + 2)) + words.text(std::string(line.substr(mark + 2)));
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// How a table is read if that differs from the defaults, and the marks found for missing values, so that the user can edit them.
void readingLines(const DataPreview& data, Lines& lines) {
  const DataSpec& spec = data.spec;
  const DataSpec usual;
  std::vector<std::string> marks;
  for (const ColumnFacts& column : data.columns)
    for (const std::string& mark : column.marks)
      if (column.kind != ColumnKind::LeftOut && std::find(column.own.begin(), column.own.end(), mark) == column.own.end() &&
          std::find(marks.begin(), marks.end(), mark) == marks.end())
        marks.push_back(mark);
  if (spec.missing != usual.missing)
    lines.push_back({"data.missing", tomlValue(spec.missing), "marks of missing values, in addition to the usual ones"});
  else if (!marks.empty()) lines.push_back({"data.missing", tomlValue(marks), "marks of missing values, in addition to the usual ones"});
  const std::pair<const char*, const std::vector<std::string>*> lists[] = {
      {"data.numbers", &spec.numbers}, {"data.dates", &spec.dates}, {"data.categories", &spec.categories}};
  for (const auto& [key, names] : lists)
    if (!names->empty()) lines.push_back({key, tomlValue(*names), "columns to be read this way"});
  const std::tuple<const char*, const std::string*, const std::string*> choices[] = {{"data.task", &spec.tableTask, &usual.tableTask},
                                                                                     {"data.header", &spec.header, &usual.header},
                                                                                     {"data.delimiter", &spec.delimiter, &usual.delimiter},
                                                                                     {"data.decimal", &spec.decimal, &usual.decimal},
                                                                                     {"data.date_order", &spec.dateOrder, &usual.dateOrder}};
  for (const auto& [key, value, otherwise] : choices)
    if (*value != *otherwise) lines.push_back({key, tomlText(*value), ""});
}

Lines dataLines(const DataPreview& data, const std::string& dataPath) {
  const DataSpec& spec = data.spec;
  Lines lines{{"data.kind", tomlText(spec.kind), ""}};
  if (!dataPath.empty()) lines.push_back({"data.path", tomlText(dataPath), ""});
  if (spec.kind == "image_list" && !spec.target.empty()) lines.push_back({"data.target", tomlText(spec.target.front()), "the column of the class"});
  if (spec.kind == "table") {
    if (!spec.target.empty())
      lines.push_back({"data.target", spec.target.size() == 1 ? tomlText(spec.target[0]) : tomlValue(spec.target),
                       "the column to predict; every other one is an input"});
    lines.push_back({"data.ignore", tomlValue(spec.ignore), "columns that the model must not see, such as a row number"});
    readingLines(data, lines);
  }
  if (spec.kind.starts_with("numpy") && spec.tableTask != "auto") lines.push_back({"data.task", tomlText(spec.tableTask), ""});
  if (spec.encoding != "auto") lines.push_back({"data.encoding", tomlText(spec.encoding), ""});
  if (spec.kind == "image_folder" && !spec.trainPath.empty()) lines.push_back({"data.train_path", tomlText(spec.trainPath), ""});
  if (readsPictureFiles(spec.kind) && !spec.validationPath.empty()) lines.push_back({"data.validation_path", tomlText(spec.validationPath), ""});
  if ((readsPictureFiles(spec.kind) || spec.kind.starts_with("numpy")) && !spec.testPath.empty())
    lines.push_back({"data.test_path", tomlText(spec.testPath), ""});
  const bool published = spec.kind == "mnist" || spec.kind.starts_with("cifar10");
  if (published || (data.ownTest && spec.testPath.empty()))
    lines.push_back(
        {"data.test_as", tomlText(spec.testAs == "validation" ? "validation" : "test"),
         spec.testAs == "validation" ? "the test files choose the best checkpoint" : "the test files choose nothing, such as the best checkpoint"});
  if (spec.testShare > 0)
    lines.push_back({"data.test_share", tomlValue(spec.testShare), "fraction that is kept for the test, which chooses nothing"});
  if (!spec.group.empty()) lines.push_back({"data.group", tomlText(spec.group), "rows with equal values in this column stay in one part"});
  if (spec.limit > 0) lines.push_back({"data.limit", text(spec.limit), "at most so many samples for training"});
  const bool splits = spec.kind == "table" || spec.kind == "text" || readsPictureFiles(spec.kind) || (published && spec.testAs != "validation") ||
                      spec.kind.starts_with("numpy");
  if (splits && !data.ownValidation)
    lines.push_back({"data.validation_split", tomlValue(spec.validationSplit),
                     spec.kind == "text" ? "the end of the text is kept for validation" : "fraction that is kept for validation"});
  return lines;
}

}  // namespace

const std::vector<StartingRule>& startingRules() {
  static const std::vector<StartingRule> rules = {
      // SGD with a rate of 0.1 and batches of 32 had an accuracy of 41 to 47 % on the same photos after ten epochs.
      {"photos in folders", [](const DataPreview& d) { return readsPictureFiles(d.spec.kind); }, photoLines,
       "on 480 photos of hand signs 98.3 % of 120 others correct, after 57 s of processor time"},
      {"small grey pictures",
       [](const DataPreview& d) {
         constexpr std::int64_t kLargest = 40;
         return isKind(d, "mnist") || (isKind(d, "numpy") && d.channels == 1 && d.width <= kLargest && d.height <= kLargest);
       },
       digitLines, "on MNIST 99.1 % of 6,000 held-out digits correct, after 18 s of processor time"},
      {"tables", [](const DataPreview& d) { return isKind(d, "table") || isKind(d, "numpy_table"); }, tableLines,
       "on housing.csv an R2 of 0.81, after 2 s of processor time"},
      {"texts", [](const DataPreview& d) { return isKind(d, "text"); }, textLines,
       "on tiny Shakespeare a loss of 1.69 nats a character, after 92 s of processor time"},
  };
  return rules;
}

const StartingRule* startingRuleFor(const DataPreview& data) {
  for (const StartingRule& rule : startingRules())
    if (rule.fits(data)) return &rule;
  return nullptr;
}

Lines startingPoint(const DataPreview& data) {
  if (const StartingRule* rule = startingRuleFor(data)) return rule->lines(data);
  const DatasetDef* def = findDataset(data.spec.kind);
  require(def != nullptr, "a project was to begin with an unknown kind of data");
  return linesOf(*def);
}

std::vector<std::string> modelsFor(const DataSpec& data) {
  using Samples = DatasetDef::Samples;
  std::vector<std::string> names;
  const DatasetDef* def = findDataset(data.kind);
  if (!def) return names;
  for (const ZooEntry& entry : modelZoo()) {
    const bool tokens = entry.dtype == DType::I32, images = entry.defaultSample.size() == 3;
    if (def->samples == Samples::Tokens ? !tokens : tokens || (def->samples == Samples::Rows && images)) continue;
    names.push_back(entry.name);
  }
  return names;
}

std::string projectText(const std::string& name, const DataPreview& data, const std::string& dataPath, Lines lines, const std::string& model,
                        const Words& words) {
  const DatasetDef* def = findDataset(data.spec.kind);
  require(def != nullptr, "a project was to begin with an unknown kind of data");
  const bool ruled = std::any_of(lines.begin(), lines.end(), [](const StartingLine& line) { return line.key == "model.name"; });
  const auto named = std::find_if(lines.begin(), lines.end(), [](const StartingLine& line) { return line.key == "model.name"; });
  const std::string other = named != lines.end() && named->value == tomlText(model) ? std::string() : model;
  if (!other.empty()) {
    // The settings were measured with another model: its arguments are removed, and the optimizer's default rate is used.
    std::erase_if(lines, [](const StartingLine& line) { return line.key.starts_with("model."); });
    lines.insert(lines.begin(), {other.ends_with(".onnx") ? "model.onnx" : "model.name", tomlText(other), ""});
    for (StartingLine& line : lines)
      if (line.key == "train.optimizer.learning_rate" && ruled)
        line = {line.key, "0.001", "not measured for this model: Run > LR Range Test suggests one"};
  }
  Lines all = dataLines(data, dataPath);
  for (StartingLine& line : lines)
    if (line.key.starts_with("data.")) all.push_back(std::move(line));
  std::string text = "# " + words("A Stepscope project. Every key is described in examples/README.md. Paths are relative to this file.") +
                     "\n\n[project]\nname = " + tomlText(name) + '\n';
  std::vector<std::string> sections{"data"};
  for (const StartingLine& line : lines)
    if (!line.key.empty() && !line.key.starts_with("data.")) {
      const std::string section = sectionOf(line.key);
      if (std::find(sections.begin(), sections.end(), section) == sections.end()) sections.push_back(section);
      all.push_back(line);
    }
  for (const std::string& section : sections) {
    Lines own;
    for (const StartingLine& line : all)
      if (sectionOf(line.key) == section) own.push_back(line);
    std::string part = sectionText(section, own, words);
    if (section == "model") part.insert(part.find(']') + 1, fmt::format("{:<19}# {}", "", words("also {}", fmt::join(modelsFor(data.spec), ", "))));
    if (section == "switches") part.insert(1, "# " + words("Switches, which can also be changed while training runs.") + "\n");
    text += part;
    if (section == "data" && !ruled) {
      text += commentedIn(words, def->start.dataLines);
      if (other.empty()) text += fmt::format("\n[model]\n{}", commentedIn(words, def->start.modelLines));
    }
  }
  return text;
}

}  // namespace stepscope
