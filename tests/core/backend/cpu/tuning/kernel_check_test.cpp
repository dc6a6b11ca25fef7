// No kernel runs that was not compared with the trusted one: a wrong kernel is planted beside those of every op, in every number type, and
// must be left out and named however it would be chosen. What was found is asked once.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cpu/tuning/kernel_check.h"

#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/fusion/fusion.h"
#include "core/backend/cpu/onednn/primitive.h"
#include "core/backend/cpu/ops/structure/any_order.h"
#include "core/backend/cpu/precision/narrow.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/tuning/tuner.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/dev/op_cases/op_cases.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::cpu;

namespace {

enum class Fault { None, Scaled, OneNumber, NotANumber, LeftOut, WritesBeyond, CannotBeMade, FailsToBind };

// The planted maker's kernel is the trusted one's with the fault. Makers are plain functions, so what they are to do stands here.
struct Planted {
  Fault fault = Fault::None;
  CandidateMaker trusted = nullptr;
  int ran = 0;
} planted;

float valueAt(const std::byte* data, std::int64_t i, DType type) {
  if (type == DType::F32) return reinterpret_cast<const float*>(data)[i];
  float value = 0;
  conversionOf(type).toF32(reinterpret_cast<const std::uint16_t*>(data) + i, &value, 1, 1);
  return value;
}
void setValueAt(std::byte* data, std::int64_t i, DType type, float value) {
  if (type == DType::F32) reinterpret_cast<float*>(data)[i] = value;
  else conversionOf(type).fromF32(&value, reinterpret_cast<std::uint16_t*>(data) + i, 1, 1);
}

void spoil(std::byte* data, std::int64_t bytes, DType type) {
  const std::int64_t count = bytes / sizeOf(type);
  switch (planted.fault) {
    case Fault::Scaled:
      for (std::int64_t i = 0; i < count; ++i) setValueAt(data, i, type, 1.25F * valueAt(data, i, type) + 0.125F);
      break;
    case Fault::OneNumber: setValueAt(data, 0, type, 1e4F); break;
    case Fault::NotANumber: setValueAt(data, 0, type, NAN); break;
    case Fault::WritesBeyond: data[bytes] = std::byte{1}; break;
    default: break;
  }
}

std::optional<Candidate> makePlanted(const KernelRequest& r) {
  if (planted.fault == Fault::CannotBeMade) throw std::runtime_error("could not create a primitive descriptor for a reorder primitive");
  auto candidate = planted.trusted(r);
  if (!candidate) return candidate;
  candidate->name = "planted";
  std::size_t output = 0;
  const auto isFloat = [&](std::size_t i) { return (r.output(i).dtype == DType::F32 || isNarrow(r.output(i).dtype)) && candidate->outputs[i].desc; };
  while (output < candidate->outputs.size() && !isFloat(output)) ++output;
  if (output == candidate->outputs.size()) return std::nullopt;
  candidate->bind = [bind = candidate->bind, output, bytes = candidate->outputs[output].bytes,
                     type = r.output(output).dtype](const Buffers& b) -> Launch {
    if (planted.fault == Fault::FailsToBind) throw std::runtime_error("could not create a memory object");
    return [run = bind(b), data = b.outputs[output], bytes, type] {
      ++planted.ran;
      if (planted.fault == Fault::LeftOut) return;
      if (run) run();
      spoil(data, bytes, type);
    };
  };
  return candidate;
}

// The op's makers with the planted one before them.
std::span<const NamedMaker> withPlanted(const OpDef& op) {
  static std::map<const OpDef*, std::vector<NamedMaker>> lists;
  const std::span<const NamedMaker> given = makersFor(op);
  if (given.empty()) return given;
  planted.trusted = given.back().make;
  std::vector<NamedMaker>& list = lists[&op];
  if (list.empty()) {
    list.push_back({"planted", makePlanted});
    list.insert(list.end(), given.begin(), given.end());
  }
  return list;
}

TimingGround ground() {
  TimingGround ground;
  ground.busy = [](int) { return false; };
  ground.waitedNs = [] { return std::int64_t{0}; };
  ground.makers = withPlanted;
  return ground;
}

constexpr std::int64_t kTrialBytes = std::int64_t{1} << 30;

AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" || op.ampCpu == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

// Forward and backward of a case, in a narrow type or in f32.
Graph stepOf(const OpCase& c, DType type) {
  const Graph forward = type == DType::F32 ? c.graph : amp(c.graph, type, everythingLow).graph;
  return c.graph.outputs().count("y") ? forward : autodiff(forward).graph;
}

std::vector<OpCase> allCases() {
  std::vector<OpCase> cases = opCases();
  for (OpCase& c : backendCases()) cases.push_back(std::move(c));
  for (FusionCase& c : fusionCases()) cases.push_back(std::move(c.c));
  return cases;
}

// What cannot be held against anything: casts, chains of elementwise ops with casts among them, updates of many tensors, what reads places of
// maxima, what makes no floating point numbers.
bool isCompared(const Graph& graph, const Node& node) {
  if (node.op->aliases || node.op->repeat > 0 || node.attrs.has("to") || node.op->name.ends_with("max_pool2d_grad")) return false;
  if (node.op->id == OpId::ElementChain)
    for (const ChainMember& member : chainOf(node.attrs).members)
      if (member.attrs.has("to")) return false;
  for (const ValueId output : node.outputs)
    if ((graph.value(output).dtype == DType::F32 || isNarrow(graph.value(output).dtype)) && numel(graph.value(output).shape) > 0) return true;
  return false;
}

// A convolution whose planted kernel may be chosen in one way or another.
struct OneLayer {
  Graph graph;
  explicit OneLayer(std::int64_t batch = 4, std::int64_t channels = 16) {
    const ValueId x = graph.addInput("x", DType::F32, {batch, 16, 6, 5});
    const ValueId w = graph.addPersistent(Role::Parameter, "w", DType::F32, {channels, 16, 3, 3}, {});
    graph.add("conv2d", {x, w},
              {{"stride", Shape{1, 1}}, {"padding", Shape{1, 1}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}, {"relu", false}}, "conv");
  }
  KernelRequest request() const { return {graph, graph.nodes()[0], 2, Layout::Blocked16}; }
};

}  // namespace

class KernelCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { planted = {}; }

  void aWrongKernelOfEveryOpIsLeftOut_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("arithmetic");
    QTest::newRow("f32") << static_cast<int>(DType::F32) << false;
    QTest::newRow("bf16 as storage") << static_cast<int>(DType::BF16) << false;
    QTest::newRow("bf16") << static_cast<int>(DType::BF16) << true;
    QTest::newRow("fp16") << static_cast<int>(DType::F16) << false;
  }
  void aWrongKernelOfEveryOpIsLeftOut() {
    QFETCH(int, type);
    QFETCH(bool, arithmetic);
    planted.fault = Fault::Scaled;
    std::set<std::string_view> left;
    int nodes = 0, plantedThere = 0;
    for (const OpCase& c : allCases()) {
      const Graph graph = stepOf(c, static_cast<DType>(type));
      const Fusion fusion = findFusions(graph, {.bf16 = !arithmetic}, true);
      CompileOptions options;
      options.autotune = false;
      Tuner tuner(options, "a test", kTrialBytes, ground());
      for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
        if (fusion.absorbed[n]) continue;
        const Node& node = fusion.nodeAt(graph, static_cast<NodeId>(n));
        if (!isCompared(graph, node)) continue;
        const KernelRequest request{graph, node, 1, Layout::Blocked16};
        const std::size_t before = tuner.leftOut().size();
        const Choice choice = tuner.choose(request);
        ++nodes;
        QVERIFY2(choice.candidate.name != "planted", (c.name + ": " + std::string(node.op->name)).c_str());
        bool made = false;
        for (const Way way : kWays) made = made || makeCandidate({"planted", makePlanted}, request, way).has_value();
        if (!made) continue;
        ++plantedThere;
        const std::vector<std::string> sentences = tuner.leftOut();
        const bool named = std::any_of(sentences.begin(), sentences.end(), [&](const std::string& s) {
          return s.find("the kernel \"planted\" of " + titleOf(node) + " is not used, since") != std::string::npos;
        });
        QVERIFY2(named, (c.name + ": " + std::string(node.op->name) + " is not named").c_str());
        QVERIFY(sentences.size() >= before);
        left.insert(node.op->name);
      }
    }
    qInfo("%d nodes, %d with a wrong kernel planted, of %d ops: all left out", nodes, plantedThere, static_cast<int>(left.size()));
    QVERIFY(plantedThere > 500);
    // clang-format off
    std::vector<std::string> ops = {"conv2d",        "conv2d_grad_input", "conv2d_grad_weight", "conv_transpose2d", "linear",
                                    "matmul",        "batch_norm",        "batch_norm_grad",    "layer_norm",       "group_norm_grad",
                                    "attention",     "attention_grad",    "lstm",               "gru_grad",         "softmax",
                                    "max_pool2d",    "avg_pool2d_grad",   "sum",                "gelu",             "element_chain",
                                    "concat",        "resize",            "softmax_cross_entropy"};
    // clang-format on
    if (!arithmetic) ops.insert(ops.end(), {"linear_activation", "conv2d_add"});  // bf16 layers are not fused with what is behind them
    for (const std::string& op : ops) QVERIFY2(left.count(op), op.c_str());
  }

  // No kernel that is right is taken for a wrong one, of any op in any type, whether laid out in blocks or in NHWC. But for those of the
  // library that leave weights' gradients unwritten, which the first comparisons found (a stride wider than a padded image).
  void noRightKernelIsLeftOut_data() { aWrongKernelOfEveryOpIsLeftOut_data(); }
  void noRightKernelIsLeftOut() {
    QFETCH(int, type);
    QFETCH(bool, arithmetic);
    if (arithmetic && (findBackend("cpu")->device().isa.find("AVX-512") == std::string::npos || !kernels::multipliesBf16Pairs()))
      QSKIP("this CPU has no instructions for products of bf16");
    int nodes = 0;
    for (const Layout images : {Layout::Blocked16, Layout::ChannelsLast})
      for (const OpCase& c : allCases()) {
        if (images == Layout::ChannelsLast && type != static_cast<int>(DType::F32) && !arithmetic) continue;  // the f32 kernels between casts
        const Graph graph = stepOf(c, static_cast<DType>(type));
        const Fusion fusion = findFusions(graph, {.bf16 = !arithmetic}, true);
        CompileOptions options;
        TimingGround timing = ground();
        timing.makers = makersFor;
        timing.wallClockMs = timing.threadClockMs = [now = 0.0]() mutable { return now += limits::kKernelMs; };  // two runs are enough
        Tuner tuner(options, "a test", kTrialBytes, timing);
        for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
          const Node& node = fusion.nodeAt(graph, static_cast<NodeId>(n));
          if (fusion.absorbed[n] || node.op->aliases || node.op->repeat > 0 || node.op->id == OpId::ClipGradNorm ||
              node.op->id == OpId::NonFiniteCheck)
            continue;
          std::vector<Physical> layouts;
          for (const ValueId input : node.inputs)
            layouts.push_back(input == kNone ? Physical{} : preferred(graph.value(input).shape, graph.value(input).dtype, images));
          tuner.choose({graph, node, 1, images, {}, layouts, arithmetic});
          ++nodes;
        }
        const std::vector<std::string> sentences = tuner.leftOut();
        QVERIFY2(sentences.empty(), (c.name + ": " + (sentences.empty() ? std::string() : sentences[0])).c_str());
      }
    qInfo("%d nodes", nodes);
  }

  void faultsOfEveryKindAreFound_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("said");
    QTest::newRow("other numbers") << static_cast<int>(Fault::Scaled) << "differs from that of f32";
    QTest::newRow("one other number") << static_cast<int>(Fault::OneNumber) << "differs from that of f32";
    QTest::newRow("a NaN") << static_cast<int>(Fault::NotANumber) << "not finite";
    QTest::newRow("nothing written") << static_cast<int>(Fault::LeftOut) << "not finite";
    QTest::newRow("writes beyond") << static_cast<int>(Fault::WritesBeyond) << "writes beyond its memory";
    QTest::newRow("cannot be made") << static_cast<int>(Fault::CannotBeMade) << "it cannot be made: could not create a primitive descriptor";
    QTest::newRow("cannot be bound") << static_cast<int>(Fault::FailsToBind) << "it fails: could not create a memory object";
  }
  void faultsOfEveryKindAreFound() {
    QFETCH(int, fault);
    QFETCH(QString, said);
    planted.fault = static_cast<Fault>(fault);
    const OneLayer layer;
    for (const bool autotune : {false, true}) {
      CompileOptions options;
      options.autotune = autotune;
      Tuner tuner(options, "a test", kTrialBytes, ground());
      const Choice choice = tuner.choose(layer.request());
      QVERIFY(choice.candidate.name != "planted");
      QCOMPARE(tuner.leftOut().size(), std::size_t{1});
      const QString sentence = QString::fromStdString(tuner.leftOut()[0]);
      QVERIFY2(sentence.startsWith("conv: the kernel \"planted\" of conv2d is not used, since ") && sentence.contains(said), qPrintable(sentence));
      for (const auto& [name, ms] : choice.candidateMs) QVERIFY(name != "planted");
    }
  }

  // A right one is not: else no comparison would be worth anything.
  void aRightKernelIsTaken() {
    const OneLayer layer;
    CompileOptions options;
    options.autotune = false;
    Tuner tuner(options, "a test", kTrialBytes, ground());
    QCOMPARE(tuner.choose(layer.request()).candidate.name, std::string("planted"));
    QVERIFY(tuner.leftOut().empty());
  }

  // From the table of an earlier run, for another batch size, or the first candidate where no time is left.
  void aKeptChoiceIsCompared_data() {
    QTest::addColumn<QString>("from");
    for (const char* from : {"this layer", "another batch size", "no time left"}) QTest::newRow(from) << from;
  }
  void aKeptChoiceIsCompared() {
    QFETCH(QString, from);
    planted.fault = Fault::Scaled;
    const OneLayer layer, larger(8), wider(4, 32);
    const OneLayer& other = from == "this layer" ? layer : from == "another batch size" ? larger : wider;
    KernelChoices choices;
    const ChoiceKey key = choiceKey(other.request());
    choices.set(batchPrefix(key.layer, "a test") + std::to_string(key.batch), "planted");
    CompileOptions options;
    options.choices = &choices;
    options.mayTime = from == "no time left";
    Tuner tuner(options, "a test", kTrialBytes, ground());
    if (options.mayTime) tuner.stopTimingAt(0);
    QVERIFY(tuner.choose(layer.request()).candidate.name != "planted");
    QCOMPARE(tuner.leftOut().size(), std::size_t{1});
  }

  void aVerdictIsKept() {
    planted.fault = Fault::Scaled;
    const OneLayer layer, larger(8);
    const QTemporaryDir folder;
    const std::string file = folder.filePath("kernels.tsv").toStdString();
    KernelChoices choices;
    CompileOptions options;
    options.autotune = false;
    options.choices = &choices;
    std::string sentence;
    int once = 0;  // runs of one comparison: more than one where threads could write in each other's way
    {
      Tuner tuner(options, "a test", kTrialBytes, ground());
      tuner.choose(layer.request());
      once = planted.ran;
      QVERIFY(once > 0);
      sentence = tuner.leftOut().at(0);
      tuner.choose(layer.request());
      QCOMPARE(planted.ran, once);
      QCOMPARE(tuner.leftOut().size(), std::size_t{1});  // named once
    }
    choices.save(file);
    choices = KernelChoices::load(file);
    Tuner tuner(options, "a test", kTrialBytes, ground());
    QVERIFY(tuner.choose(layer.request()).candidate.name != "planted");
    QVERIFY(tuner.choose(larger.request()).candidate.name != "planted");  // the shape is the same
    QCOMPARE(planted.ran, once);
    QCOMPARE(tuner.leftOut().at(0), sentence);
    // Another machine asks again.
    Tuner elsewhere(options, "another", kTrialBytes, ground());
    elsewhere.choose(layer.request());
    QCOMPARE(planted.ran, 2 * once);
  }

  // Nothing of time or chance is in a verdict.
  void verdictsRepeat() {
    std::map<std::string, std::string> first;
    for (int round = 0; round < 2; ++round) {
      KernelChoices choices;
      CompileOptions options;
      options.autotune = false;
      options.choices = &choices;
      planted.fault = Fault::Scaled;
      Tuner tuner(options, "a test", kTrialBytes, ground());
      tuner.choose(OneLayer().request());
      if (round == 0) first = choices.entries();
      QVERIFY(choices.entries() == first);
    }
    QVERIFY(first.size() >= 2);
  }

  // A plan that nobody runs is not worth a comparison.
  void whatIsOnlyPlannedIsNotCompared() {
    CompileOptions options;
    options.autotune = false;
    options.onlyPlanned = true;
    Tuner tuner(options, "a test", kTrialBytes, ground());
    tuner.choose(OneLayer().request());
    QCOMPARE(planted.ran, 0);
  }

  // Where no maker is left, the sentence names the layer, says why and what to do; nothing of the library comes through by itself.
  void withoutAnyKernelTheLayerIsNamed() {
    static const NamedMaker none[] = {{"planted", makePlanted}};
    planted.fault = Fault::CannotBeMade;
    TimingGround broken = ground();
    broken.makers = [](const OpDef&) { return std::span<const NamedMaker>(none); };
    const OneLayer layer;
    CompileOptions options;
    Tuner tuner(options, "a test", kTrialBytes, broken);
    try {
      tuner.choose(layer.request());
      QFAIL("a kernel was chosen where none exists");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      QCOMPARE(error.where(), std::string("conv"));
      QVERIFY(error.happened().find("could not create a primitive descriptor") != std::string::npos);
      QVERIFY(!error.cure().empty());
    }
  }

  // Element by element as the library does it, between all layouts of images and of weights.
  void copiesInAnyOrderAreThoseOfTheLibrary_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    const Layout layouts[] = {Layout::Plain, Layout::ChannelsLast, Layout::Blocked8, Layout::Blocked16};
    for (const Layout from : layouts)
      for (const Layout to : layouts)
        QTest::addRow("%s to %s", nameOf(from).data(), nameOf(to).data()) << static_cast<int>(from) << static_cast<int>(to);
  }
  void copiesInAnyOrderAreThoseOfTheLibrary() {
    QFETCH(int, from);
    QFETCH(int, to);
    for (const Shape& shape : {Shape{2, 16, 3, 5}, Shape{3, 19, 4, 1}, Shape{1, 3, 2, 2}})
      for (const DType type : {DType::F32, DType::BF16}) {
        const Physical a = image(shape, static_cast<Layout>(from), type), b = image(shape, static_cast<Layout>(to), type), rows = plain(shape, type);
        std::vector<std::byte> given(static_cast<std::size_t>(rows.bytes)), source(static_cast<std::size_t>(a.bytes)),
            ours(static_cast<std::size_t>(b.bytes)), theirs(ours.size());
        for (std::size_t i = 0; i < given.size(); ++i) given[i] = static_cast<std::byte>(i % 2 ? 0x3F : i * 7 % 251);
        copyInAnyOrder(rows.desc, given.data(), a.desc, source.data());
        copyInAnyOrder(a.desc, source.data(), b.desc, ours.data());
        const auto reorder = onednn::makeReorder(a.desc, b.desc);
        QVERIFY(reorder);
        std::vector<std::byte> scratch(static_cast<std::size_t>(reorder->scratchpadBytes()) + 64);
        reorder->bind({{onednn::Arg::Src, source.data()}, {onednn::Arg::Dst, theirs.data()}, {onednn::Arg::Scratchpad, scratch.data()}}).run();
        QVERIFY(ours == theirs);
      }
  }
};

QTEST_APPLESS_MAIN(KernelCheckTest)
#include "kernel_check_test.moc"
