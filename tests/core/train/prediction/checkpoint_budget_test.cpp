// Checkpointing of whole programs: a budget is kept, less budget never takes more memory, and no mode takes more memory than none. Held on
// the memory plans of compiled programs, with everything that kernels need; nothing runs.
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/train/prediction/step_prediction.h"

#include <QtTest>

using namespace stepscope;

namespace {

LayerSpec layer(const char* type, const std::string& name, std::map<std::string, std::int64_t> integers = {}) {
  return {type, name, std::move(integers), {}, {}, {}, {}, {}};
}

void addUnit(std::vector<LayerSpec>& layers, const std::string& prefix, const std::string& digit, std::int64_t channels) {
  layers.push_back(layer("conv2d", prefix + "conv" + digit, {{"out_channels", channels}, {"kernel_size", 3}, {"padding", 1}}));
  layers.push_back(layer("batch_norm", prefix + "norm" + digit));
  layers.push_back(layer("relu", prefix + "relu" + digit));
}

// Two levels down and up again, joined by concatenation. `grouped`: whether the names tell blocks.
ModelSpec unet(bool grouped) {
  const auto prefix = [&](const char* name) { return grouped ? std::string(name) + '.' : std::string(name) + '_'; };
  ModelSpec spec;
  auto& layers = spec.layers;
  addUnit(layers, prefix("down1"), "1", 16);
  addUnit(layers, prefix("down1"), "2", 16);
  layers.push_back(layer("max_pool", prefix("down1") + "pool", {{"kernel_size", 2}}));
  addUnit(layers, prefix("down2"), "1", 32);
  addUnit(layers, prefix("down2"), "2", 32);
  layers.push_back(layer("conv_transpose2d", prefix("up1") + "grow", {{"out_channels", 16}, {"kernel_size", 2}, {"stride", 2}}));
  layers.push_back(layer("concat", prefix("up1") + "join", {{"dim", 1}}));
  layers.back().texts["other"] = prefix("down1") + "relu2";
  addUnit(layers, prefix("up1"), "1", 16);
  addUnit(layers, prefix("up1"), "2", 16);
  layers.push_back(layer("global_avg_pool", "pool"));
  layers.push_back(layer("flatten", "flatten"));
  layers.push_back(layer("linear", "head", {{"out_features", 10}}));
  return spec;
}

// Convolutions in blocks, as in examples/shapes: none of them residual.
ModelSpec plainBlocks() {
  ModelSpec spec;
  for (const char* block : {"block1", "block2", "block3", "block4"}) {
    const std::string prefix = std::string(block) + '.';
    addUnit(spec.layers, prefix, "1", 32);
    addUnit(spec.layers, prefix, "2", 32);
  }
  spec.layers.push_back(layer("flatten", "head.flatten"));
  spec.layers.push_back(layer("linear", "head.linear", {{"out_features", 10}}));
  return spec;
}

ModelSpec zoo(const char* name) {
  ModelSpec spec;
  spec.name = name;
  return spec;
}

struct Net {
  ModelSpec model;
  ModelInput input;
  std::int64_t batch;
};

const std::map<QString, Net>& nets() {
  const ModelInput pictures{{3, 32, 32}, 10};
  ModelInput text;
  text.sample = {64};
  text.dtype = DType::I32;
  text.classes = 40;
  text.task = Task::LanguageModel;
  static const std::map<QString, Net> known = {{"resnet50", {zoo("resnet50"), {{3, 64, 64}, 10}, 8}}, {"gpt", {zoo("gpt"), text, 4}},
                                               {"vgg16_bn", {zoo("vgg16_bn"), {{3, 64, 64}, 10}, 8}}, {"unet", {unet(true), pictures, 32}},
                                               {"unet of layers", {unet(false), pictures, 32}},       {"plain blocks", {plainBlocks(), pictures, 32}},
                                               {"mlp", {zoo("mlp"), {{1, 28, 28}, 10}, 16}}};
  return known;
}

class Planner {
 public:
  explicit Planner(const Net& net) : net_(net) {
    project_.model = net.model;
    project_.switches.batchSize = net.batch;
    project_.train.threads = 1;
  }
  StepPrediction plan(Checkpointing::Mode how, std::int64_t budgetMiB = 1) {
    Switches switches = project_.switches;
    switches.checkpointing = how;
    switches.checkpointBudgetMiB = budgetMiB;
    return predictStep(project_, net_.input, false, switches, *findBackend("cpu"), measured_);
  }

 private:
  Net net_;
  Project project_;
  MeasuredTables measured_;
};

void addNets() {
  QTest::addColumn<QString>("net");
  for (const auto& [name, net] : nets()) QTest::newRow(qPrintable(name)) << name;
}

}  // namespace

class CheckpointBudgetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void noModeTakesMoreMemoryThanNone_data() { addNets(); }

  void noModeTakesMoreMemoryThanNone() {
    QFETCH(QString, net);
    Planner planner(nets().at(net));
    const StepPrediction off = planner.plan(Checkpointing::Mode::Off);
    for (const Checkpointing::Mode how : {Checkpointing::Mode::Blocks, Checkpointing::Mode::Sqrt}) {
      const StepPrediction with = planner.plan(how);
      QVERIFY2(with.peakBytes <= off.peakBytes, qPrintable(QString("%1 of %2").arg(with.peakBytes).arg(off.peakBytes)));
      if (with.peakBytes < off.peakBytes) {
        QVERIFY(with.facts.recomputed > 0);
        continue;
      }
      QCOMPARE(with.facts.recomputed, off.facts.recomputed);
      const bool told = std::any_of(with.reports.begin(), with.reports.end(), [](const PassReport& report) {
        return report.pass == "checkpointing" && report.notes.at(0).starts_with("nothing is computed again");
      });
      QVERIFY(told);
    }
    // Where most memory is in activations, blocks do save.
    if (net != "mlp") QVERIFY(planner.plan(Checkpointing::Mode::Blocks).peakBytes < off.peakBytes * 95 / 100);
  }

  void memoryFollowsTheBudget_data() { addNets(); }

  void memoryFollowsTheBudget() {
    QFETCH(QString, net);
    Planner planner(nets().at(net));
    const auto mib = [](std::int64_t bytes) { return (bytes + (1 << 20) - 1) >> 20; };
    const StepPrediction off = planner.plan(Checkpointing::Mode::Off);
    const std::int64_t most = mib(off.peakBytes);
    std::int64_t before = std::numeric_limits<std::int64_t>::max();
    bool refused = false;
    for (std::int64_t budget = most + 1; budget > 0 && !refused; budget -= std::max<std::int64_t>(1, most / 16)) {
      try {
        const std::int64_t peak = planner.plan(Checkpointing::Mode::Budget, budget).peakBytes;
        QVERIFY2(peak <= budget << 20, qPrintable(QString("%1 in %2 MiB").arg(peak).arg(budget)));
        QVERIFY2(peak <= before, qPrintable(QString("%1 at %2 MiB, %3 with more").arg(peak).arg(budget).arg(before)));
        if (budget >= most) QCOMPARE(peak, off.peakBytes);  // nothing has to be computed again
        before = peak;
      } catch (const Error& error) {
        refused = true;
        QCOMPARE(error.kind(), ErrorKind::Input);
        // What is said to be enough is enough.
        const QString said = error.what();
        const QRegularExpressionMatch least = QRegularExpression("at least (\\d+) MiB").match(said);
        QVERIFY2(least.hasMatch() && least.captured(1).toLongLong() > budget, qPrintable(said));
        const std::int64_t enough = least.captured(1).toLongLong();
        QVERIFY(enough <= most);
        QVERIFY(planner.plan(Checkpointing::Mode::Budget, enough).peakBytes <= enough << 20);
      }
    }
    QVERIFY(refused);
  }
};

QTEST_GUILESS_MAIN(CheckpointBudgetTest)
#include "checkpoint_budget_test.moc"
