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

std::string dataLines(const std::string& kind) {
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
  const bool mnist = dataKind == "mnist";
  std::string text = "# A Stepscope project. Every key is described in examples/README.md. Paths are relative to this file.\n\n";
  text += fmt::format("[project]\nname = {}\n\n[data]\nkind = {}\n", tomlText(name), tomlText(dataKind));
  if (dataKind != "synthetic" && !dataPath.empty()) text += fmt::format("path = {}\n", tomlText(dataPath));
  text += dataLines(dataKind);
  text += fmt::format("\n[model]\nname = \"{}\"          # mlp, lenet5, resnet20, resnet18, resnet50; or a list of [[model.layers]]\n\n",
                      mnist ? "lenet5" : "resnet20");
  text += fmt::format(fmt::runtime(kSgdCosine), fmt::arg("epochs", mnist ? 5 : 10), fmt::arg("rate", mnist ? "0.05" : "0.1"),
                      fmt::arg("decay", mnist ? "0.0001" : "0.0005"));
  text += fmt::format("\n# Everything here can also be turned while training runs.\n[switches]\nbatch_size = {}\nnum_workers = 1\n",
                      dataKind == "image_folder" ? 32 : 64);
  return text;
}

}  // namespace stepscope
