// The supports-matrix: every op of the table in every floating type on every backend. Each cell is proved by compiling the op: it has a
// kernel of its own for the type, or one between conversions, or it is refused before anything runs, in a sentence that names it.
// Run it alone to read the table: test_backend_supports.
#include <algorithm>
#include <map>
#include <set>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/op_cases/op_cases.h"

#include <QtTest>
#include <cstdio>

using namespace stepscope;

namespace {

constexpr DType kTypes[] = {DType::F32, DType::BF16, DType::F16};

bool isNarrow(DType type) {
  return type == DType::BF16 || type == DType::F16;
}

// The type that a node runs in: a narrow one where any operand has it.
DType typeOf(const Graph& graph, const Node& node) {
  for (const auto* operands : {&node.inputs, &node.outputs})
    for (const ValueId value : *operands)
      if (value != kNone && isNarrow(graph.value(value).dtype)) return graph.value(value).dtype;
  return DType::F32;
}

// Harsher than autocast, but what its lists keep in f32 stays there.
AmpClass everythingLow(const OpDef& op) {
  return op.ampCpu == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

// Autocast never gives the op a narrow operand: it is on the list of f32, or the gradient of one that is, or works on scalars.
bool staysF32(const OpDef& op) {
  if (op.name == "grad_scaler_update" || op.name == "fill") return true;
  const OpDef* forward = op.name.ends_with("_grad") ? findOp(op.name.substr(0, op.name.size() - 5)) : &op;
  return forward && forward->ampCpu == AmpClass::F32;
}

Graph withGradients(const Graph& forward) {
  if (!forward.outputs().contains("loss") || forward.outputs().contains("y")) return forward;  // "y": a case without gradients
  AutodiffResult backward = autodiff(forward);
  for (const auto& [parameter, gradient] : backward.gradients)
    backward.graph.markOutput("gradient of " + std::string(backward.graph.nameOf(parameter)), gradient);
  return std::move(backward.graph);
}

// A step of every optimizer, with all that may stand beside it.
std::vector<Graph> optimizerGraphs(DType type) {
  std::vector<Graph> graphs;
  for (const OptimizerDef& def : optimizerDefs()) {
    Graph forward;
    // Of one dimension, too: codes of 8 bits have its shape.
    ValueId loss = kNone;
    for (const Shape& shape : {Shape{64, 100}, Shape{6400}}) {
      const std::string name = std::to_string(shape.size());
      const ValueId w = forward.addPersistent(Role::Parameter, "w" + name, type, shape, {}), x = forward.addInput("x" + name, type, shape);
      const Shape axes = shape.size() == 2 ? Shape{0, 1} : Shape{0};
      const ValueId sum = forward.add("sum", {forward.add("mul", {w, x}, {}, "product")}, {{"axes", axes}, {"keepdim", false}}, "sum");
      loss = loss == kNone ? sum : forward.add("add", {loss, sum}, {{"relu", false}}, "loss");
    }
    if (type != DType::F32) loss = forward.add("cast", {loss}, {{"to", std::string("f32")}}, "loss");
    forward.markOutput("loss", loss);
    OptimizerSpec spec;
    spec.kind = def.kind;
    spec.momentum = 0.9;
    spec.clipNorm = 1;
    spec.averageWeights = spec.scalesLoss = true;
    graphs.push_back(buildTrainingStep(forward, spec).graph);
    spec.accumulate = true;
    graphs.push_back(buildTrainingStep(forward, spec).graph);
  }
  return graphs;
}

enum class Cell { Unknown, Refused, StaysF32, Converted, Own };

const char* nameOf(Cell cell) {
  switch (cell) {
    case Cell::Unknown: return "-";
    case Cell::Refused: return "refused";
    case Cell::StaysF32: return "f32";
    case Cell::Converted: return "converted";
    case Cell::Own: return "own";
  }
  return "";
}

}  // namespace

class SupportsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyOp_data() {
    QTest::addColumn<QString>("name");
    for (const Backend* backend : allBackends()) {
      const QString name = QString::fromUtf8(backend->name().data(), static_cast<qsizetype>(backend->name().size()));
      QTest::newRow(qPrintable(name)) << name;
    }
  }

  void everyOp() {
    QFETCH(QString, name);
    const Backend& backend = *findBackend(name.toStdString());
    std::map<std::pair<std::string, DType>, Cell> matrix;
    std::vector<OpCase> cases = opCases();
    for (OpCase& c : backendCases()) cases.push_back(std::move(c));
    for (const DType type : kTypes) {
      std::vector<Graph> graphs = optimizerGraphs(type);
      for (const OpCase& c : cases) graphs.push_back(withGradients(type == DType::F32 ? c.graph : amp(c.graph, type, everythingLow).graph));
      for (const Graph& graph : graphs) fill(matrix, backend, graph);
    }

    std::printf("%-28s %-10s %-10s %-10s\n", qPrintable(name), "f32", "bf16", "fp16");
    std::map<DType, std::map<Cell, int>> sums;
    for (const OpDef* op : allOps()) {
      const std::string opName(op->name);
      if (opName == "reorder") continue;  // a backend's own
      std::string line;
      for (const DType type : kTypes) {
        const auto found = matrix.find({opName, type});
        Cell cell = found == matrix.end() ? Cell::Unknown : found->second;
        if (cell == Cell::Unknown && type != DType::F32 && staysF32(*op)) cell = Cell::StaysF32;
        // Nothing is left to be found out at run time. A cast always has a narrow side.
        const bool never = type == DType::F32 && opName == "cast";
        if (!never) QVERIFY2(cell != Cell::Unknown, (opName + " in " + std::string(nameOf(type))).c_str());
        if (type == DType::F32 && !never) QVERIFY2(cell == Cell::Own, opName.c_str());
        ++sums[type][cell];
        line += QString("%1").arg(nameOf(cell), -11).toStdString();
      }
      std::printf("%-28s %s\n", opName.c_str(), line.c_str());
    }
    for (const DType type : kTypes)
      std::printf("%s: %d ops with a kernel of their own, %d between conversions to f32, %d that autocast keeps in f32, %d refused by name\n",
                  nameOf(type).data(), sums[type][Cell::Own], sums[type][Cell::Converted], sums[type][Cell::StaysF32], sums[type][Cell::Refused]);
    std::fflush(stdout);
  }

 private:
  using Matrix = std::map<std::pair<std::string, DType>, Cell>;

  static void fill(Matrix& matrix, const Backend& backend, const Graph& graph) {
    const auto raise = [&](const Node& node, DType type, Cell cell) {
      Cell& known = matrix[{std::string(node.op->name), type}];
      known = std::max(known, cell);
    };
    std::vector<const Node*> refused;
    for (const Node& node : graph.nodes())
      if (!backend.supports(graph, node)) refused.push_back(&node);
    CompileOptions options;
    options.threads = 1;
    options.autotune = false;
    try {
      const auto program = backend.compile(graph, options);
      QVERIFY2(refused.empty(), refused.empty() ? "" : refused[0]->op->name.data());
      const Graph& lowered = program->graph();
      for (std::size_t n = 0; n < lowered.nodes().size(); ++n) {
        const bool converted = program->kernels()[n].library.find("converted") != std::string::npos;
        raise(lowered.nodes()[n], typeOf(lowered, lowered.nodes()[n]), converted ? Cell::Converted : Cell::Own);
      }
      // What runs inside another node runs.
      for (const Node& node : graph.nodes()) raise(node, typeOf(graph, node), typeOf(graph, node) == DType::F32 ? Cell::Own : Cell::Converted);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      QVERIFY2(!refused.empty(), error.what());
      const std::string sentence = error.what();
      QVERIFY2(std::any_of(refused.begin(), refused.end(), [&](const Node* node) { return sentence.find(node->op->title) != std::string::npos; }),
               error.what());
      for (const Node& node : graph.nodes()) {
        const bool no = std::find(refused.begin(), refused.end(), &node) != refused.end();
        raise(node, typeOf(graph, node), no ? Cell::Refused : typeOf(graph, node) == DType::F32 ? Cell::Own : Cell::Converted);
      }
    }
  }
};

QTEST_GUILESS_MAIN(SupportsTest)
#include "supports_test.moc"
