#include "tests/core/onnx/try_model.h"

#include <cstring>

#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"
#include "core/models/model.h"
#include "core/onnx/importer.h"
#include "core/passes/step_graph.h"

namespace stepscope::testing {

namespace {

constexpr std::int64_t kMostBytes = 16 << 20;  // of a graph that is run

std::int64_t bytesOf(const Graph& graph) {
  std::int64_t bytes = 0;
  for (const Value& value : graph.values()) bytes += std::min<std::int64_t>(value.bytes, kMostBytes);
  return bytes;
}

// Inputs are the numbers -3 to 3: as labels and places some of them are out of range.
void run(const Graph& graph) {
  const auto program = findBackend("cpu")->compile(graph, {{.autotune = false}, 1});
  program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));
  for (const Value& value : graph.values()) {
    if (isPersistent(value.role)) program->write(value.name, std::as_bytes(std::span<const float>(initialValue(value, 1))));
    if (value.role != Role::Input) continue;
    const auto target = program->input(value.name);
    for (std::size_t i = 0; i + 4 <= target.size(); i += 4) {
      const auto number = static_cast<std::int32_t>(i / 4 % 7) - 3;
      const auto real = static_cast<float>(number);
      std::memcpy(target.data() + i, value.dtype == DType::F32 ? static_cast<const void*>(&real) : &number, 4);
    }
  }
  if (graph.find("seed") != kNone) program->setScalar("seed", 1);
  program->run();
}

std::string complaintOf(const Error& error, const std::string& path) {
  const std::string sentence = error.what();
  if (error.kind() != ErrorKind::Input && error.kind() != ErrorKind::Resource) return "an error of the program's own: " + sentence;
  if (!path.empty() && sentence.find(path) == std::string::npos) return "the file is not named: " + sentence;
  if (!path.empty() && error.cure().empty()) return "no cure: " + sentence;
  for (const char* raw : {"std::", "vector", "basic_string", "bad_alloc", "stoi", "stol"})
    if (sentence.find(raw) != std::string::npos) return "the text of a C++ exception: " + sentence;
  return {};
}

// Runs a step, whose refusals need not name the file: they are about the graph.
template <class Step>
void attempt(Trial& trial, const Step& step) {
  try {
    step();
  } catch (const Error& error) {
    if (trial.complaint.empty()) trial.complaint = complaintOf(error, {});
  }
}

void tryAll(Trial& trial, const std::string& path) {
  try {
    const onnx::OnnxModel model = onnx::readModel(path);
    const Graph graph = onnx::importModel(model).graph;
    trial.tried = Tried::Imported;
    attempt(trial, [&] {
      graph.verify();
      summarize(graph);
      if (bytesOf(graph) > kMostBytes) return;
      run(graph);
      trial.tried = Tried::Run;
    });
  } catch (const Error& error) {
    trial.sentence = error.what();
    trial.complaint = complaintOf(error, path);
  }
  // As the model of a project whose data are images.
  attempt(trial, [&] {
    ModelSpec spec;
    spec.onnx = path;
    const Graph forward = buildModel(spec, {{3, 8, 8}, 4}, 2, true);
    summarize(forward);
    if (bytesOf(forward) > kMostBytes) return;
    const Graph step = buildTrainingStep(forward, OptimizerSpec{}).graph;
    step.verify();
    if (bytesOf(step) <= kMostBytes) run(buildEvaluationStep(buildModel(spec, {{3, 8, 8}, 4}, 2, false)).graph);
  });
}

}  // namespace

Trial tryModel(const std::string& path) {
  Trial trial;
  try {
    tryAll(trial, path);
  } catch (const std::exception& exception) {
    trial.complaint = std::string("an exception that is not ours: ") + exception.what();
  }
  return trial;
}

}  // namespace stepscope::testing
