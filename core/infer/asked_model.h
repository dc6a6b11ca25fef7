// A trained model from which answers are asked (to evaluate, predict, measure or freeze it): its graph, its weights, and how a sample is read for it.
// All sources give this type: a run, the best run of a project, a checkpoint, an ONNX file, a frozen model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/infer/frozen_model.h"
#include "core/models/safetensors.h"
#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint_score.h"

namespace stepscope {

// The model that the user gave, and what belongs to it.
struct ModelSource {
  std::string path;          // a project, the folder of a run or of a checkpoint, an ONNX file, or a frozen model
  std::optional<RunId> run;  // only for a project; none: the run whose best checkpoint has the best score, else the newest with a checkpoint
  std::string checkpoint;    // "best", "last" or a name from the list of checkpoints; empty: best, else last. Must be empty for a file
  std::string data;          // path of other data; empty: the data that it was trained with
  Overrides overrides{};     // --set: any key of a project file for an ONNX file, else only keys of [data]
};

struct AskedModel {
  std::string title;   // "run 3, best.000002", "net.onnx"
  std::string source;  // the folder or file that was read
  Project project;     // model and data; the mean and deviation of pixels are those of its training. data.kind is empty if no data are known
  std::vector<SafeTensor> weights;     // of the checkpoint: the moving averages if the run kept them; empty: the ONNX or frozen file has them
  std::int64_t step = -1;              // the step of the checkpoint; -1: not known
  std::optional<SampleInfo> sample{};  // classes and shape of its samples; nothing: not stored with the model (an older checkpoint, ONNX): sampleOf()
  bool otherHeld = false;              // other data were given, and all of their samples are in the validation part (DataSpec::validationPath)
  std::int64_t run = -1;               // number of the run in its project; -1: not known
  CheckpointScore score{};             // the score of the checkpoint; unknown for files
  std::shared_ptr<const FrozenModel> frozen{};  // not null: a frozen model, which has its own graphs and weights
};

// Opens the model, but not its data; other data are examined to find their kind. Throws Error (Input) naming the path if it does not exist, is
// damaged, has no checkpoint or is a file of another kind (with the way to convert it), and naming the option that does not fit the model.
AskedModel openModel(const ModelSource& source);

}  // namespace stepscope
