#include "core/project/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/entries.h"
#include "core/project/keys.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLayer = "model.layers[";
constexpr std::size_t kLongestName = 96;  // a longer one is not a typing error

// Arguments that every type of layer has.
bool isOfEveryLayer(const std::string& argument) {
  return argument == "type" || argument == "name" || argument == "input";
}

void setLayer(Project& project, const Entry& entry) {  // "model.layers[2].out_channels"
  const std::size_t digits = kLayer.size();
  std::size_t index = 0;
  const auto [rest, status] = std::from_chars(entry.key.data() + digits, entry.key.data() + entry.key.size(), index);
  require(status == std::errc() && index < project.model.layers.size(), "a layer's index lies outside the list of layers");
  const std::string name(rest + 2, entry.key.data() + entry.key.size());
  LayerSpec& layer = project.model.layers[index];
  if (isOfEveryLayer(name)) {
    const auto* text = std::get_if<std::string>(&entry.value);
    if (!text) throw Error(ErrorKind::Input, entry.where, fmt::format("{} is {}", entry.key, describe(entry.value)), "It takes a text in quotes");
    (name == "type" ? layer.type : name == "name" ? layer.name : layer.input) = *text;
  } else if (const auto* whole = std::get_if<std::int64_t>(&entry.value)) {
    layer.integers[name] = *whole;
  } else if (const auto* real = std::get_if<double>(&entry.value); real && std::isfinite(*real)) {
    layer.reals[name] = *real;
  } else if (const auto* flag = std::get_if<bool>(&entry.value)) {
    layer.flags[name] = *flag;
  } else if (const auto* list = std::get_if<std::vector<std::int64_t>>(&entry.value)) {
    layer.lists[name] = *list;
  } else if (const auto* word = std::get_if<std::string>(&entry.value)) {
    layer.texts[name] = *word;
  } else {
    throw Error(ErrorKind::Input, entry.where, fmt::format("{} is {}", entry.key, describe(entry.value)),
                "An argument of a layer is a number, a list of whole numbers, true or false, or a text in quotes");
  }
}

void setModelArgument(Project& project, const Entry& entry) {  // "model.hidden"
  const std::string name = entry.key.substr(std::string("model.").size());
  if (const auto* whole = std::get_if<std::int64_t>(&entry.value)) {
    project.model.integers[name] = {*whole};
  } else if (const auto* list = std::get_if<std::vector<std::int64_t>>(&entry.value)) {
    project.model.integers[name] = *list;
  } else if (const auto* real = std::get_if<double>(&entry.value); real && std::isfinite(*real)) {
    project.model.reals[name] = *real;
  } else if (const auto* word = std::get_if<std::string>(&entry.value)) {
    project.model.texts[name] = *word;
  } else {
    throw Error(ErrorKind::Input, entry.where, fmt::format("{} is {}", entry.key, describe(entry.value)),
                "An argument of a model is a number, a list of whole numbers or a text in quotes");
  }
}

std::string whereIs(const Entries& entries, const std::string& key, const std::string& otherwise) {
  const Entry* entry = entries.find(key);
  return entry ? entry->where : otherwise;
}

[[noreturn]] void throwUnknownName(const std::string& what, const std::string& name, const std::vector<std::string>& valid,
                                   const std::string& where) {
  const std::string cure = valid.empty()                 ? "It takes none; remove it"
                           : name.size() <= kLongestName ? suggestName(name, valid)
                                                         : suggestName({}, valid);
  throw Error(ErrorKind::Input, where, fmt::format("{} {}", inQuotes(name), what), cure);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Throws if a text is given where a number is needed, or a number where a text is needed.
void checkIsText(const Entry& entry, bool needed) {
  if (std::holds_alternative<std::string>(entry.value) == needed) return;
  throw Error(ErrorKind::Input, entry.where, fmt::format("{} is {}", entry.key, describe(entry.value)),
              needed ? "It takes a text in quotes" : "It takes a number, a list of whole numbers, true or false");
}

// Checks the names of model, layers and their arguments, while their lines are still known. Values are checked when the model is built.
void checkModelNames(const Project& project, const Entries& entries) {
  const ZooEntry* model = nullptr;
  std::vector<std::string> models;
  if (!project.model.onnx.empty()) model = &onnxEntry();
  for (const ZooEntry& entry : modelZoo()) {
    models.push_back(entry.name);
    if (entry.name == project.model.name) model = &entry;
  }
  if (!project.model.name.empty() && !model)
    throwUnknownName("is not a model of the zoo", project.model.name, models, whereIs(entries, "model.name", "model.name"));
  for (const Entry& entry : entries.values) {
    if (entry.key.compare(0, kLayer.size(), kLayer) == 0) {
      const std::size_t dot = entry.key.find("].");
      const std::string argument = entry.key.substr(dot + 2);
      const auto index = static_cast<std::size_t>(std::stoul(entry.key.substr(kLayer.size(), dot - kLayer.size())));
      const std::string& name = project.model.layers.at(index).type;
      std::vector<std::string> types;
      const LayerType* type = nullptr;
      for (const LayerType& known : layerTypes()) {
        types.push_back(known.type);
        if (known.type == name) type = &known;
      }
      if (!type && argument == "type") throwUnknownName("is not a layer type", name, types, entry.where);
      if (type && !isOfEveryLayer(argument) && !contains(type->arguments, argument))
        throwUnknownName("is not an argument of the layer type " + name, argument, type->arguments, entry.where);
      if (type && !isOfEveryLayer(argument)) checkIsText(entry, contains(type->textArguments, argument));
    } else if (model && entry.key.compare(0, 6, "model.") == 0 && !findKey(entry.key)) {
      const std::string argument = entry.key.substr(6);
      if (!contains(model->arguments, argument))
        throwUnknownName("is not an argument of the model " + model->name, argument, model->arguments, entry.where);
      checkIsText(entry, contains(model->textArguments, argument));
    }
  }
}

template <class Where>
void checkOptimizer(const OptimizerSpec& optimizer, const Where& at, const std::string& path) {
  if (optimizer.clipNorm > 0 && optimizer.clipValue > 0)
    throw Error(ErrorKind::Input, at("train.clip.value"), "gradients cannot be clipped by norm and by value at once",
                "Keep train.clip.norm or train.clip.value");
  if (optimizer.amsgrad && optimizer.kind != OptimizerSpec::Kind::Adam && optimizer.kind != OptimizerSpec::Kind::AdamW)
    throw Error(ErrorKind::Input, at("train.optimizer.amsgrad"), fmt::format("{} has no amsgrad", optimizerDef(optimizer.kind).title),
                "Remove it, or choose adam or adamw");
  for (std::size_t i = 0; i < optimizer.groups.size(); ++i)
    if (optimizer.groups[i].pattern.empty())
      throw Error(ErrorKind::Input, path, fmt::format("train.optimizer.groups[{}] has no pattern", i),
                  "Write pattern = \"layer4.*\": the names of its parameters");
}

template <class Where>
void checkSchedule(const ScheduleSpec& schedule, const Where& at) {
  const ScheduleDef& def = scheduleOf(schedule);
  for (const ScheduleArgument& argument : def.arguments) {
    const std::string key = "train.schedule." + argument.name;
    const bool given =
        schedule.arguments.contains(argument.name) || (schedule.lists.contains(argument.name) && !schedule.lists.find(argument.name)->second.empty());
    if (argument.needed && !given)
      throw Error(ErrorKind::Input, at("train.schedule.name"), fmt::format("the schedule {} needs {}", schedule.name, key),
                  argument.type == ArgumentType::List ? fmt::format("Write {} = [30, 60] under [train.schedule]", argument.name)
                                                      : fmt::format("Write {} = ... under [train.schedule]", argument.name));
  }
  if (def.watchesMetric && ScheduleArguments(schedule, def.arguments)["factor"] >= 1)
    throw Error(ErrorKind::Input, at("train.schedule.factor"), "train.schedule.factor does not lower the learning rate",
                "On a plateau the rate is multiplied by it: choose a number below 1, such as 0.1");
  if (movesMomentum(schedule)) {
    const ScheduleArguments a(schedule, def.arguments);
    if (a["base_momentum"] > a["max_momentum"])
      throw Error(
          ErrorKind::Input, at("train.schedule.base_momentum"),
          fmt::format("train.schedule.base_momentum is {}, above train.schedule.max_momentum, which is {}", a["base_momentum"], a["max_momentum"]),
          "The momentum goes from the larger one to the smaller one and back");
  }
}

// Checks that concern several keys.
void checkTogether(const Project& project, const Entries& entries, const std::string& path) {
  const auto at = [&](const char* key) { return whereIs(entries, key, path); };
  if (project.data.kind.empty())
    throw Error(ErrorKind::Input, path, "data.kind is missing",
                fmt::format("Write kind = \"...\" under [data]; kinds are {}", fmt::join(findKey("data.kind")->choices, ", ")));
  if (project.model.name.empty() && project.model.layers.empty() && project.model.onnx.empty())
    throw Error(ErrorKind::Input, at("model.name"), "the project has no model",
                "Write name = \"...\" or onnx = \"...\" under [model], or a list of [[model.layers]]");
  if (!project.model.onnx.empty() && !(project.model.name.empty() && project.model.layers.empty()))
    throw Error(ErrorKind::Input, at("model.onnx"), "the project has model.onnx and another model", "Keep one of them");
  if (!project.model.name.empty() && !project.model.layers.empty())
    throw Error(ErrorKind::Input, at("model.name"), "the project has both a model.name and model.layers", "Keep one of them");
  const auto isArgument = [](const Entry& entry) {
    return entry.key.compare(0, 6, "model.") == 0 && entry.key.compare(0, kLayer.size(), kLayer) != 0 && !findKey(entry.key);
  };
  const auto argument = std::find_if(entries.values.begin(), entries.values.end(), isArgument);
  if (!project.model.layers.empty() && argument != entries.values.end()) {
    const std::string& key = argument->key;
    throw Error(ErrorKind::Input, at(key.c_str()), key + " is an argument of a named model, but the project gives layers",
                "Put it into the layer that it belongs to");
  }
  for (std::size_t i = 0; i < project.model.layers.size(); ++i) {
    if (!project.model.layers[i].type.empty()) continue;
    const std::string prefix = fmt::format("model.layers[{}].", i);
    const auto first = std::find_if(entries.values.begin(), entries.values.end(),
                                    [&](const Entry& entry) { return entry.key.compare(0, prefix.size(), prefix) == 0; });
    throw Error(ErrorKind::Input, first == entries.values.end() ? path : first->where, fmt::format("layer {} has no type", i), "Add type = \"...\"");
  }
  checkModelNames(project, entries);
  const OptimizerSpec& optimizer = project.train.optimizer;
  if (optimizer.nesterov && optimizer.kind == OptimizerSpec::Kind::Sgd && (optimizer.momentum <= 0 || optimizer.dampening != 0))
    throw Error(ErrorKind::Input, at("train.optimizer.nesterov"), "Nesterov momentum needs a momentum and no dampening",
                "Set train.optimizer.momentum, such as 0.9, and leave dampening at 0");
  checkSchedule(project.train.schedule, at);
  checkOptimizer(optimizer, at, path);
  if (movesMomentum(project.train.schedule) && !optimizerDef(optimizer.kind).hasMomentum)
    throw Error(ErrorKind::Input, at("train.schedule.name"),
                fmt::format("the schedule {} moves the momentum, but {} has none", project.train.schedule.name, optimizerDef(optimizer.kind).title),
                "Set train.schedule.cycle_momentum = false, or choose another optimizer");
  if (project.train.schedule.warmupEpochs > static_cast<double>(project.train.epochs))
    throw Error(ErrorKind::Input, at("train.schedule.warmup_epochs"),
                fmt::format("train.schedule.warmup_epochs is {}, longer than the training (train.epochs = {})", project.train.schedule.warmupEpochs,
                            project.train.epochs),
                "Shorten the warm-up or raise train.epochs");
}

// Makes paths absolute. A missing file is reported with the line of its key.
void resolvePaths(Project& project, const Entries& entries, const std::string& path) {
  const auto resolve = [&](const char* key, std::string& target, bool needed) {
    if (std::any_of(target.begin(), target.end(), [](unsigned char c) { return c < 0x20; }))
      throw Error(ErrorKind::Input, whereIs(entries, key, path),
                  fmt::format("{} holds a line break or another control character: {}", key, inQuotes(target)),
                  "In double quotes a backslash begins an escape, such as \\n or \\t: write the path in single quotes, or use / instead");
    const fs::path full = (fs::path(project.directory) / target).lexically_normal();  // an absolute path does not change
    target = full.string();
    if (target.size() > 1 && target.back() == '/') target.pop_back();
    std::error_code error;
    if (needed && !fs::exists(full, error))
      throw Error(ErrorKind::Input, whereIs(entries, key, path),
                  error ? fmt::format("{} cannot be read: {}: {}", key, target, error.message()) : fmt::format("{} does not exist: {}", key, target),
                  fmt::format("Put the data there or change {}; it is relative to the project file", key));
  };
  if (!project.model.onnx.empty()) resolve("model.onnx", project.model.onnx, true);
  DataSpec& data = project.data;
  const DatasetDef* def = findDataset(data.kind);
  require(def != nullptr, "data.kind was not checked");
  if (data.path.empty()) {
    if (pathMustExist(*def))
      throw Error(ErrorKind::Input, whereIs(entries, "data.path", whereIs(entries, "data.kind", path)),
                  fmt::format("data.path is missing; data of kind {} is read from files", data.kind), "Write path = \"...\" under [data]");
    if (def->path == DatasetDef::Path::Made) data.path = project.directory + "/.stepscope/" + data.kind;
    return;
  }
  resolve("data.path", data.path, pathMustExist(*def));
  const bool readsBoth = def->samples == DatasetDef::Samples::Rows || readsPictureFiles(data.kind);
  if (!data.validationPath.empty()) resolve("data.validation_path", data.validationPath, readsBoth);
  if (!data.testPath.empty()) resolve("data.test_path", data.testPath, false);  // only the test needs it
  if (!data.trainPath.empty()) resolve("data.train_path", data.trainPath, data.kind == "image_folder");
}

bool validUtf8(const std::string& text) {
  return nlohmann::json::accept(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::ignore)) &&
         nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::ignore) ==
             nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Project projectOf(const Entries& entries) {
  Project project;
  project.model.layers.resize(entries.layers);
  std::map<std::string, KeyDef> listed;
  for (const ListDef& list : listDefs()) {
    const auto found = entries.lists.find(list.key);
    const std::size_t size = found == entries.lists.end() ? 0 : found->second;
    list.resize(project, size);
    for (std::size_t i = 0; i < size; ++i)
      for (KeyDef& key : listKeys(list, i)) listed.emplace(key.key, std::move(key));
  }
  for (const Entry& entry : entries.values) {
    if (const KeyDef* def = findKey(entry.key)) {
      def->set(project, check(*def, entry.value, entry.where));
    } else if (const auto found = listed.find(entry.key); found != listed.end()) {
      found->second.set(project, check(found->second, entry.value, entry.where));
    } else if (entry.key.compare(0, kLayer.size(), kLayer) == 0) {
      setLayer(project, entry);
    } else if (entry.key.compare(0, 6, "model.") == 0 && entry.key.find('.', 6) == std::string::npos) {
      setModelArgument(project, entry);
    } else {
      throwUnknownKey(entry.key, entry.where);
    }
  }
  // PyTorch's defaults if they depend on the optimizer.
  OptimizerSpec& optimizer = project.train.optimizer;
  const OptimizerDef& defaults = optimizerDef(optimizer.kind);
  if (!entries.find("train.optimizer.learning_rate")) optimizer.learningRate = defaults.learningRate;
  if (!entries.find("train.optimizer.weight_decay")) optimizer.weightDecay = defaults.weightDecay;
  if (!entries.find("train.optimizer.eps")) optimizer.eps = defaults.eps;
  return project;
}

nlohmann::json jsonOf(const KeyValue& value) {
  struct Visitor {
    nlohmann::json operator()(const OtherValue&) const { return nullptr; }
    nlohmann::json operator()(bool flag) const { return flag; }
    nlohmann::json operator()(std::int64_t number) const { return number; }
    nlohmann::json operator()(double number) const { return number; }
    nlohmann::json operator()(const std::string& text) const { return text; }
    nlohmann::json operator()(const std::vector<std::int64_t>& list) const { return list; }
    nlohmann::json operator()(const std::vector<double>& list) const { return list; }
    nlohmann::json operator()(const std::vector<std::string>& list) const { return list; }
  };
  return std::visit(Visitor{}, value);
}

nlohmann::json::json_pointer pointerOf(const std::string& key) {
  std::string path = "/" + key;
  std::replace(path.begin(), path.end(), '.', '/');
  return nlohmann::json::json_pointer(path);
}

}  // namespace

std::string Project::storePath() const {
  return directory + "/.stepscope/runs.db";
}

std::string Project::runDirectory(std::int64_t run) const {
  return fmt::format("{}/.stepscope/runs/{}", directory, run);
}

void applyToData(DataSpec& data, const Overrides& overrides) {
  Entries entries;
  applyOverrides(entries, overrides);
  Project project;
  project.data = data;
  for (const Entry& entry : entries.values) {
    const KeyDef* def = findKey(entry.key);
    if (!def) throwUnknownKey(entry.key, entry.where);
    if (!entry.key.starts_with("data.") || entry.key == "data.kind" || entry.key == "data.path")
      throw Error(ErrorKind::Input, entry.where, fmt::format("{} does not say how the data are read", entry.key),
                  "Give keys of [data], such as data.decimal=comma");
    def->set(project, check(*def, entry.value, entry.where));
  }
  data = project.data;
}

Project parseProject(const std::string& toml, const std::string& path, const Overrides& overrides) {
  if (!validUtf8(path)) throw Error(ErrorKind::Input, inQuotes(path), "the path of the project file is not valid UTF-8", "Rename its folders");
  Entries entries = entriesOfToml(toml, path);
  applyOverrides(entries, overrides);
  Project project = projectOf(entries);
  // The weights in an ONNX file were trained on images with the usual scaling.
  if (!project.model.onnx.empty() && !entries.find("data.normalize")) project.data.normalize = "usual";
  project.file = fs::absolute(path).lexically_normal().string();
  project.directory = fs::path(project.file).parent_path().string();
  checkTogether(project, entries, path);
  resolvePaths(project, entries, path);
  if (project.name.empty()) {
    const fs::path file(project.file);
    project.name = file.stem() == "project" ? file.parent_path().filename().string() : file.stem().string();
  }
  return project;
}

Project loadProject(const std::string& path, const Overrides& overrides) {
  fs::path file(path);
  std::error_code error;
  if (fs::is_directory(file, error)) {
    file /= "project.toml";
    if (!fs::exists(file, error))
      throw Error(ErrorKind::Input, path, "this folder has no project.toml",
                  "Give a project file (TOML), or create a project: File > New from Data, stepscope-cli new");
  }
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status))
    throw Error(ErrorKind::Input, file.string(), "the project file does not exist",
                "Check the path, or make a project: File > New from Data, stepscope-cli new");
  if (!fs::is_regular_file(status)) throw Error(ErrorKind::Input, file.string(), "this is not a file", "Give a project file (TOML)");
  const std::uintmax_t size = fs::file_size(file, error);
  if (!error && size > kLargestProjectFile)
    throw Error(ErrorKind::Input, file.string(), fmt::format("the file has {} bytes; a project file has at most {}", size, kLargestProjectFile),
                "Choose a Stepscope project file (TOML)");
  std::ifstream stream(file, std::ios::binary);
  std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
  if (!stream || !stream.read(text.data(), static_cast<std::streamsize>(text.size())))
    throw Error(ErrorKind::Input, file.string(), "the project file cannot be read", "Check that you may read it");
  return parseProject(text, file.string(), overrides);
}

std::string toJson(const Project& project) {
  nlohmann::json json;
  json["file"] = project.file;
  json["directory"] = project.directory;
  for (const KeyDef& def : keyDefs()) {
    const KeyValue value = def.get(project);
    if (!std::holds_alternative<OtherValue>(value)) json[pointerOf(def.key)] = jsonOf(value);  // OtherValue: the key was not given
  }
  for (const ListDef& list : listDefs()) {
    if (list.size(project) == 0) continue;
    nlohmann::json& tables = json[pointerOf(list.key)];
    for (std::size_t i = 0; i < list.size(project); ++i) {
      nlohmann::json table = nlohmann::json::object();
      for (const KeyDef& def : listKeys(list, i)) {
        const KeyValue value = def.get(project);
        if (!std::holds_alternative<OtherValue>(value)) table[def.key.substr(def.key.rfind('.') + 1)] = jsonOf(value);
      }
      tables.push_back(std::move(table));
    }
  }
  nlohmann::json& model = json["model"];
  if (project.model.name.empty()) model.erase("name");
  if (project.model.onnx.empty()) model.erase("onnx");
  for (const auto& [name, values] : project.model.integers) {
    if (values.size() == 1) {
      model[name] = values[0];
    } else {
      model[name] = values;
    }
  }
  for (const auto& [name, value] : project.model.reals) model[name] = value;
  for (const auto& [name, value] : project.model.texts) model[name] = value;
  for (const LayerSpec& layer : project.model.layers) {
    nlohmann::json item = {{"type", layer.type}};
    if (!layer.name.empty()) item["name"] = layer.name;
    if (!layer.input.empty()) item["input"] = layer.input;
    for (const auto& [name, value] : layer.integers) item[name] = value;
    for (const auto& [name, value] : layer.reals) item[name] = value;
    for (const auto& [name, value] : layer.flags) item[name] = value;
    for (const auto& [name, value] : layer.lists) item[name] = value;
    for (const auto& [name, value] : layer.texts) item[name] = value;
    model["layers"].push_back(std::move(item));
  }
  // A path may contain invalid UTF-8; replacing these bytes keeps the rest of the record.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Project projectFromJson(const std::string& json) {
  std::string file, directory;
  const Entries entries = entriesOfJson(json, file, directory);
  Project project = projectOf(entries);
  // Runs from versions that did not measure pixels were trained with the kind's usual mean and deviation, and continue with them.
  if (!entries.find("data.normalize")) project.data.normalize = "usual";
  project.file = file;
  project.directory = directory;
  checkTogether(project, entries, "saved configuration");
  return project;
}

}  // namespace stepscope
