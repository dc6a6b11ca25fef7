// An ONNX file as the program takes it: read, imported as it is, and as the model of a project whose data are images.
#include "core/models/model.h"
#include "core/onnx/importer.h"
#include "tests/core/onnx/operator_cases.h"
#include "tests/fuzz/fuzz.h"

using namespace stepscope;

std::vector<std::string> fuzz::seeds() {
  std::vector<std::string> files;
  for (const testing::OperatorCase& one : testing::readOperatorCases(STEPSCOPE_SOURCE_DIR "/tests/core/onnx/operators.txt"))
    files.push_back(testing::modelOf(one).SerializeAsString());
  return files;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file = fuzz::writeFile("model.onnx", fuzz::textOf(data, size));
  fuzz::answered(fuzz::textOf(data, size), [&] {
    const Graph graph = onnx::importModel(onnx::readModel(file)).graph;
    graph.verify();
    summarize(graph);
  });
  return fuzz::answered(fuzz::textOf(data, size), [&] {
    ModelSpec spec;
    spec.onnx = file;
    summarize(buildModel(spec, {{3, 8, 8}, 4}, 2, true));
  });
}
