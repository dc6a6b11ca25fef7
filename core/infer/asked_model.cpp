#include "core/infer/asked_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/kinds/dataset_table.h"
#include "core/data/preview/data_preview.h"
#include "core/infer/onnx_notes.h"
#include "core/models/model.h"
#include "core/project/toml_text.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "core/train/checkpoint/export_weights.h"
#include "core/train/record/sample_record.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

// Files that hold a model, or a part of one, in a form that cannot be opened here.
struct OtherFile {
  std::string_view ending, what, cure;
};
constexpr std::string_view kToOnnx = "Export it: torch.onnx.export(model, example, \"model.onnx\", dynamic_axes={\"input\": {0: \"batch\"}}, ...)";
constexpr std::array<OtherFile, 12> kOtherFiles = {{
    {".pt", "holds Python objects, which are not opened", kToOnnx},
    {".pth", "holds Python objects, which are not opened", kToOnnx},
    {".ckpt", "holds Python objects, which are not opened", kToOnnx},
    {".bin", "is no model that is read", kToOnnx},
    {".h5", "is a Keras model, which is not read", "Convert it: python -m tf2onnx.convert --keras model.h5 --output model.onnx"},
    {".keras", "is a Keras model, which is not read", "Convert it: model.export(\"model.onnx\", format=\"onnx\")"},
    {".tflite", "is a TensorFlow Lite model, which is not read", "Convert it: python -m tf2onnx.convert --tflite model.tflite --output model.onnx"},
    {".pb", "is a TensorFlow graph, which is not read", "Convert its folder: python -m tf2onnx.convert --saved-model FOLDER --output model.onnx"},
    {".engine", "is an engine of TensorRT, which is not read", "Name the ONNX file that it was made from"},
    {".xml", "is an OpenVINO model, which is not read", "Name the ONNX file that it was made from"},
    {".safetensors", "holds weights only", "Name a checkpoint or a run, which has the model too, or export the model to ONNX"},
    {".stepscope-run", "is the file of a run", "Read it into a project first: stepscope-cli runs import PROJECT FILE"},
}};

[[noreturn]] void refuse(const std::string& path) {
  std::error_code ignored;
  const std::string name = lower(path);
  if (!fs::exists(path, ignored)) {
    for (const ZooEntry& entry : modelZoo())
      if (entry.name == path)
        throw Error(ErrorKind::Input, path, "this is a model of the zoo, which has no trained weights",
                    "Train it in a project, and name the project");
    throw Error(ErrorKind::Input, path, "there is no such file or folder",
                "Name a project, the folder of a run or of a checkpoint, an ONNX file, or a frozen model");
  }
  for (const OtherFile& other : kOtherFiles)
    if (name.ends_with(other.ending)) throw Error(ErrorKind::Input, path, std::string(other.what), std::string(other.cure));
  throw Error(ErrorKind::Input, path, "there is no model in it",
              "Name a project, the folder of a run or of a checkpoint, an ONNX file, or a frozen model");
}

// Finds kind and path of the data at a path. The search ends as soon as these are known; a table is read whole, since its target must be chosen.
DataSpec recognized(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) throw Error(ErrorKind::Input, path, "there are no data", "Check the path given with --data");
  std::atomic<bool> enough{false};
  PreviewWatch watch;
  watch.cancelled = &enough;
  watch.partial = [&](const DataPreview& preview) { enough = !preview.spec.kind.empty() && preview.spec.kind != "table"; };
  DataPreview preview = previewData(path, watch);
  if (!preview.spec.kind.empty()) {
    preview.spec.cancel = nullptr;
    return preview.spec;
  }
  for (const DataFinding& finding : preview.findings)
    if (finding.weight == DataFinding::Weight::Stop) throw Error(ErrorKind::Input, path, finding.what, finding.cure);
  throw Error(ErrorKind::Input, path, "the kind of these data is not known", "Look with: stepscope-cli data check " + path);
}

// Sets other data for the model. If the kind can have a separate file or folder for validation and the training data are still there, the other data
// become the validation part, so that classes, columns and their scales are those of the training data. Otherwise they replace the data.
void useOtherData(AskedModel& model, const std::string& path) {
  DataSpec& data = model.project.data;
  const DataSpec other = recognized(fs::absolute(path).lexically_normal().string());
  std::error_code ignored;
  const bool trainingData = !data.path.empty() && fs::exists(data.path, ignored);
  if (other.kind != data.kind)
    throw Error(ErrorKind::Input, path, fmt::format("holds data of the kind {}, and the model was trained on {}", other.kind, data.kind),
                "Give data of the same kind");
  if ((data.kind == "table" || readsPictureFiles(data.kind)) && trainingData) {
    data.validationPath = other.path;
    model.otherHeld = true;
    return;
  }
  if (data.kind == "table")
    throw Error(ErrorKind::Input, data.path, "the table that the model was trained on is gone, and with it the scales of its columns",
                "Put it back, or train again");
  data.path = other.path;
  data.validationPath.clear();
  data.trainPath.clear();
}

AskedModel fromCheckpoint(const std::string& path, const std::string& title) {
  Checkpoint checkpoint = loadCheckpointAt(path);
  AskedModel model;
  try {
    model.project = projectFromJson(checkpoint.configuration);
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::Input, path, "the configuration kept with the checkpoint cannot be read", "Use the version of Stepscope that wrote it");
  }
  putAverages(checkpoint);
  dropLossWeights(checkpoint);
  model.title = title;
  model.source = path;
  model.weights = std::move(checkpoint.model);
  model.step = checkpoint.step;
  model.score = checkpoint.score;
  if (const auto kept = checkpoint.texts.find(kSampleRecord); kept != checkpoint.texts.end()) model.sample = sampleOfRecord(kept->second);
  return model;
}

// The checkpoint to open in the folder of a run: the one with the name `wanted`; if it is empty, the best one, or else the last. `of`: the name of
// the run, for messages.
CheckpointInfo chosenCheckpoint(const std::string& directory, const std::string& wanted, const std::string& of) {
  if (!wanted.empty()) return findCheckpoint(directory, wanted, of);
  const std::vector<CheckpointInfo> all = listCheckpoints(directory);
  for (const char* kind : {"best", "last"})
    for (const CheckpointInfo& info : all)
      if (info.first && info.kind == kind) return info;
  throw Error(ErrorKind::Input, of, "it has no checkpoint", "Train it for a while first, or choose another run");
}

AskedModel fromRun(const std::string& directory, const std::string& wanted, const std::string& of) {
  const CheckpointInfo info = chosenCheckpoint(directory, wanted, of);
  return fromCheckpoint(info.path, of + ", " + info.name);
}

// The run whose best checkpoint has the best score; without scores the newest run with a checkpoint. Archived runs are skipped, and so are scores
// that cannot be compared with the best one so far.
RunInfo bestRun(const Project& project, const std::string& named) {
  std::optional<RunInfo> best, newest;
  CheckpointScore score;
  std::error_code ignored;
  if (fs::exists(project.storePath(), ignored))
    for (const RunInfo& run : RunReader(project.storePath()).runs()) {
      if (run.archived) continue;
      for (const CheckpointInfo& info : listCheckpoints(project.runDirectory(run.id))) {
        if (!info.first || !info.problem.empty()) continue;
        if (!newest) newest = run;
        if (info.kind != "best" || (best && !info.score.isComparable(score)) || !info.score.isBetter(score)) continue;
        best = run;
        score = info.score;
      }
    }
  if (best) return *best;
  if (newest) return *newest;
  throw Error(ErrorKind::Input, named, "no run of this project has a checkpoint", "Train it first: stepscope-cli train " + named);
}

AskedModel fromProject(const ModelSource& source) {
  Project opened;
  try {
    opened = loadProject(source.path);
  } catch (const Error&) {  // a run has its own paths, so the data of the project may be missing
    opened = loadProject(source.path, {{"data.path", "\".\""}});
    opened.data.path.clear();
  }
  RunInfo run;
  if (source.run) {
    std::error_code ignored;
    std::optional<RunInfo> found;
    if (fs::exists(opened.storePath(), ignored)) found = RunReader(opened.storePath()).run(*source.run);
    if (!found)
      throw Error(ErrorKind::Input, fmt::format("run {}", *source.run), "there is no such run in " + source.path,
                  "List the runs with: stepscope-cli runs list " + source.path);
    run = *found;
  } else {
    run = bestRun(opened, source.path);
  }
  AskedModel model = fromRun(opened.runDirectory(run.id), source.checkpoint, run.name);
  model.run = run.id;
  std::error_code ignored;
  if (!fs::exists(model.project.data.path, ignored) && !opened.data.path.empty()) model.project.data.path = opened.data.path;  // it was moved
  return model;
}

AskedModel fromOnnx(const ModelSource& source) {
  const fs::path file = fs::absolute(source.path).lexically_normal();
  std::string text = "[project]\nname = \"asked\"\n";
  if (!source.data.empty()) {
    const DataSpec data = recognized(fs::absolute(source.data).lexically_normal().string());
    // A file of another program does not contain how pixels are scaled: the usual values are taken (below) unless data.mean and data.std are given.
    text += fmt::format("[data]\nkind = {}\npath = {}\n", tomlText(data.kind), tomlText(data.path));
    if (!data.target.empty() && data.kind == "table") text += fmt::format("target = [{}]\n", tomlText(data.target.front()));
  } else {
    text += "[data]\nkind = \"synthetic\"\n";
  }
  text += fmt::format("[model]\nonnx = {}\n", tomlText(file.string()));
  AskedModel model;
  model.project = parseProject(text, (file.parent_path() / "project.toml").string(), source.overrides);
  DataSpec& data = model.project.data;
  if (source.data.empty()) data.kind.clear();
  const bool asked = std::any_of(source.overrides.begin(), source.overrides.end(), [](const auto& one) { return one.first == "data.normalize"; });
  const onnx::OnnxModel net = onnx::readModel(file.string());
  if (data.mean.empty() && !asked) {
    const OnnxNotes notes = notesOf(net);
    data.mean = notes.mean;
    data.std = notes.std;
  }
  // Pictures are resized to the size that the file takes, if it says one.
  if (const Shape shape = net.inputs.empty() ? Shape() : net.inputs[0].shape; data.imageSize == 0 && shape.size() == 4 && shape[2] == shape[3])
    data.imageSize = std::max<std::int64_t>(0, shape[2]);
  if (data.mean.empty() && data.normalize == "measured") data.normalize = "usual";
  model.title = file.filename().string();
  model.source = file.string();
  return model;
}

AskedModel fromFrozen(const ModelSource& source) {
  const fs::path file = fs::absolute(source.path).lexically_normal();
  auto frozen = std::make_shared<FrozenModel>(readFrozenModel(file.string()));
  AskedModel model;
  model.title = file.filename().string();
  model.source = file.string();
  model.project = frozen->project;
  model.step = frozen->origin.step;
  model.run = frozen->origin.run;
  model.sample = frozen->sample;
  if (DataSpec& data = model.project.data; data.kind.empty() && !source.data.empty()) {
    const ChannelScale pixels{data.mean, data.std};
    data = recognized(fs::absolute(source.data).lexically_normal().string());
    data.mean = pixels.mean;
    data.std = pixels.std;
    if (model.sample->input().shape.size() == 3) data.imageSize = model.sample->input().shape[1];
    if (data.mean.empty()) data.normalize = "usual";
  } else if (!source.data.empty()) {
    useOtherData(model, source.data);
  }
  model.frozen = std::move(frozen);
  return model;
}

}  // namespace

AskedModel openModel(const ModelSource& source) {
  std::error_code ignored;
  const fs::path path(source.path);
  const bool folder = fs::is_directory(path, ignored);
  const bool project = folder ? fs::exists(path / "project.toml", ignored) : lower(source.path).ends_with(".toml") && fs::exists(path, ignored);
  const auto onlyForProjects = [&] {
    if (source.run) throw Error(ErrorKind::Input, "--run", "this is for projects", "Leave --run out");
  };
  if (!folder && lower(source.path).ends_with(".onnx") && fs::exists(path, ignored)) {
    onlyForProjects();
    if (!source.checkpoint.empty()) throw Error(ErrorKind::Input, "--checkpoint", "an ONNX file has no checkpoints", "Leave --checkpoint out");
    return fromOnnx(source);
  }
  AskedModel model;
  if (!folder && lower(source.path).ends_with(kFrozenEnding) && fs::exists(path, ignored)) {
    onlyForProjects();
    if (!source.checkpoint.empty()) throw Error(ErrorKind::Input, "--checkpoint", "a frozen model has no checkpoints", "Leave --checkpoint out");
    model = fromFrozen(source);
    if (!source.overrides.empty()) applyToData(model.project.data, source.overrides);
    return model;
  }
  if (project) {
    model = fromProject(source);
  } else if (folder && fs::exists(path / "MANIFEST.json", ignored)) {
    onlyForProjects();
    model = fromCheckpoint(source.path, fs::absolute(path).lexically_normal().filename().string());
  } else if (folder && !listCheckpoints(source.path).empty()) {
    onlyForProjects();
    model = fromRun(source.path, source.checkpoint, "run " + fs::absolute(path).lexically_normal().filename().string());
  } else {
    refuse(source.path);
  }
  if (!source.overrides.empty()) applyToData(model.project.data, source.overrides);
  if (!source.data.empty()) useOtherData(model, source.data);
  return model;
}

}  // namespace stepscope
