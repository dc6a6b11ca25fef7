// A trained model that can be asked: its graph, its weights, and how a sample is read for it. Every source of a model ends in this type: a run, the
// best run of a project, a checkpoint, an ONNX file, a frozen model.
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

// What the user names.
struct ModelSource {
  std::string path;          // a project, the folder of a run or of a checkpoint, an ONNX file, or a frozen model
  std::optional<RunId> run;  // of a project; none: the run whose best checkpoint has the best score, else the newest with a checkpoint
  std::string checkpoint;    // "best", "last" or a name of the list; empty: best, or last if there is none. Not for files
  std::string data;          // other data; empty: those that it was trained with
  Overrides overrides{};     // --set: of an ONNX file any key of a project file, else keys of [data]
};

struct AskedModel {
  std::string title;   // "run 3, best.000002", "net.onnx"
  std::string source;  // the folder or file that was read
  Project project;     // model and data; the mean and deviation of pixels are those of its training. data.kind is empty if no data are known
  std::vector<SafeTensor> weights;     // the moving averages if the run kept them; none: those in the ONNX file
  std::int64_t step = -1;              // of the checkpoint; -1: not known
  std::optional<SampleInfo> sample{};  // of its samples: classes, shape; none: its data must be opened to know (an older checkpoint), or asked for
  bool otherHeld = false;              // other data were named, and all of their samples are in the validation part (DataSpec::validationPath)
  std::int64_t run = -1;               // its number in its project; -1: not known
  CheckpointScore score{};             // of the checkpoint
  std::shared_ptr<const FrozenModel> frozen{};  // a frozen model: graph and weights are its own
};

// Throws Error (Input) naming the path: it does not exist, is of a kind that cannot be asked (with the way to one that can), has no checkpoint, is
// damaged. Does not open the data.
AskedModel openModel(const ModelSource& source);

}  // namespace stepscope
