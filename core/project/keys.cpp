#include "core/project/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/kinds/dataset_table.h"
#include "core/models/losses.h"
#include "core/models/metrics.h"
#include "core/project/section_keys.h"
#include "core/project/switches.h"

namespace stepscope {
namespace {

constexpr std::size_t kLongestCompared = 96;  // a longer name is not a typing error, and computing the distance takes quadratic time
constexpr std::size_t kLongestShown = 72;
// Names of choices in other programs. "f32" means that mixed precision is off.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kOtherWords = {{{"fp32", "off"},
                                                                                        {"f32", "off"},
                                                                                        {"float32", "off"},
                                                                                        {"none", "off"},
                                                                                        {"no", "off"},
                                                                                        {"false", "off"},
                                                                                        {"bfloat16", "bf16"},
                                                                                        {"float16", "fp16"},
                                                                                        {"half", "fp16"},
                                                                                        {"true", "on"}}};
constexpr std::int64_t kMaxInt = std::numeric_limits<std::int64_t>::max();

using Keys = KeyMaker<Project>;

std::vector<std::string> withAuto(std::vector<std::string> names) {
  names.insert(names.begin(), "auto");
  return names;
}

template <typename Access>
KeyDef weightRule(std::string key, Access field) {
  return Keys::choice(std::move(key),
                      {"model", "pytorch", "kaiming_uniform", "kaiming_normal", "xavier_uniform", "xavier_normal", "normal", "constant"}, field);
}

std::vector<std::string> dataKinds() {
  std::vector<std::string> kinds;
  for (const DatasetDef& def : datasetDefs()) kinds.emplace_back(def.kind);
  return kinds;
}

// Generic lambdas, so that one accessor works on a const and on a non-const project.
#define FIELD(path)      \
  [](auto& p) -> auto& { \
    return p.path;       \
  }

// The keys of all kinds of data, each once.
void addDataKeys(std::vector<KeyDef>& keys) {
  for (const DatasetDef& def : datasetDefs())
    for (const DataKey& key : def.keys()) {
      const bool known = std::any_of(keys.begin(), keys.end(), [&](const KeyDef& other) { return other.key == key.key; });
      if (!known) keys.push_back(keyOfPart(key, &Project::data));
    }
}

std::vector<KeyDef> modelAndTrainingKeys() {
  return {
      Keys::text("model.name", FIELD(model.name)),
      Keys::text("model.onnx", FIELD(model.onnx), KeyType::Path),
      weightRule("model.init.conv", FIELD(model.init.conv)),
      weightRule("model.init.linear", FIELD(model.init.linear)),
      weightRule("model.init.embedding", FIELD(model.init.embedding)),
      weightRule("model.init.recurrent", FIELD(model.init.recurrent)),
      Keys::choice("model.init.norm", {"model", "ones", "zero_gamma"}, FIELD(model.init.norm)),
      Keys::choice("model.init.bias", {"model", "pytorch", "zeros"}, FIELD(model.init.bias)),
      Keys::choice("model.init.mode", {"fan_in", "fan_out"}, FIELD(model.init.fanOut)),
      Keys::choice("model.init.nonlinearity", {"linear", "sigmoid", "tanh", "relu", "leaky_relu", "selu"}, FIELD(model.init.nonlinearity)),
      Keys::real("model.init.negative_slope", -1000, false, 1000, false, FIELD(model.init.negativeSlope)),
      Keys::real("model.init.gain", 0, true, 1000, false, FIELD(model.init.gain)),
      Keys::real("model.init.std", 0, true, 1000, false, FIELD(model.init.deviation)),
      Keys::real("model.init.value", -1e6, false, 1e6, false, FIELD(model.init.value)),

      Keys::integer("train.epochs", 1, 100'000, FIELD(train.epochs)),
      Keys::integer("train.seed", 0, kMaxInt, FIELD(train.seed)),
      Keys::integer("train.threads", 0, 1024, FIELD(train.threads)),

      Keys::choice("train.optimizer.name", optimizerNames(), FIELD(train.optimizer.kind)),
      Keys::real("train.optimizer.learning_rate", 0, true, 1e6, false, FIELD(train.optimizer.learningRate)),
      Keys::real("train.optimizer.momentum", 0, false, 1, true, FIELD(train.optimizer.momentum)),
      Keys::flag("train.optimizer.nesterov", FIELD(train.optimizer.nesterov)),
      Keys::real("train.optimizer.dampening", 0, false, 1, false, FIELD(train.optimizer.dampening)),
      Keys::real("train.optimizer.weight_decay", 0, false, 1000, false, FIELD(train.optimizer.weightDecay)),
      Keys::flag("train.optimizer.decay_norm_and_bias", FIELD(train.optimizer.decayNormAndBias)),
      Keys::real("train.optimizer.beta1", 0, false, 1, true, FIELD(train.optimizer.beta1)),
      Keys::real("train.optimizer.beta2", 0, false, 1, true, FIELD(train.optimizer.beta2)),
      Keys::real("train.optimizer.eps", 0, true, 1, false, FIELD(train.optimizer.eps)),
      Keys::flag("train.optimizer.amsgrad", FIELD(train.optimizer.amsgrad)),
      Keys::real("train.optimizer.alpha", 0, false, 1, true, FIELD(train.optimizer.alpha)),
      Keys::flag("train.optimizer.centered", FIELD(train.optimizer.centered)),
      Keys::real("train.optimizer.lr_decay", 0, false, 1e6, false, FIELD(train.optimizer.rateDecay)),
      Keys::real("train.optimizer.initial_accumulator", 0, false, 1e9, false, FIELD(train.optimizer.initialAccumulator)),
      Keys::real("train.clip.norm", 0, false, 1e9, false, FIELD(train.optimizer.clipNorm)),
      Keys::real("train.clip.value", 0, false, 1e9, false, FIELD(train.optimizer.clipValue)),
      Keys::real("train.grad_scaler.init_scale", 0, true, 1e30, false, FIELD(train.optimizer.gradScaler.initScale)),
      Keys::real("train.grad_scaler.growth_factor", 1, true, 1e6, false, FIELD(train.optimizer.gradScaler.growthFactor)),
      Keys::real("train.grad_scaler.backoff_factor", 0, true, 1, true, FIELD(train.optimizer.gradScaler.backoffFactor)),
      Keys::integer("train.grad_scaler.growth_interval", 1, 1'000'000'000, FIELD(train.optimizer.gradScaler.growthInterval)),
      Keys::choice("train.loss.name", lossNames(), FIELD(model.loss.kind)),
      Keys::real("train.loss.delta", 0, true, 1e9, false, FIELD(model.loss.delta)),
      Keys::real("train.loss.label_smoothing", 0, false, 1, true, FIELD(model.loss.labelSmoothing)),
      Keys::real("train.loss.class_weights", 0, false, 1e9, false, FIELD(model.loss.classWeights)),
      Keys::real("train.ema.decay", 0, false, 1, true, FIELD(train.average.decay)),
      Keys::flag("train.ema.warmup", FIELD(train.average.warmup)),
      Keys::integer("train.histograms.every_steps", 0, 100'000'000, FIELD(train.histograms.everySteps)),
      Keys::integer("train.histograms.every_epochs", 0, 100'000, FIELD(train.histograms.everyEpochs)),

      Keys::real("train.schedule.warmup_epochs", 0, false, 100'000, false, FIELD(train.schedule.warmupEpochs)),
      Keys::real("train.schedule.warmup_factor", 0, false, 1, false, FIELD(train.schedule.warmupFactor)),
      Keys::choice("train.schedule.every", {"step", "epoch"}, FIELD(train.schedule.every)),
      Keys::choice("train.schedule.scale", {"none", "linear", "sqrt"}, FIELD(train.schedule.scale)),
      Keys::integer("train.schedule.reference_batch", 1, 1'000'000, FIELD(train.schedule.referenceBatch)),

      Keys::choice("train.monitor", monitorNames({"val_", "train_"}), FIELD(train.monitor)),
      Keys::integer("train.early_stopping.patience", 0, 100'000, FIELD(train.earlyStopping.patience)),
      Keys::real("train.early_stopping.min_delta", 0, false, 1e9, false, FIELD(train.earlyStopping.minDelta)),
      Keys::flag("train.early_stopping.restore_best", FIELD(train.earlyStopping.restoreBest)),

      Keys::integer("train.checkpoints.keep_last", 1, 1000, FIELD(train.checkpoints.keepLast)),
      Keys::integer("train.checkpoints.keep_best", 1, 1000, FIELD(train.checkpoints.keepBest)),
      Keys::choice("train.checkpoints.metric", withAuto(monitorNames({"val_"})), FIELD(train.checkpoints.metric)),

      Keys::integer("train.capture.step", -1, std::int64_t{1} << 40, FIELD(train.capture.first)),
      Keys::integer("train.capture.wait", 0, std::int64_t{1} << 40, FIELD(train.capture.wait)),
      Keys::integer("train.capture.warmup", 0, 1'000'000, FIELD(train.capture.warmup)),
      Keys::integer("train.capture.steps", 1, 1000, FIELD(train.capture.active)),
      Keys::integer("train.capture.repeat", 0, 1'000'000, FIELD(train.capture.repeat)),
      Keys::integer("train.capture.live", 0, 200, FIELD(train.liveSteps)),
  };
}

std::vector<KeyDef> makeKeys() {
  std::vector<KeyDef> keys = {
      Keys::text("project.name", FIELD(name)),

      Keys::choice("data.kind", dataKinds(), FIELD(data.kind)),
      Keys::text("data.path", FIELD(data.path), KeyType::Path),
      Keys::real("data.validation_split", 0, false, 0.9, false, FIELD(data.validationSplit)),
      Keys::real("data.max_bad_share", 0, false, 1, false, FIELD(data.maxBadShare)),
      Keys::integer("data.cache_bytes", 0, std::int64_t{1} << 50, FIELD(data.cacheBytes)),
      Keys::integer("data.seed", 0, kMaxInt, FIELD(data.seed)),
  };
  addDataKeys(keys);
  for (KeyDef& key : modelAndTrainingKeys()) keys.push_back(std::move(key));
  for (KeyDef& key : scheduleKeys()) keys.push_back(std::move(key));
  for (KeyDef& key : sweepKeys()) keys.push_back(std::move(key));
  for (const SwitchDef& def : switchDefs()) {
    KeyDef key;
    key.key = "switches." + def.key;
    if (def.choices.empty()) {
      key.type = KeyType::Integer;
      key.least = def.minimum;
      key.most = def.maximum;
      key.set = [set = def.set](Project& project, const KeyValue& value) { set(project.switches, std::get<std::int64_t>(value)); };
      key.get = [get = def.get, getText = def.getText](const Project& project) -> KeyValue {
        const std::string text = getText ? getText(project.switches) : std::string();
        return text.empty() ? KeyValue(get(project.switches)) : KeyValue(text);
      };
    } else {
      key.type = KeyType::Choice;
      key.choices = def.choices;
      key.set = [set = def.set, names = def.choices](Project& project, const KeyValue& value) {
        set(project.switches, std::find(names.begin(), names.end(), std::get<std::string>(value)) - names.begin());
      };
      key.get = [def](const Project& project) -> KeyValue { return valueText(def, def.get(project.switches)); };
    }
    if (def.setText) {
      key.alsoTaken = def.texts;
      key.alsoTakes = [setText = def.setText](const std::string& text) {
        Switches scratch;
        return setText(scratch, text);
      };
      key.set = [setText = def.setText, otherwise = key.set](Project& project, const KeyValue& value) {
        const auto* text = std::get_if<std::string>(&value);
        if (!text || !setText(project.switches, *text)) otherwise(project, value);
      };
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

#undef FIELD

// "train.optimizer.groups[3].pattern": keys of one table of a list.
std::vector<KeyDef> makeGroupKeys(const std::string& prefix, std::size_t index) {
  const auto group = [index](auto& project) -> auto& {
    return project.train.optimizer.groups.at(index);
  };
  std::vector<KeyDef> keys = {
      Keys::text(
          prefix + "pattern", [group](auto& p) -> auto& { return group(p).pattern; }),
      Keys::real(
          prefix + "learning_rate_factor", 0, false, 1e6, false, [group](auto& p) -> auto& { return group(p).learningRateFactor; }),
  };
  KeyDef decay;
  decay.key = prefix + "weight_decay";
  decay.type = KeyType::Real;
  decay.high = 1000;
  decay.set = [group](Project& project, const KeyValue& value) { group(project).weightDecay = std::get<double>(value); };
  decay.get = [group](const Project& project) -> KeyValue {
    const std::optional<double>& own = group(project).weightDecay;
    if (!own) return OtherValue{"not given"};
    return *own;
  };
  keys.push_back(std::move(decay));
  return keys;
}

std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& candidates) {
  if (name.size() > kLongestCompared) return std::nullopt;
  std::string found = nearestName(name, candidates);
  if (found.empty()) return std::nullopt;
  return found;
}

// Short names used by other tools.
std::string usualName(const std::string& name) {
  static const std::map<std::string, std::string> usual = {
      {"lr", "learning_rate"},    {"wd", "weight_decay"},   {"batch", "batch_size"},     {"bs", "batch_size"}, {"workers", "num_workers"},
      {"num_classes", "classes"}, {"num_epochs", "epochs"}, {"warmup", "warmup_epochs"}, {"root", "path"},     {"type", "name"}};
  const auto found = usual.find(name);
  return found == usual.end() ? name : found->second;
}

std::string lastPart(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
}
std::string sectionOf(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? std::string() : key.substr(0, dot);
}

std::string expected(const KeyDef& def) {
  switch (def.type) {
    case KeyType::Flag: return "true or false";
    case KeyType::Integer: return "a whole number";
    case KeyType::Real: return "a number";
    case KeyType::Reals: return "a list of numbers such as [0.5, 0.5, 0.5]";
    case KeyType::Text: return "a text in quotes";
    case KeyType::Texts: return "a text in quotes, or a list of texts such as [\"a\", \"b\"]";
    case KeyType::Choice:
      return def.choices.empty() ? std::string("a name in quotes") : fmt::format("one of these names, in quotes: {}", fmt::join(def.choices, ", "));
    case KeyType::Path: return "a path in quotes";
  }
  return {};
}

std::string rangeText(const KeyDef& def) {
  if (def.type == KeyType::Integer) return fmt::format("a whole number from {} to {}", def.least, def.most);
  return fmt::format("a number {} {} and {} {}", def.lowOpen ? "above" : "of at least", def.low, def.highOpen ? "below" : "at most", def.high);
}

bool inRange(const KeyDef& def, double value) {  // false for NaN
  return (def.lowOpen ? value > def.low : value >= def.low) && (def.highOpen ? value < def.high : value <= def.high);
}

[[noreturn]] void throwRange(const KeyDef& def, const std::string& found, const std::string& where) {
  throw Error(ErrorKind::Input, where, fmt::format("{} is {}, which is out of range", def.key, found), "It takes " + rangeText(def));
}

}  // namespace

const std::vector<KeyDef>& keyDefs() {
  static const std::vector<KeyDef> keys = makeKeys();
  return keys;
}

const std::vector<ListDef>& listDefs() {
  static const std::vector<ListDef> lists = [] {
    std::vector<ListDef> all = sweepLists();
    all.push_back({"train.optimizer.groups", [](Project& project, std::size_t size) { project.train.optimizer.groups.resize(size); },
                   [](const Project& project) { return project.train.optimizer.groups.size(); }, makeGroupKeys});
    return all;
  }();
  return lists;
}

std::vector<KeyDef> listKeys(const ListDef& list, std::size_t index) {
  return list.keys(fmt::format("{}[{}].", list.key, index), index);
}

const KeyDef* findKey(const std::string& key) {
  for (const KeyDef& def : keyDefs())
    if (def.key == key) return &def;
  return nullptr;
}

std::vector<std::string> sections() {
  std::vector<std::string> names;
  for (const KeyDef& def : keyDefs()) {
    for (std::string section = sectionOf(def.key); !section.empty(); section = sectionOf(section))
      if (std::find(names.begin(), names.end(), section) == names.end()) names.push_back(section);
  }
  return names;
}

std::string describe(const KeyValue& value) {
  struct Visitor {
    std::string operator()(const OtherValue& other) const { return other.description; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return fmt::format("the whole number {}", number); }
    std::string operator()(double number) const { return fmt::format("the number {}", number); }
    std::string operator()(const std::string& text) const { return "the text " + inQuotes(text); }
    std::string operator()(const std::vector<std::int64_t>&) const { return "a list of whole numbers"; }
    std::string operator()(const std::vector<double>&) const { return "a list of numbers"; }
    std::string operator()(const std::vector<std::string>&) const { return "a list of texts"; }
  };
  return std::visit(Visitor{}, value);
}

std::string inQuotes(std::string_view text) {
  std::string shown;
  for (char c : text) {
    if (shown.size() >= kLongestShown) {
      while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80) shown.pop_back();  // remove an incomplete character
      if (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80)) shown.pop_back();
      shown += "...";
      break;
    }
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  return '"' + shown + '"';
}

KeyValue check(const KeyDef& def, const KeyValue& value, const std::string& where) {
  const std::string also = def.alsoTaken.empty() ? std::string() : ", or " + def.alsoTaken;
  const auto wrongType = [&]() -> Error {
    return Error(ErrorKind::Input, where, fmt::format("{} is {}", def.key, describe(value)), "It takes " + expected(def) + also);
  };
  if (const auto* text = std::get_if<std::string>(&value); text && def.alsoTakes && def.alsoTakes(*text)) return value;
  switch (def.type) {
    case KeyType::Flag:
      if (!std::holds_alternative<bool>(value)) throw wrongType();
      return value;
    case KeyType::Integer: {
      // 10.0 and 1e3 are integers too.
      const auto* real = std::get_if<double>(&value);
      const auto* whole = std::get_if<std::int64_t>(&value);
      if (!whole && !(real && std::abs(*real) < 0x1p53 && *real == std::trunc(*real))) throw wrongType();
      const std::int64_t number = whole ? *whole : static_cast<std::int64_t>(*real);
      if (number < def.least || number > def.most) throwRange(def, std::to_string(number), where);
      return number;
    }
    case KeyType::Real: {
      const auto* whole = std::get_if<std::int64_t>(&value);
      const auto* number = std::get_if<double>(&value);
      if (!whole && !number) throw wrongType();
      const double real = whole ? static_cast<double>(*whole) : *number;
      if (!inRange(def, real)) throwRange(def, fmt::format("{}", real), where);
      return real;
    }
    case KeyType::Reals: {
      std::vector<double> numbers;
      if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&value)) {
        numbers.assign(whole->begin(), whole->end());
      } else if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
        numbers = *reals;
      } else {
        throw wrongType();
      }
      for (double number : numbers)
        if (!inRange(def, number)) throwRange(def, fmt::format("a list with {}", number), where);
      return numbers;
    }
    case KeyType::Texts: {
      const auto* one = std::get_if<std::string>(&value);
      const auto* several = std::get_if<std::vector<std::string>>(&value);
      const auto* none = std::get_if<std::vector<std::int64_t>>(&value);  // [] is an empty list of any type
      if (!one && !several && !(none && none->empty())) throw wrongType();
      std::vector<std::string> texts = one ? std::vector<std::string>{*one} : several ? *several : std::vector<std::string>();
      for (const std::string& text : texts)
        if (text.find('\0') != std::string::npos) throw Error(ErrorKind::Input, where, def.key + " contains a zero byte", "Remove it");
      return texts;
    }
    case KeyType::Text:
    case KeyType::Path:
      if (!std::holds_alternative<std::string>(value)) throw wrongType();
      if (std::get<std::string>(value).find('\0') != std::string::npos)
        throw Error(ErrorKind::Input, where, def.key + " contains a zero byte", "Remove it");
      return value;
    case KeyType::Choice: {
      const auto* name = std::get_if<std::string>(&value);
      if (!name) throw wrongType();
      if (std::find(def.choices.begin(), def.choices.end(), *name) != def.choices.end()) return value;
      auto guess = nearest(*name, def.choices);
      for (const auto& [other, usual] : kOtherWords)
        if (*name == other && std::find(def.choices.begin(), def.choices.end(), usual) != def.choices.end()) guess = std::string(usual);
      const std::string valid = fmt::format("Valid names are {}{}", fmt::join(def.choices, ", "), also);
      throw Error(ErrorKind::Input, where, fmt::format("{} is {}, which is not known", def.key, inQuotes(*name)),
                  guess ? fmt::format("The nearest valid name is \"{}\". {}", *guess, valid) : valid);
    }
  }
  throw wrongType();
}

void throwUnknownKey(const std::string& key, const std::string& where) {
  std::vector<std::string> known;
  for (const KeyDef& def : keyDefs()) known.push_back(def.key);
  const std::vector<std::string> sectionNames = sections();
  const std::string what = fmt::format("{} is not a key of the project file", inQuotes(key));

  if (std::find(sectionNames.begin(), sectionNames.end(), key) != sectionNames.end())
    throw Error(ErrorKind::Input, where, fmt::format("{} is a section, not a value", inQuotes(key)), fmt::format("Write its keys under [{}]", key));

  // First the same name in any section ("train.batch_size"), then a similar one in this section, in any section, and the whole dotted name.
  const std::string section = sectionOf(key), last = usualName(lastPart(key));
  std::vector<std::string> siblings, lasts;
  for (const std::string& name : known) {
    if (sectionOf(name) == section) siblings.push_back(lastPart(name));
    lasts.push_back(lastPart(name));
  }
  std::string guess;
  const bool elsewhereExactly = std::find(lasts.begin(), lasts.end(), last) != lasts.end();
  if (const auto sibling = elsewhereExactly ? std::nullopt : nearest(last, siblings)) {
    guess = section.empty() ? *sibling : section + '.' + *sibling;
  } else if (const auto near = nearest(key, sectionNames); near && !elsewhereExactly && editDistance(key.substr(0, kLongestCompared), *near) <= 2) {
    throw Error(ErrorKind::Input, where, what, fmt::format("The nearest section is [{}]", *near));
  } else if (const auto elsewhere = nearest(last, lasts)) {
    for (const std::string& name : known)
      if (lastPart(name) == *elsewhere && guess.empty()) guess = name;
    // Several sections have a "name" or a "seed": the one with the most similar section is taken.
    int best = editDistance(key.substr(0, kLongestCompared), guess);
    for (const std::string& name : known) {
      if (lastPart(name) != *elsewhere) continue;
      const int distance = editDistance(key.substr(0, kLongestCompared), name);
      if (distance < best) {
        best = distance;
        guess = name;
      }
    }
  } else if (const auto whole = nearest(key, known)) {
    guess = *whole;
  } else if (const auto near = nearest(key, sectionNames)) {
    throw Error(ErrorKind::Input, where, what, fmt::format("The nearest section is [{}]", *near));
  }
  if (!guess.empty()) throw Error(ErrorKind::Input, where, what, fmt::format("The nearest valid name is \"{}\"", guess));
  if (!siblings.empty() && !section.empty())
    throw Error(ErrorKind::Input, where, what, fmt::format("[{}] takes {}", section, fmt::join(siblings, ", ")));
  throw Error(ErrorKind::Input, where, what, fmt::format("Sections are {}", fmt::join(sectionNames, ", ")));
}

}  // namespace stepscope
