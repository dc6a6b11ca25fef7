#include "core/train/checkpoint/export_weights.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "core/base/error.h"
#include "core/base/shape.h"
#include "core/models/loss_spec.h"
#include "core/program/step_program.h"
#include "core/project/project.h"

namespace stepscope {

namespace fs = std::filesystem;

void dropLossWeights(Checkpoint& checkpoint) {
  bool weighted = false;
  try {
    weighted = !projectFromJson(checkpoint.configuration).model.loss.classWeights.empty();
  } catch (const std::exception&) {  // from another version: its tensors are exported unchanged
  }
  if (weighted) std::erase_if(checkpoint.model, [](const SafeTensor& tensor) { return tensor.name == kClassWeights; });
}

bool putAverages(Checkpoint& checkpoint) {
  std::map<std::string, const SafeTensor*> states;
  for (const SafeTensor& state : checkpoint.optimizer) states[state.name] = &state;
  bool any = false;
  for (SafeTensor& tensor : checkpoint.model) {
    const auto average = states.find(tensor.name + kAverageSuffix);
    if (average == states.end()) continue;
    tensor.data = average->second->data;
    any = true;
  }
  return any;
}

ExportedWeights exportWeights(const std::string& checkpointPath, const std::string& file, bool replace) {
  std::error_code error;
  if (fs::is_directory(file, error)) throw Error(ErrorKind::Input, file, "this is a folder", "Give a file name, for example weights.safetensors");
  if (!replace && fs::exists(file, error)) throw Error(ErrorKind::Input, file, "the file exists", "Choose another name, or remove it");
  if (const fs::path folder = fs::path(file).parent_path(); !folder.empty() && !fs::is_directory(folder, error))
    throw Error(ErrorKind::Input, file, "its folder is not there", "Make the folder first, or choose another place");
  Checkpoint checkpoint = loadCheckpointAt(checkpointPath);
  dropLossWeights(checkpoint);
  ExportedWeights done;
  done.step = checkpoint.step;
  done.averages = putAverages(checkpoint);
  for (const SafeTensor& tensor : checkpoint.model) {
    ++done.tensors;
    done.values += numel(tensor.shape);
  }
  const std::string temporary = fmt::format("{}.tmp-{}", file, ::getpid());
  try {
    writeSafetensors(temporary, checkpoint.model,
                     {{"format", "pt"}, {"step", std::to_string(checkpoint.step)}, {"weights", done.averages ? "moving average" : "trained"}});
  } catch (const Error& refused) {  // reports the requested path, not the temporary one
    throw Error(refused.kind(), file, refused.happened(), refused.cure());
  }
  fs::rename(temporary, file, error);
  if (error) {
    const std::string why = error.message();
    fs::remove(temporary, error);
    throw Error(ErrorKind::Resource, file, "the file cannot be put in its place: " + why, "Choose a folder that you may write to");
  }
  done.bytes = static_cast<std::int64_t>(fs::file_size(file, error));
  return done;
}

}  // namespace stepscope
