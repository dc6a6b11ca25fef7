// Files that are no models are refused in a sentence that names file, node and cure; files that are models, but unusual, are taken.
#include <functional>

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/onnx/importer.h"
#include "tests/core/onnx/written_model.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
namespace wire = onnx_wire;
using Ints = std::vector<std::int64_t>;
using testing::kFloat;
using testing::kInt64;
using File = testing::WrittenModel;

namespace {

constexpr int kDouble = 11;

File image() {
  return File().input("x", {1, 3, 8, 8}).output("y");
}
File scalars() {
  return File().init("a", kFloat, {}, {1}).init("b", kFloat, {}, {2}).init("zero", kInt64, {}, {0}).output("y");
}
File empty() {
  return File().init("a", kFloat, {0, 4}, {}).init("open", kInt64, {2}, {-1, 0}).init("at", kInt64, {1}, {0}).output("y");
}

}  // namespace

class OnnxRefusals : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const File& file, const char* said) {
      QTest::newRow(name) << QByteArray::fromStdString(file.bytes()) << QString(said);
    };
    const std::int64_t huge = std::int64_t{1} << 40;
    // Ranks, axes and sizes.
    row("concat of scalars", scalars().node("Concat", {"a", "b"}, {"y"}).integer("axis", 0), "the_Concat) has the axis 0 of a tensor of 0");
    row("gather from a scalar", scalars().node("Gather", {"a", "zero"}, {"y"}), "the_Gather) has the axis 0 of a tensor of 0");
    row("gather elements of a scalar", scalars().node("GatherElements", {"a", "zero"}, {"y"}), "the_GatherElements) has the axis 0");
    row("split of a scalar", scalars().node("Split", {"a"}, {"y", "z"}).integer("num_outputs", 2), "the_Split) has the axis 0");
    row("sum along a scalar", scalars().node("CumSum", {"a", "zero"}, {"y"}), "the_CumSum) has the axis 0");
    row("norm of a scalar", scalars().node("InstanceNormalization", {"a", "a", "a"}, {"y"}), "the_InstanceNormalization) takes scalar");
    row("reshape of nothing", empty().node("Reshape", {"a", "open"}, {"y"}).integer("allowzero", 1), "the_Reshape) cannot give 0x4");
    row("gather from nothing", empty().node("Gather", {"a", "at"}, {"y"}), "takes the element 0 of 0");
    row("split in no parts", image().node("Split", {"x"}, {"y", "z"}).integer("num_outputs", 0), "num_outputs of 0 for 2 outputs");
    row("split in -1 parts", image().node("Split", {"x"}, {"y", "z"}).integer("num_outputs", -1), "num_outputs of -1 for 2 outputs");
    row("blocks of 2^40", image().node("DepthToSpace", {"x"}, {"y"}).integer("blocksize", huge), "has blocksize of 1099511627776");
    row("window of 2^31", image().node("AveragePool", {"x"}, {"y"}).integers("kernel_shape", {1LL << 31, 2}), "has a window of [2147483648, 2]");
    row("two axes for a sum", image().init("axes", kInt64, {2}, {0, 1}).node("CumSum", {"x", "axes"}, {"y"}), "needs one whole number");
    row("kernel of a vector", File().input("x", {3}).output("y").init("w", kFloat, {1}, {1}).node("Conv", {"x", "w"}, {"y"}),
        "the_Conv) has a kernel of 1 for 3");
    row("the same axis twice", image().init("axes", kInt64, {2}, {1, 1}).node("ReduceSum", {"x", "axes"}, {"y"}), "names a dimension twice");
    row("axis of the least number", image().node("Softmax", {"x"}, {"y"}).integer("axis", std::numeric_limits<std::int64_t>::min()),
        "the_Softmax) has the axis -9223372036854775808");
    row("a table of 2^60 numbers", File().input("x", {1, 1 << 20, 1 << 20}).output("y").node("Trilu", {"x"}, {"y"}), "which is too many");
    row("an input of 2^80 numbers", File().input("x", {huge, huge}).output("y").node("Relu", {"x"}, {"y"}), "the input x has the shape");
    row("a constant of 2^60 numbers", File().init("s", kInt64, {2}, {1 << 30, 1 << 30}).output("y").node("ConstantOfShape", {"s"}, {"y"}),
        "which is too many");
    // What the standard says of the operator.
    row("a permutation of one", image().node("Transpose", {"x"}, {"y"}).integers("perm", {0, 0, 0, 0}), "has the permutation [0, 0, 0, 0]");
    row("another kernel_shape", image().init("w", kFloat, {1, 3, 1, 1}, {1, 2, 3}).node("Conv", {"x", "w"}, {"y"}).integers("kernel_shape", {99, 99}),
        "has a kernel_shape of [99, 99] for a weight of 1x3x1x1");
    row("5000 inputs", image().node("Relu", std::vector<std::string>(5000, "x"), {"y"}),
        "the Relu node the_Relu has 5000 inputs where Relu of opset 18 has 1 input");
    row("an unknown attribute", image().node("Relu", {"x"}, {"y"}).integer("slope", 1), "has the attribute slope, which Relu of opset 18");
    row("axes of an older opset", image().node("ReduceSum", {"x"}, {"y"}).integers("axes", {1}), "has the attribute axes, which ReduceSum");
    row("an attribute of another type", image().node("Softmax", {"x"}, {"y"}).real("axis", 1), "as a number where it is a whole number");
    row("no kernel_shape", image().node("MaxPool", {"x"}, {"y"}), "the_MaxPool lacks its attribute kernel_shape");
    row("no second input", image().node("Add", {"x", ""}, {"y"}), "the_Add lacks its input 1");
    // Names.
    row("made twice", image().node("Relu", {"x"}, {"y"}).node("Tanh", {"x"}, {"y"}), "the Tanh node the_Tanh makes y, which an earlier node makes");
    row("made by nobody", image().node("Relu", {"nowhere"}, {"y"}), "reads nowhere, which no node makes");
    row("no such output", image().node("Relu", {"x"}, {"z"}), "has the output y, which no node makes");
    row("a cycle", image().node("Add", {"x", "b"}, {"a"}).node("Relu", {"a"}, {"b"}).node("Tanh", {"a"}, {"y"}), "wait for each other's results");
    row("its own input", image().node("Add", {"x", "y"}, {"y"}), "the Add node the_Add reads its own result");
    row("two initializers", image().init("w", kFloat, {1}, {1}).init("w", kFloat, {1}, {2}).node("Add", {"x", "w"}, {"y"}),
        "has two initializers of the name w");
    // Types.
    row("double at the run", image().init("w", kDouble, {1}, {1}).node("Mul", {"x", "w"}, {"y"}), "computes with w of the type double");
    row("a double input", File().input("x", {2, 3}, kDouble).output("y").node("Relu", {"x"}, {"y"}), "computes with x of the type double");
    File narrow = image().node("Add", {"x", "w"}, {"y"});
    wire::TensorProto& eight = *narrow.graph().add_initializer();
    eight.set_name("w");
    eight.set_data_type(18);
    eight.add_dims(1);
    eight.set_raw_data("1");
    row("eight bits", narrow, "the tensor w has elements of the type float8e4m3fnuz (18)");
    File outside = image().node("Add", {"x", "w"}, {"y"});
    wire::TensorProto& elsewhere = *outside.graph().add_initializer();
    elsewhere.set_name("w");
    elsewhere.set_data_type(1);
    elsewhere.add_dims(1 << 30);
    elsewhere.set_data_location(1);
    auto& entry = *elsewhere.add_external_data();
    entry.set_key("location");
    entry.set_value("refused.onnx");
    row("weights larger than their file", outside, "the weights of the tensor w cannot be read");
  }

  void refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    write(bytes);
    try {
      onnx::importModel(onnx::readModel(path_));
      QFAIL("the file was taken for a model");
    } catch (const Error& error) {
      const QString sentence = error.what();
      QCOMPARE(error.kind(), ErrorKind::Input);
      QVERIFY2(sentence.contains(said), error.what());
      QVERIFY2(sentence.contains("refused.onnx"), error.what());
      QVERIFY2(!error.cure().empty(), error.what());
    }
  }

  void taken_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("nodes");  // of the graph
    const auto row = [](const char* name, const File& file, int nodes) { QTest::newRow(name) << QByteArray::fromStdString(file.bytes()) << nodes; };
    row("nodes in any order", image().node("Tanh", {"b"}, {"y"}).node("Sigmoid", {"a"}, {"b"}).node("Relu", {"x"}, {"a"}), 3);
    row("a mask that nobody reads", image().opset(12).node("Dropout", {"x"}, {"y", "mask"}), 0);
    row("a mask that somebody reads", image().opset(12).node("Dropout", {"x"}, {"a", "mask"}).node("Not", {"mask"}, {"y"}), 3);
    const std::vector<double> three{1, 2, 3};
    File norm = image().opset(9).node("BatchNormalization", {"x", "s", "b", "m", "v"}, {"y", "mean", "var", "saved_mean", "saved_var"});
    for (const char* name : {"s", "b", "m", "v"}) norm.init(name, kFloat, {3}, three);
    row("statistics that nobody reads", norm, 1);
    row("flattened nothing", empty().node("Flatten", {"a"}, {"y"}), 0);
    row("a double as an exponent", image().init("two", kDouble, {}, {2}).node("Pow", {"x", "two"}, {"y"}), 2);
    row("doubles that are numbers of type float",
        image().node("Cast", {"x"}, {"d"}).integer("to", kDouble).node("Cast", {"d"}, {"y"}).integer("to", kFloat), 0);
  }

  void taken() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, nodes);
    write(bytes);
    try {
      const onnx::Imported imported = onnx::importModel(onnx::readModel(path_));
      QCOMPARE(static_cast<int>(imported.graph.nodes().size()), nodes);
      QCOMPARE(imported.outputs, std::vector<std::string>{"y"});
      imported.graph.verify();
    } catch (const Error& error) {
      QFAIL(error.what());
    }
  }

  // 1 + 2^-40 has no place in f32.
  void knownDoublesAreComputedAsSuch() {
    write(QByteArray::fromStdString(File()
                                        .init("a", kDouble, {1}, {1})
                                        .init("b", kDouble, {1}, {0x1p-40})
                                        .init("minus", kDouble, {1}, {-1})
                                        .output("y")
                                        .node("Add", {"a", "b"}, {"s"})
                                        .node("Add", {"s", "minus"}, {"y"})
                                        .bytes()));
    QCOMPARE(onnx::importModel(onnx::readModel(path_)).constants.at("y").doubles, std::vector<double>{0x1p-40});
  }

  void everyTypeHasAName() {
    QCOMPARE(onnx::typeName(1), std::string("float"));
    QCOMPARE(onnx::typeName(16), std::string("bfloat16"));
    QCOMPARE(onnx::typeName(17), std::string("float8e4m3fn (17)"));
    QCOMPARE(onnx::typeName(22), std::string("int4 (22)"));
    QCOMPARE(onnx::typeName(-1), std::string("type -1"));
    QCOMPARE(onnx::typeName(1000), std::string("type 1000"));
  }

  // Thousands of nodes of one name, and a chain as long that waits for itself.
  void longFilesEnd() {
    File chain = image();
    constexpr int kNodes = 20000;
    for (int n = 0; n < kNodes; ++n)
      chain.node("Relu", {n == 0 ? "x" : "v" + std::to_string(n)}, {n + 1 == kNodes ? "y" : "v" + std::to_string(n + 1)});
    write(QByteArray::fromStdString(chain.bytes()));
    QCOMPARE(static_cast<int>(onnx::importModel(onnx::readModel(path_)).graph.nodes().size()), kNodes);
    chain.graph().mutable_node(0)->set_input(0, "y");
    write(QByteArray::fromStdString(chain.bytes()));
    QVERIFY_EXCEPTION_THROWN(onnx::importModel(onnx::readModel(path_)), Error);
  }

  // The files that crashed, as the program takes them.
  void filesThatCrashed() {
    const QByteArray given = qgetenv("STEPSCOPE_DATA");
    QDir folder(given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : QString::fromLocal8Bit(given));
    if (!folder.cd("onnx_crash")) QSKIP("onnx_crash is not beside this tree; the cases above are of the same kinds");
    const QStringList files = folder.entryList({"*.onnx"});
    QVERIFY(!files.isEmpty());
    for (const QString& file : files) {
      const std::string path = folder.filePath(file).toStdString();
      try {
        // The whole file: a model leaves out what its output does not need.
        onnx::importModel(onnx::readModel(path), {.batch = 2});
        // To flatten nothing is allowed; every other one breaks a rule of the standard.
        QCOMPARE(file, QString("flatten_empty.onnx"));
      } catch (const Error& error) {
        qInfo("%s", error.what());
        QCOMPARE(error.kind(), ErrorKind::Input);
        QVERIFY2(std::string(error.what()).find(path) != std::string::npos && !error.cure().empty(), error.what());
      }
    }
  }

 private:
  void write(const QByteArray& bytes) {
    QFile file(QString::fromStdString(path_));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
  }

  QTemporaryDir folder_;
  std::string path_ = folder_.filePath("refused.onnx").toStdString();
};

QTEST_GUILESS_MAIN(OnnxRefusals)
#include "refusals_test.moc"
