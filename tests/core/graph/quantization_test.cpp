// Quantized tensors: which there may be, and that what only moves elements takes their scales along.
#include <QtTest>
#include <functional>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/reference/formula.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

using namespace stepscope;

namespace {

using Ints = std::vector<std::int64_t>;

Quantization perTensor() {
  return {{0.05F}, {-3}, -1};
}
Quantization along(const Shape& shape, std::int64_t axis, int first = 0) {
  Quantization q{{}, {}, axis};
  for (int i = 0; i < shape[static_cast<std::size_t>(axis)]; ++i) {
    q.scale.push_back(0.125F * static_cast<float>(first + i + 1));
    q.zeroPoint.push_back(7 * (first + i) - 20);
  }
  return q;
}

Value quantized(const std::string& name, DType dtype, Shape shape, Quantization q) {
  Value value;
  value.name = name;
  value.dtype = dtype;
  value.shape = std::move(shape);
  value.role = Role::Frozen;
  value.quantization = std::move(q);
  return value;
}

// What the stored numbers stand for: ONNX's DequantizeLinear, written down once more.
reference::Tensor realOf(const reference::Tensor& stored, const Shape& shape, const Quantization& q) {
  reference::Tensor real(stored.size());
  std::int64_t inner = 1;
  if (q.axis >= 0)
    for (std::size_t d = static_cast<std::size_t>(q.axis) + 1; d < shape.size(); ++d) inner *= shape[d];
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::size_t k = q.axis < 0 ? 0 : i / static_cast<std::size_t>(inner) % static_cast<std::size_t>(shape[static_cast<std::size_t>(q.axis)]);
    real[i] = (stored[i] - q.zeroPoint.at(k)) * static_cast<double>(q.scale.at(k));
  }
  return real;
}

struct Move {
  const char* op;
  Attributes attrs;
  std::int64_t axis;  // of the scales; -1: one for the tensor
  int inputs = 1;
};

const Shape kShape{4, 6, 2, 3};

std::vector<Move> moves() {
  std::vector<Move> all;
  for (const std::int64_t axis : {-1, 0, 1, 2, 3}) {
    all.push_back({"reorder", {}, axis});
    all.push_back({"transpose", {{"permutation", Ints{2, 0, 3, 1}}}, axis});
    all.push_back({"slice", {{"starts", Ints{1, 1, 0, 0}}, {"ends", Ints{4, 6, 2, 2}}, {"steps", Ints{2, 2, 1, 1}}}, axis});
    all.push_back({"concat", {{"axis", std::int64_t{1}}}, axis, 2});
    all.push_back({"split", {{"axis", std::int64_t{1}}, {"sizes", Ints{1, 3, 2}}}, axis});
    all.push_back({"channel_shuffle", {{"groups", std::int64_t{3}}}, axis});
  }
  all.push_back({"reshape", {{"shape", Ints{24, 6}}}, -1});
  all.push_back({"reshape", {{"shape", Ints{4, 6, 6}}}, 1});
  all.push_back({"reshape", {{"shape", Ints{24, 2, 3}}}, 2});
  all.push_back({"reshape", {{"shape", Ints{1, 4, 36}}}, 0});
  for (const char* mode : {"reflect", "edge"})
    for (const std::int64_t axis : {-1, 0, 1})
      all.push_back({"pad", {{"before", Ints{0, 0, 1, 2}}, {"after", Ints{0, 0, 1, 1}}, {"mode", std::string(mode)}}, axis});
  return all;
}

QString refusalOf(const std::function<void()>& what) {
  try {
    what();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Input && !error.cure().empty())
      return QString::fromStdString(error.where() + ": " + error.happened() + ". " + error.cure());
    return QStringLiteral("not a refusal with a cure: ") + error.what();
  }
  return {};
}

}  // namespace

class QuantizationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sizesAndNames() {
    Graph g;
    const ValueId w = g.addValue(quantized("fc.weight", DType::I8, {3, 5}, along({3, 5}, 0)));
    QCOMPARE(g.value(w).bytes, std::int64_t{15});
    QCOMPARE(std::string(nameOf(DType::I8)), std::string("i8"));
    QCOMPARE(g.value(w).quantization.scale.size(), std::size_t{3});
    g.verify();
  }

  void refusals_data() {
    QTest::addColumn<DType>("dtype");
    QTest::addColumn<Quantization>("q");
    QTest::addColumn<QString>("says");
    QTest::newRow("real numbers") << DType::F32 << perTensor() << "is f32 and cannot be quantized";
    QTest::newRow("64 bits") << DType::I64 << perTensor() << "is i64 and cannot be quantized";
    QTest::newRow("axis too large") << DType::I8 << Quantization{{1}, {0}, 2} << "along axis 2, but 2 dimensions";
    QTest::newRow("axis below -1") << DType::I8 << Quantization{{1}, {0}, -2} << "along axis -2";
    QTest::newRow("too few for the axis") << DType::I8 << Quantization{{1, 1}, {0, 0}, 1} << "2 scales and 2 zero points where 5";
    QTest::newRow("several for the tensor") << DType::I8 << Quantization{{1, 1}, {0, 0}, -1} << "2 scales and 2 zero points where 1";
    QTest::newRow("no scale") << DType::I8 << Quantization{{}, {0}, -1} << "0 scales and 1 zero points";
    QTest::newRow("axis alone") << DType::I8 << Quantization{{}, {}, 0} << "0 scales and 0 zero points where 3";
    QTest::newRow("no zero point") << DType::U8 << Quantization{{1}, {}, -1} << "1 scales and 0 zero points";
    QTest::newRow("scale of 0") << DType::I8 << Quantization{{0}, {0}, -1} << "has the scale 0";
    QTest::newRow("scale below 0") << DType::I8 << Quantization{{-2}, {0}, -1} << "has the scale -2";
    QTest::newRow("scale no number") << DType::I8 << Quantization{{std::nanf("")}, {0}, -1} << "has the scale nan";
    QTest::newRow("zero point too large") << DType::I8 << Quantization{{1}, {128}, -1} << "from -128 to 127";
    QTest::newRow("zero point too small") << DType::I8 << Quantization{{1}, {-129}, -1} << "from -128 to 127";
    QTest::newRow("u8 below 0") << DType::U8 << Quantization{{1}, {-1}, -1} << "from 0 to 255";
    QTest::newRow("u8 too large") << DType::U8 << Quantization{{1}, {256}, -1} << "from 0 to 255";
    QTest::newRow("i32 is about zero") << DType::I32 << Quantization{{1}, {1}, -1} << "from 0 to 0";
  }

  void refusals() {
    QFETCH(DType, dtype);
    QFETCH(Quantization, q);
    QFETCH(QString, says);
    Graph g;
    const QString refusal = refusalOf([&] { g.addValue(quantized("fc.weight", dtype, {3, 5}, q)); });
    QVERIFY2(refusal.startsWith("fc.weight: ") && refusal.contains(says), qPrintable(refusal));
    // The same where it came later.
    const ValueId w = g.addValue(quantized("fc.weight", dtype, {3, 5}, {}));
    g.value(w).quantization = q;
    QCOMPARE(refusalOf([&] { g.verify(); }), refusal);
  }

  void edgesAreTaken() {
    Graph g;
    g.addValue(quantized("a", DType::I8, {2}, {{1e-30F, 3}, {-128, 127}, 0}));
    g.addValue(quantized("b", DType::U8, {2}, {{1, 1}, {0, 255}, 0}));
    g.addValue(quantized("c", DType::I32, {2}, {{1}, {0}, -1}));
    g.addValue(quantized("scalar", DType::I8, {}, perTensor()));
    g.verify();
  }

  void movesKeepWhatNumbersMean_data() {
    QTest::addColumn<int>("index");
    const std::vector<Move> all = moves();
    for (std::size_t i = 0; i < all.size(); ++i)
      QTest::addRow("%s, axis %d, %d", all[i].op, static_cast<int>(all[i].axis), static_cast<int>(i)) << static_cast<int>(i);
  }

  // Dequantized after the move is the same as moved after dequantizing, element by element.
  void movesKeepWhatNumbersMean() {
    QFETCH(int, index);
    const Move move = moves().at(static_cast<std::size_t>(index));
    Graph stored, real;
    std::vector<ValueId> codes, reals;
    reference::Bindings storedInputs, realInputs;
    for (int i = 0; i < move.inputs; ++i) {
      const std::string name = "x" + std::to_string(i);
      const Quantization q = move.axis < 0 ? perTensor() : along(kShape, move.axis, move.axis == 1 ? i : 0);
      reference::Tensor numbers = reference::formulaLabels(static_cast<std::uint32_t>(i + 1), numel(kShape), 256);
      for (double& number : numbers) number -= 128;
      codes.push_back(stored.addValue(quantized(name, DType::I8, kShape, q)));
      reals.push_back(real.addPersistent(Role::Buffer, name, DType::F32, kShape, {}));
      storedInputs[name] = numbers;
      realInputs[name] = realOf(numbers, kShape, q);
    }
    const NodeId a = stored.addNode(move.op, codes, move.attrs, "layer"), b = real.addNode(move.op, reals, move.attrs, "layer");
    stored.verify();
    const reference::Result moved = reference::interpret(stored, storedInputs), expected = reference::interpret(real, realInputs);
    QVERIFY(!stored.node(a).outputs.empty());
    for (std::size_t i = 0; i < stored.node(a).outputs.size(); ++i) {
      const Value& y = stored.value(stored.node(a).outputs[i]);
      QVERIFY(y.dtype == DType::I8 && y.quantization.any());
      QCOMPARE(y.quantization.perAxis(), move.axis >= 0);
      VERIFY_COMPARISON(
          test::compareElements(realOf(moved[stored.node(a).outputs[i]], y.shape, y.quantization), expected[real.node(b).outputs[i]], {}), y.name);
    }
  }

  void everyMoverIsTried() {
    std::set<std::string_view> tried, movers;
    for (const Move& move : moves()) tried.insert(move.op);
    for (const OpDef* op : allOps())
      if (op->movesOnly) movers.insert(op->name);
    QVERIFY(tried == movers);
  }

  void movesThatWouldLoseTheScales() {
    const auto refusal = [](const char* op, Attributes attrs, std::vector<Quantization> of) {
      return refusalOf([&] {
        Graph g;
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < of.size(); ++i) inputs.push_back(g.addValue(quantized("x" + std::to_string(i), DType::I8, kShape, of[i])));
        g.addNode(op, inputs, std::move(attrs), "block.layer");
      });
    };
    const Attributes joined{{"axis", std::int64_t{0}}};
    QVERIFY(refusal("reshape", {{"shape", Ints{24, 6}}}, {along(kShape, 1)})
                .startsWith("block.layer: reshape: 4x6x2x3 as 24x6 does not keep dimension 1"));
    QVERIFY(refusal("concat", joined, {perTensor(), along(kShape, 1)}).startsWith("block.layer: concat: the inputs x0 and x1 are quantized"));
    QVERIFY(refusal("concat", joined, {perTensor(), {{0.5F}, {-3}, -1}}).contains("in different ways"));
    QVERIFY(refusal("concat", joined, {perTensor(), {}}).contains("in different ways"));
    QVERIFY(refusal("concat", joined, {along(kShape, 1), along(kShape, 1, 1)}).contains("in different ways"));
    QVERIFY(refusal("concat", joined, {along(kShape, 0), along(kShape, 1)}).contains("in different ways"));
    const auto pad = [](const char* mode) {
      return Attributes{{"before", Ints{0, 1, 0, 0}}, {"after", Ints{0, 0, 0, 0}}, {"mode", std::string(mode)}, {"value", 0.0}};
    };
    QVERIFY(refusal("pad", pad("constant"), {perTensor()}).contains("cannot be padded with a number"));
    QVERIFY(refusal("pad", pad("edge"), {along(kShape, 1)}).contains("cannot be padded along its scales"));
  }

  // Any op that computes names its layer and the tensor, whichever of its operands it is.
  void whatComputesRefuses() {
    std::set<std::string_view> refused;
    for (const OpCase& c : opCases()) {
      for (std::size_t v = 0; v < c.graph.values().size(); ++v) {
        if (c.graph.values()[v].producer != kNone) continue;
        Graph graph = c.graph;
        Value& value = graph.value(static_cast<ValueId>(v));
        const auto reader = std::find_if(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) {
          return std::find(node.inputs.begin(), node.inputs.end(), static_cast<ValueId>(v)) != node.inputs.end();
        });
        if (reader == graph.nodes().end() || reader->op->movesOnly) continue;
        value.dtype = DType::I8;
        value.quantization = perTensor();
        const QString refusal = refusalOf([&] { graph.verify(); });
        const QString expected =
            QString::fromStdString(reader->scope + ": " + std::string(reader->op->name) + " computes with real numbers, but its input " + value.name);
        QVERIFY2(refusal.startsWith(expected), qPrintable(QString::fromStdString(c.name) + ": " + refusal));
        refused.insert(reader->op->name);
      }
    }
    QVERIFY(refused.size() > 40);
  }

  // Without scales they are whole numbers, of which no gradient is asked; real arithmetic refuses them by its layer.
  void plainWholeNumbers() {
    Graph g;
    const ValueId x = g.addInput("x", DType::I8, {2, 3});
    QVERIFY(refusalOf([&] { g.add("relu", {x}, {}, "block.act"); }).contains("block.act"));
    QVERIFY(g.value(g.add("reshape", {x}, {{"shape", Ints{6}}}, "flat")).dtype == DType::I8);
    QVERIFY(!g.value(g.find("flat.reshape")).quantization.any());
  }

  void verifyComparesWithTheOpTable() {
    Graph g;
    const ValueId x = g.addValue(quantized("x", DType::I8, {2, 3}, perTensor()));
    const ValueId y = g.add("reshape", {x}, {{"shape", Ints{6}}}, "flat");
    g.verify();
    g.value(y).quantization = {{0.5F}, {0}, -1};
    QVERIFY_EXCEPTION_THROWN(g.verify(), Error);
  }
};

QTEST_GUILESS_MAIN(QuantizationTest)
#include "quantization_test.moc"
