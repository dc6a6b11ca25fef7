// Shape rules: what they give and what they refuse, always by the layer's name. Costs of the ops that decide a step's time.
#include <QtTest>
#include <functional>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"

using namespace stepscope;

namespace {

using Ints = std::vector<std::int64_t>;

// A small graph to hang one node on.
struct Bench {
  Graph graph;
  ValueId f32(const Shape& shape) { return graph.addInput("x", DType::F32, shape); }
  ValueId i32(const Shape& shape) { return graph.addInput("labels", DType::I32, shape); }
  NodeId add(const char* op, std::vector<ValueId> inputs, Attributes attrs = {}) {
    return graph.addNode(op, std::move(inputs), std::move(attrs), "layer3.1");
  }
};

Attributes conv(Ints stride, Ints padding, std::int64_t groups = 1) {
  return {{"stride", std::move(stride)}, {"padding", std::move(padding)}, {"dilation", Ints{1, 1}}, {"groups", groups}};
}
Attributes pool(Ints kernel, Ints stride, Ints padding) {
  return {{"kernel", std::move(kernel)}, {"stride", std::move(stride)}, {"padding", std::move(padding)}};
}
Attributes norm() {
  return {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", false}};
}

struct Refusal {
  const char* name;
  std::function<void(Bench&)> build;
  const char* says;
};

std::vector<Refusal> refusals() {
  return {
      {"conv2d of rows",
       [](Bench& b) {
         b.add("conv2d", {b.f32({2, 3}), b.f32({4, 3, 3, 3})}, conv({1, 1}, {0, 0}));
       },
       "4 dimensions"},
      {"conv2d kernel too large",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4}), b.f32({4, 3, 5, 5})}, conv({1, 1}, {0, 0}));
       },
       "does not fit"},
      {"conv2d channels",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4}), b.f32({4, 2, 3, 3})}, conv({1, 1}, {0, 0}));
       },
       "3 channels"},
      {"conv2d groups",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4}), b.f32({4, 1, 3, 3})}, conv({1, 1}, {0, 0}, 2));
       },
       "do not divide"},
      {"conv2d bias",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4}), b.f32({4, 3, 3, 3}), b.f32({3})}, conv({1, 1}, {0, 0}));
       },
       "bias"},
      {"conv2d stride 0",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4}), b.f32({4, 3, 3, 3})}, conv({0, 1}, {0, 0}));
       },
       "stride"},
      {"conv2d stride of one number",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4}), b.f32({4, 3, 3, 3})}, conv({1}, {0, 0}));
       },
       "two are needed"},
      {"conv2d without weight",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1, 3, 4, 4})}, conv({1, 1}, {0, 0}));
       },
       "inputs"},
      {"conv2d of integers",
       [](Bench& b) {
         b.add("conv2d", {b.i32({1, 3, 4, 4}), b.f32({4, 3, 3, 3})}, conv({1, 1}, {0, 0}));
       },
       "floating point"},
      {"conv2d beyond counting",
       [](Bench& b) {
         b.add("conv2d", {b.f32({1 << 20, 1 << 20, 1, 1}), b.f32({1 << 20, 1 << 20, 1, 1})}, conv({1, 1}, {0, 0}));
       },
       "too large"},
      {"conv2d_grad_input shape",
       [](Bench& b) {
         Attributes a = conv({1, 1}, {0, 0});
         a.set("input_shape", Shape{1, 3, 5, 5});
         b.add("conv2d_grad_input", {b.f32({1, 4, 2, 2}), b.f32({4, 3, 3, 3})}, a);
       },
       "the gradient"},
      {"linear of images",
       [](Bench& b) {
         b.add("linear", {b.f32({1, 3, 4, 4}), b.f32({4, 48})});
       },
       "flatten"},
      {"linear features",
       [](Bench& b) {
         b.add("linear", {b.f32({2, 5}), b.f32({4, 6})});
       },
       "5 features"},
      {"add",
       [](Bench& b) {
         b.add("add", {b.f32({2, 5}), b.f32({5, 2})});
       },
       "2x5 and 5x2 cannot be broadcast"},
      {"mul of shapes that do not go together",
       [](Bench& b) {
         b.add("mul", {b.f32({2, 3, 4, 4}), b.f32({2, 5, 1, 1})});
       },
       "2x3x4x4 and 2x5x1x1"},
      {"add with relu of unequal shapes",
       [](Bench& b) {
         b.add("add", {b.f32({4, 5}), b.f32({5})}, {{"relu", true}});
       },
       "differ in shape"},
      {"clamp bounds",
       [](Bench& b) {
         b.add("clamp", {b.f32({4})}, {{"min", 6.0}, {"max", 0.0}});
       },
       "min 6"},
      {"leaky_relu alpha",
       [](Bench& b) {
         b.add("leaky_relu", {b.f32({4})}, {{"alpha", -0.5}});
       },
       "alpha is -0.5"},
      {"gelu approximate",
       [](Bench& b) {
         b.add("gelu", {b.f32({4})}, {{"approximate", std::string("sigmoid")}});
       },
       "sigmoid"},
      {"softplus beta",
       [](Bench& b) {
         b.add("softplus", {b.f32({4})}, {{"beta", 0.0}, {"threshold", 20.0}});
       },
       "beta is 0"},
      {"expand",
       [](Bench& b) {
         b.add("expand", {b.f32({2, 3})}, {{"shape", Shape{2, 4}}});
       },
       "2x3 and cannot be expanded to 2x4"},
      {"sum over a dimension that is not there",
       [](Bench& b) {
         b.add("sum", {b.f32({2, 3})}, {{"axes", Ints{2}}, {"keepdim", false}});
       },
       "axis 2"},
      {"mean of nothing",
       [](Bench& b) {
         b.add("mean", {b.f32({2, 0})}, {{"axes", Ints{1}}, {"keepdim", false}});
       },
       "no elements"},
      {"softmax axis",
       [](Bench& b) {
         b.add("softmax", {b.f32({2, 3})}, {{"axis", std::int64_t{-1}}});
       },
       "axis -1"},
      {"loss class weights",
       [](Bench& b) {
         b.add("softmax_cross_entropy", {b.f32({4, 8}), b.i32({4}), b.f32({7})});
       },
       "the class weights"},
      {"loss smoothing",
       [](Bench& b) {
         b.add("softmax_cross_entropy", {b.f32({4, 8}), b.i32({4})}, {{"label_smoothing", 1.5}});
       },
       "label_smoothing is 1.5"},
      {"loss reduction",
       [](Bench& b) {
         b.add("mse_loss", {b.f32({4, 8}), b.f32({4, 8})}, {{"reduction", std::string("batchmean")}});
       },
       "batchmean"},
      {"loss target",
       [](Bench& b) {
         b.add("l1_loss", {b.f32({4, 8}), b.f32({4})});
       },
       "4x8 and 4"},
      {"bce pos_weight",
       [](Bench& b) {
         b.add("bce_with_logits_loss", {b.f32({4, 8}), b.f32({4, 8}), b.f32({4})});
       },
       "pos_weight is 4"},
      {"batch_norm of one value",
       [](Bench& b) {
         b.add("batch_norm", {b.f32({1, 2}), b.f32({2}), b.f32({2}), b.f32({2}), b.f32({2})}, norm());
       },
       "batch size"},
      {"batch_norm channels",
       [](Bench& b) {
         b.add("batch_norm", {b.f32({4, 2}), b.f32({2}), b.f32({3}), b.f32({2}), b.f32({2})}, norm());
       },
       "per-channel"},
      {"batch_norm residual",
       [](Bench& b) {
         b.add("batch_norm", {b.f32({4, 2}), b.f32({2}), b.f32({2}), b.f32({2}), b.f32({2}), b.f32({2, 4})}, norm());
       },
       "differ in shape"},
      {"max_pool2d window",
       [](Bench& b) {
         b.add("max_pool2d", {b.f32({1, 1, 2, 2})}, pool({3, 3}, {1, 1}, {0, 0}));
       },
       "does not fit"},
      {"max_pool2d padding",
       [](Bench& b) {
         b.add("max_pool2d", {b.f32({1, 1, 8, 8})}, pool({2, 2}, {2, 2}, {2, 2}));
       },
       "half the kernel"},
      {"max_pool2d index",
       [](Bench& b) {
         b.add("max_pool2d", {b.f32({1, 1, 64, 64})}, pool({17, 16}, {1, 1}, {0, 0}));
       },
       "256"},
      {"avg_pool2d of rows",
       [](Bench& b) {
         b.add("avg_pool2d", {b.f32({4, 8})}, pool({2, 2}, {2, 2}, {0, 0}));
       },
       "4 dimensions"},
      {"global_avg_pool of rows",
       [](Bench& b) {
         b.add("global_avg_pool", {b.f32({4, 8})});
       },
       "4 dimensions"},
      {"reshape",
       [](Bench& b) {
         b.add("reshape", {b.f32({4, 8})}, {{"shape", Shape{5, 6}}});
       },
       "cannot be seen"},
      {"dropout p",
       [](Bench& b) {
         b.add("dropout", {b.f32({4, 8}), b.graph.addScalar("seed", DType::I64)}, {{"p", 1.0}, {"op_id", std::int64_t{0}}});
       },
       "p is 1"},
      {"loss labels",
       [](Bench& b) {
         b.add("softmax_cross_entropy", {b.f32({4, 8}), b.i32({5})});
       },
       "the labels"},
      {"loss label type",
       [](Bench& b) {
         b.add("softmax_cross_entropy", {b.f32({4, 8}), b.f32({4})});
       },
       "i32"},
      {"accuracy of images",
       [](Bench& b) {
         b.add("accuracy", {b.f32({4, 8, 1, 1}), b.i32({4})});
       },
       "2 dimensions"},
      {"sgd momentum without a buffer",
       [](Bench& b) {
         b.add("sgd", {b.f32({4}), b.f32({4}), kNone, b.graph.addScalar("lr", DType::F32)},
               {{"momentum", 0.9}, {"dampening", 0.0}, {"weight_decay", 0.0}});
       },
       "buffer"},
      {"sgd nesterov without momentum",
       [](Bench& b) {
         b.add("sgd", {b.f32({4}), b.f32({4}), kNone, b.graph.addScalar("lr", DType::F32)},
               {{"momentum", 0.0}, {"dampening", 0.0}, {"weight_decay", 0.0}, {"nesterov", true}});
       },
       "nesterov"},
      {"adam beta",
       [](Bench& b) {
         b.add("adam",
               {b.f32({4}), b.f32({4}), b.f32({4}), b.f32({4}), kNone, b.graph.addScalar("lr", DType::F32), b.graph.addScalar("step", DType::I64)},
               {{"beta1", 1.0}, {"beta2", 0.9}, {"eps", 1e-8}, {"weight_decay", 0.0}});
       },
       "beta1"},
      {"shortcut_pad of rows",
       [](Bench& b) {
         b.add("shortcut_pad", {b.f32({4, 8})}, {{"stride", Ints{2, 2}}, {"pad_before", std::int64_t{1}}, {"pad_after", std::int64_t{1}}});
       },
       "4 dimensions"},
      {"concat of other shapes",
       [](Bench& b) {
         b.add("concat", {b.f32({2, 3, 4}), b.f32({2, 3, 5})}, {{"axis", std::int64_t{1}}});
       },
       "2x3x4 and 2x3x5"},
      {"concat axis",
       [](Bench& b) {
         b.add("concat", {b.f32({2, 3}), b.f32({2, 3})}, {{"axis", std::int64_t{2}}});
       },
       "the axis is 2"},
      {"concat of types",
       [](Bench& b) {
         b.add("concat", {b.f32({2, 3}), b.i32({2, 3})}, {{"axis", std::int64_t{0}}});
       },
       "f32 and i32"},
      {"concat of nothing",
       [](Bench& b) {
         b.add("concat", {}, {{"axis", std::int64_t{0}}});
       },
       "has 0 inputs"},
      {"split sizes",
       [](Bench& b) {
         b.add("split", {b.f32({2, 6})}, {{"axis", std::int64_t{1}}, {"sizes", Ints{2, 3}}});
       },
       "5 of the 6"},
      {"split beyond the end",
       [](Bench& b) {
         b.add("split", {b.f32({2, 6})}, {{"axis", std::int64_t{1}}, {"sizes", Ints{4, 3}}});
       },
       "more than the 6"},
      {"split into an empty part",
       [](Bench& b) {
         b.add("split", {b.f32({2, 6})}, {{"axis", std::int64_t{1}}, {"sizes", Ints{6, 0}}});
       },
       "0 elements"},
      {"split axis",
       [](Bench& b) {
         b.add("split", {b.f32({2, 6})}, {{"axis", std::int64_t{-1}}, {"sizes", Ints{6}}});
       },
       "the axis is -1"},
      {"slice beyond the end",
       [](Bench& b) {
         b.add("slice", {b.f32({2, 6})}, {{"starts", Ints{0, 2}}, {"ends", Ints{2, 7}}, {"steps", Ints{1, 1}}});
       },
       "6 elements"},
      {"slice of nothing",
       [](Bench& b) {
         b.add("slice", {b.f32({2, 6})}, {{"starts", Ints{0, 3}}, {"ends", Ints{2, 3}}, {"steps", Ints{1, 1}}});
       },
       "from 3 to 3"},
      {"slice backwards",
       [](Bench& b) {
         b.add("slice", {b.f32({2, 6})}, {{"starts", Ints{0, 0}}, {"ends", Ints{2, 6}}, {"steps", Ints{1, -1}}});
       },
       "the step of dimension 1 is -1"},
      {"slice of too few dimensions",
       [](Bench& b) {
         b.add("slice", {b.f32({2, 6})}, {{"starts", Ints{0}}, {"ends", Ints{2}}, {"steps", Ints{1}}});
       },
       "1 numbers"},
      {"pad negative",
       [](Bench& b) {
         b.add("pad", {b.f32({2, 6})}, {{"before", Ints{0, -1}}, {"after", Ints{0, 0}}, {"mode", std::string("constant")}, {"value", 0.0}});
       },
       "-1"},
      {"pad reflects too much",
       [](Bench& b) {
         b.add("pad", {b.f32({2, 3})}, {{"before", Ints{0, 3}}, {"after", Ints{0, 0}}, {"mode", std::string("reflect")}});
       },
       "too few"},
      {"pad mode",
       [](Bench& b) {
         b.add("pad", {b.f32({2, 3})}, {{"before", Ints{0, 1}}, {"after", Ints{0, 0}}, {"mode", std::string("wrap")}});
       },
       "wrap"},
      {"transpose twice the same",
       [](Bench& b) {
         b.add("transpose", {b.f32({2, 3})}, {{"permutation", Ints{1, 1}}});
       },
       "twice"},
      {"channel_shuffle groups",
       [](Bench& b) {
         b.add("channel_shuffle", {b.f32({2, 6, 2, 2})}, {{"groups", std::int64_t{4}}});
       },
       "4 groups do not divide 6"},
      {"stochastic_depth p",
       [](Bench& b) {
         b.add("stochastic_depth", {b.f32({4, 8}), b.graph.addScalar("seed", DType::I64)}, {{"p", -0.5}, {"op_id", std::int64_t{0}}});
       },
       "p is -0.5"},
      {"adaptive_avg_pool2d size",
       [](Bench& b) {
         b.add("adaptive_avg_pool2d", {b.f32({2, 3, 4, 4})}, {{"output_size", Ints{0, 1}}});
       },
       "output_size is 0"},
      {"adaptive_max_pool2d of rows",
       [](Bench& b) {
         b.add("adaptive_max_pool2d", {b.f32({2, 3})}, {{"output_size", Ints{1, 1}}});
       },
       "4 dimensions"},
      {"max_pool2d dilation beyond the image",
       [](Bench& b) {
         Attributes a = pool({2, 2}, {1, 1}, {1, 1});
         a.set("dilation", Ints{2, 2});
         b.add("max_pool2d", {b.f32({1, 1, 1, 4})}, a);
       },
       "touches no pixel"},
      {"group_norm groups",
       [](Bench& b) {
         b.add("group_norm", {b.f32({2, 6, 2, 2})}, {{"groups", std::int64_t{4}}, {"eps", 1e-5}});
       },
       "4 groups do not divide 6"},
      {"group_norm weight",
       [](Bench& b) {
         b.add("group_norm", {b.f32({2, 6, 2, 2}), b.f32({2})}, {{"groups", std::int64_t{2}}, {"eps", 1e-5}});
       },
       "the weight"},
      {"resize size",
       [](Bench& b) {
         b.add("resize", {b.f32({2, 3, 4, 4})}, {{"size", Ints{8, 0}}, {"mode", std::string("nearest")}});
       },
       "size is 0"},
      {"resize mode",
       [](Bench& b) {
         b.add("resize", {b.f32({2, 3, 4, 4})}, {{"size", Ints{8, 8}}, {"mode", std::string("bicubic")}});
       },
       "bicubic"},
      {"resize corners",
       [](Bench& b) {
         b.add("resize", {b.f32({2, 3, 4, 4})}, {{"size", Ints{8, 8}}, {"mode", std::string("nearest")}, {"align_corners", true}});
       },
       "align_corners"},
      {"conv_transpose2d channels",
       [](Bench& b) {
         Attributes a = conv({2, 2}, {0, 0});
         a.set("output_padding", Ints{0, 0});
         b.add("conv_transpose2d", {b.f32({1, 3, 4, 4}), b.f32({4, 3, 2, 2})}, a);
       },
       "3 channels"},
      {"conv_transpose2d output padding",
       [](Bench& b) {
         Attributes a = conv({2, 2}, {0, 0});
         a.set("output_padding", Ints{2, 0});
         b.add("conv_transpose2d", {b.f32({1, 3, 4, 4}), b.f32({3, 3, 2, 2})}, a);
       },
       "smaller than the stride"},
      {"conv_transpose2d without pixels",
       [](Bench& b) {
         Attributes a = conv({1, 1}, {2, 2});
         a.set("output_padding", Ints{0, 0});
         b.add("conv_transpose2d", {b.f32({1, 3, 2, 2}), b.f32({3, 3, 3, 3})}, a);
       },
       "0x0 pixels"},
  };
}

}  // namespace

class OpRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void refuse_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < refusals_.size(); ++i) QTest::newRow(refusals_[i].name) << static_cast<int>(i);
  }

  void refuse() {
    QFETCH(int, index);
    const Refusal& refusal = refusals_[static_cast<std::size_t>(index)];
    Bench bench;
    try {
      refusal.build(bench);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      const QString text = error.what();
      QVERIFY2(text.contains("layer3.1") || text.contains("shape"), error.what());
      QVERIFY2(text.contains(refusal.says), error.what());
      return;
    }
    QFAIL("nothing was refused");
  }

  void shapes_data() {
    QTest::addColumn<int>("in");
    QTest::addColumn<int>("kernel");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("padding");
    QTest::addColumn<int>("out");
    QTest::newRow("3x3 same") << 32 << 3 << 1 << 1 << 32;
    QTest::newRow("7x7 stem") << 224 << 7 << 2 << 3 << 112;
    QTest::newRow("1x1 stride 2") << 7 << 1 << 2 << 0 << 4;
    QTest::newRow("5x5 valid") << 14 << 5 << 1 << 0 << 10;
  }

  void shapes() {
    QFETCH(int, in);
    QFETCH(int, kernel);
    QFETCH(int, stride);
    QFETCH(int, padding);
    QFETCH(int, out);
    Bench b;
    const NodeId id = b.add("conv2d", {b.f32({2, 3, in, in}), b.f32({8, 3, kernel, kernel})}, conv({stride, stride}, {padding, padding}));
    const Shape expected{2, 8, out, out};
    QCOMPARE(b.graph.value(b.graph.node(id).outputs[0]).shape, expected);
    const Cost cost = b.graph.node(id).op->cost(b.graph, b.graph.node(id));
    QCOMPARE(cost.flops, std::int64_t{2} * 2 * 8 * out * out * 3 * kernel * kernel);
    QCOMPARE(cost.bytesRead, std::int64_t{4} * (2 * 3 * in * in + 8 * 3 * kernel * kernel));
    QCOMPARE(cost.bytesWritten, std::int64_t{4} * 2 * 8 * out * out);
  }

  void costOfLinearAndOptimizer() {
    Bench b;
    const ValueId x = b.f32({64, 784}), w = b.f32({256, 784});
    const NodeId linear = b.add("linear", {x, w});
    QCOMPARE(b.graph.node(linear).op->cost(b.graph, b.graph.node(linear)).flops, std::int64_t{2} * 64 * 784 * 256);
    const ValueId lr = b.graph.addScalar("lr", DType::F32), g = b.f32({256, 784}), m = b.f32({256, 784});
    const NodeId sgd = b.add("sgd", {w, g, m, lr}, {{"momentum", 0.9}, {"dampening", 0.0}, {"weight_decay", 0.0}});
    const Cost cost = b.graph.node(sgd).op->cost(b.graph, b.graph.node(sgd));
    QCOMPARE(cost.bytesRead, std::int64_t{4} * 3 * 256 * 784 + 4);  // parameter, gradient, momentum, rate
    QCOMPARE(cost.bytesWritten, std::int64_t{4} * 2 * 256 * 784);   // parameter, momentum
    const NodeId view = b.add("reshape", {x}, {{"shape", Shape{64 * 784}}});
    QCOMPARE(b.graph.node(view).op->cost(b.graph, b.graph.node(view)).bytesRead, std::int64_t{0});
  }

  void everyOpIsWhole() {
    QVERIFY(allOps().size() > 25);
    for (const OpDef* op : allOps()) {
      QVERIFY2(op->infer && op->cost && !op->title.empty(), std::string(op->name).c_str());
      QCOMPARE(findOp(op->name), op);
    }
    for (const OpDef* op : fusedOps()) {  // a backend puts them where their parts are, so that there is nothing to infer
      QVERIFY2(op->fused && !op->infer && !op->gradient && op->cost && !op->title.empty(), std::string(op->name).c_str());
      QCOMPARE(findOp(op->name), op);
    }
    QVERIFY(fusedOps().size() > 10);
    QVERIFY(!findOp("conv3d"));
    QVERIFY_EXCEPTION_THROWN(opNamed("conv3d"), Error);
  }

  // autocast_mode.h: matmuls and convolutions low, losses f32, the rest as their inputs are.
  // "convert" begins as "conv2d" does and is no product.
  void productsAreToldByTheirIds() {
    const std::set<std::string_view> products{"conv2d",
                                              "conv2d_grad_input",
                                              "conv2d_grad_weight",
                                              "conv2d_add",
                                              "linear",
                                              "linear_grad_input",
                                              "linear_grad_weight",
                                              "linear_grad_weight_bias",
                                              "linear_add",
                                              "linear_activation",
                                              "conv2d_activation",
                                              "conv_transpose2d",
                                              "matmul",
                                              "conv2d_sums",
                                              "conv2d_of_norm",
                                              "conv2d_grad_weight_of_norm",
                                              "conv2d_grad_input_norm_grad",
                                              "linear_relu_bits",
                                              "linear_grad_input_activation_grad"};
    std::size_t found = 0;
    for (const auto& ops : {allOps(), fusedOps()})
      for (const OpDef* op : ops) {
        QVERIFY2(isProduct(op->id) == products.contains(op->name), std::string(op->name).c_str());
        found += isProduct(op->id);
      }
    QVERIFY(found >= products.size());
  }

  void autocastClasses() {
    QCOMPARE(opNamed("conv2d").ampCuda, AmpClass::Low);
    QCOMPARE(opNamed("linear").ampCpu, AmpClass::Low);
    QCOMPARE(opNamed("softmax_cross_entropy").ampCpu, AmpClass::F32);
    QCOMPARE(opNamed("batch_norm").ampCpu, AmpClass::Unlisted);
    QCOMPARE(opNamed("add").ampCuda, AmpClass::Unlisted);
    QCOMPARE(opNamed("softmax").ampCuda, AmpClass::F32);
    QCOMPARE(opNamed("softmax").ampCpu, AmpClass::Unlisted);
    QCOMPARE(opNamed("gelu").ampCuda, AmpClass::Unlisted);
    QCOMPARE(opNamed("exp").ampCuda, AmpClass::F32);
    QCOMPARE(opNamed("mse_loss").ampCpu, AmpClass::F32);
    QCOMPARE(opNamed("conv_transpose2d").ampCpu, AmpClass::Low);
    QCOMPARE(opNamed("group_norm").ampCuda, AmpClass::F32);
    QCOMPARE(opNamed("group_norm").ampCpu, AmpClass::Unlisted);
    QCOMPARE(opNamed("resize").ampCuda, AmpClass::F32);
    QCOMPARE(opNamed("concat").ampCpu, AmpClass::Widest);
    QCOMPARE(opNamed("concat").ampCuda, AmpClass::Unlisted);
  }

 private:
  const std::vector<Refusal> refusals_ = refusals();
};

QTEST_GUILESS_MAIN(OpRulesTest)
#include "op_rules_test.moc"
