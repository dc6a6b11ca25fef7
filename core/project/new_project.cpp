#include <fmt/format.h>

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

// Of the project that suits a kind of data: the model with its arguments, and how it is trained.
struct Recipe {
  const char *model, *choices, *training, *rate, *decay;
  int epochs, batch;
};

Recipe recipeOf(const std::string& kind) {
  constexpr const char* images = "mlp, lenet5, resnet20, resnet18, resnet50; or a list of [[model.layers]]";
  if (kind == "text")
    return {"name = \"gpt\"\nlayers = 4\nwidth = 128\nheads = 4\n", "gpt, transformer, lstm, gru", kAdamWCosine, "0.001", "0.1", 5, 32};
  if (kind == "table")
    return {"name = \"mlp\"\nhidden = [128, 64]\n", "mlp; or a list of [[model.layers]]", kAdamWCosine, "0.003", "0.01", 60, 64};
  if (kind == "mnist") return {"name = \"lenet5\"\n", images, kSgdCosine, "0.05", "0.0001", 5, 64};
  return {"name = \"resnet20\"\n", images, kSgdCosine, "0.1", "0.0005", 10, kind == "image_folder" ? 32 : 64};
}

std::string dataLines(const std::string& kind) {
  if (kind == "text")
    return "# One text file, plain or .gz. Its characters are the vocabulary.\n"
           "context_length = 64       # characters of a window: how far back the model sees\n"
           "validation_split = 0.1    # the end of the text\n";
  if (kind == "table")
    return "# One CSV file, plain or .gz. Every column but the target is an input; ignore = [\"id\"] leaves columns out.\n"
           "# target = \"price\"        # the column to answer; without it, the last one\n"
           "validation_split = 0.2\n";
  if (kind == "image_folder")
    return "# A folder with train/<class>/*.jpg and val/<class>/*.jpg, or <class>/*.jpg that validation_split divides.\n"
           "validation_split = 0.2\n"
           "image_size = 64           # images are resized and cropped to 64 x 64\n"
           "flip = true               # mirror at random while training; turn it off where left and right differ\n"
           "crop_scale = 0.6          # random crops of at least this share of the area; 1 turns them off\n";
  if (kind == "cifar10")
    return "# The folder with data_batch_1.bin ... data_batch_5.bin and test_batch.bin.\n"
           "flip = true               # mirror at random while training\n"
           "crop_padding = 4          # random crops after padding by 4 pixels\n";
  if (kind == "mnist") return "# The folder with train-images-idx3-ubyte(.gz) and the other three files.\n";
  if (kind == "shapes")
    return "# Rendered into the folder on first use: a few thousand JPEG pictures of simple shapes.\n"
           "image_size = 32\n"
           "flip = true               # mirror at random while training\n";
  return "# Random pictures made in memory: for measuring speed, not for learning.\n"
         "image_size = 32\n"
         "count = 2048\n"
         "classes = 10\n";
}

}  // namespace

std::string newProjectText(const std::string& name, const std::string& dataKind, const std::string& dataPath) {
  const Recipe recipe = recipeOf(dataKind);
  std::string text = "# A Stepscope project. Every key is described in examples/README.md. Paths are relative to this file.\n\n";
  text += fmt::format("[project]\nname = {}\n\n[data]\nkind = {}\n", tomlText(name), tomlText(dataKind));
  if (dataKind != "synthetic" && !dataPath.empty()) text += fmt::format("path = {}\n", tomlText(dataPath));
  text += dataLines(dataKind);
  text += fmt::format("\n[model]                   # {}\n{}\n", recipe.choices, recipe.model);
  text += fmt::format(fmt::runtime(recipe.training), fmt::arg("epochs", recipe.epochs), fmt::arg("rate", recipe.rate),
                      fmt::arg("decay", recipe.decay));
  // A worker takes a core from computing, which pays where samples are decoded or drawn.
  const bool decodes = dataKind == "image_folder" || dataKind == "shapes";
  text += fmt::format("\n# Everything here can also be turned while training runs.\n[switches]\nbatch_size = {}\nnum_workers = {}\n",
                      recipe.batch, decodes ? 1 : 0);
  return text;
}

}  // namespace stepscope
