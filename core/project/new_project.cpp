#include <fmt/format.h>

#include <string_view>

#include "core/base/error.h"
#include "core/data/dataset_table.h"
#include "core/project/project.h"

namespace stepscope {
namespace {

// A TOML basic string.
std::string tomlText(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

constexpr const char* kSgdCosine =
    "[train]\n"
    "epochs = {epochs}\n"
    "seed = 1                  # the same seed gives the same losses\n"
    "\n"
    "[train.optimizer]\n"
    "name = \"sgd\"              # sgd, adam, adamw\n"
    "learning_rate = {rate}\n"
    "momentum = 0.9\n"
    "weight_decay = {decay}\n"
    "\n"
    "[train.schedule]\n"
    "name = \"cosine\"           # constant, step, cosine\n"
    "warmup_epochs = 1\n";

constexpr const char* kAdamWCosine =
    "[train]\n"
    "epochs = {epochs}\n"
    "seed = 1                  # the same seed gives the same losses\n"
    "\n"
    "[train.optimizer]\n"
    "name = \"adamw\"            # sgd, adam, adamw\n"
    "learning_rate = {rate}\n"
    "weight_decay = {decay}\n"
    "\n"
    "[train.schedule]\n"
    "name = \"cosine\"           # constant, step, cosine\n"
    "warmup_epochs = 1\n";

// What else [model] may name.
std::string_view modelsFor(DatasetDef::Samples samples) {
  switch (samples) {
    case DatasetDef::Samples::Tokens:
      return "gpt, transformer, lstm, gru";
    case DatasetDef::Samples::Rows:
      return "mlp; or a list of [[model.layers]]";
    case DatasetDef::Samples::Images:
      return "mlp, lenet5, resnet20, resnet18, resnet50; or a list of [[model.layers]]";
  }
  return {};
}

}  // namespace

std::string newProjectText(const std::string& name, const std::string& dataKind, const std::string& dataPath) {
  const DatasetDef* def = findDataset(dataKind);
  require(def != nullptr, "a project was to begin with a kind of data that there is not");
  const DatasetDef::Start& start = def->start;
  std::string text = "# A Stepscope project. Every key is described in examples/README.md. Paths are relative to this file.\n\n";
  text += fmt::format("[project]\nname = {}\n\n[data]\nkind = {}\n", tomlText(name), tomlText(dataKind));
  if (def->path != DatasetDef::Path::None && !dataPath.empty()) text += fmt::format("path = {}\n", tomlText(dataPath));
  text += start.dataLines;
  text += fmt::format("\n[model]                   # {}\n{}\n", modelsFor(def->samples), start.modelLines);
  const char* const training = def->samples == DatasetDef::Samples::Images ? kSgdCosine : kAdamWCosine;
  text += fmt::format(fmt::runtime(training), fmt::arg("epochs", start.epochs), fmt::arg("rate", start.learningRate),
                      fmt::arg("decay", start.weightDecay));
  // A worker takes a core from computing, which pays where samples are decoded or drawn.
  text += fmt::format("\n# Everything here can also be turned while training runs.\n[switches]\nbatch_size = {}\nnum_workers = {}\n",
                      start.batchSize, def->decodes ? 1 : 0);
  return text;
}

}  // namespace stepscope
