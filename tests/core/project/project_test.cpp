// What a project file says arrives in Project, by file, by --set and through the JSON kept with a run.
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/project.h"
#include "core/project/switches.h"

using namespace stepscope;

namespace {

const std::string kMinimal = "[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n";

const char* const kFull = R"(
[project]
name = "all keys"
[data]
kind = "image_folder"
path = "pictures"
validation_split = 0.25
image_size = 48
flip = true
crop_padding = 3
crop_scale = 0.5
mean = [0.1, 0.2, 0.3]
std = [1, 2, 3]
count = 77
classes = 5
cache_bytes = 123456
seed = 9
[model]
name = "mlp"
hidden = [64, 32]
dropout = 0.25
[train]
epochs = 7
seed = 9223372036854775807
threads = 2
[train.optimizer]
name = "adamw"
learning_rate = 0.1234567890123456789
momentum = 0.5
nesterov = true
dampening = 0.1
weight_decay = 1e-4
decay_norm_and_bias = false
beta1 = 0.8
beta2 = 0.99
eps = 1e-7
[train.schedule]
name = "step"
warmup_epochs = 1.5
warmup_factor = 0.125
step_epochs = 3
gamma = 0.3
minimum = 0.001
[train.capture]
step = -1
steps = 8
[switches]
batch_size = 96
num_workers = 0
)";

void compare(const Project& a, const Project& b) {
  QCOMPARE(a.file, b.file);
  QCOMPARE(a.directory, b.directory);
  QCOMPARE(a.name, b.name);
  QCOMPARE(a.data.kind, b.data.kind);
  QCOMPARE(a.data.path, b.data.path);
  QCOMPARE(a.data.validationSplit, b.data.validationSplit);
  QCOMPARE(a.data.imageSize, b.data.imageSize);
  QCOMPARE(a.data.flip, b.data.flip);
  QCOMPARE(a.data.cropPadding, b.data.cropPadding);
  QCOMPARE(a.data.cropScale, b.data.cropScale);
  QCOMPARE(a.data.mean, b.data.mean);
  QCOMPARE(a.data.std, b.data.std);
  QCOMPARE(a.data.count, b.data.count);
  QCOMPARE(a.data.own, b.data.own);
  QCOMPARE(a.data.cacheBytes, b.data.cacheBytes);
  QCOMPARE(a.data.seed, b.data.seed);
  QCOMPARE(a.model.name, b.model.name);
  QCOMPARE(a.model.integers, b.model.integers);
  QCOMPARE(a.model.reals, b.model.reals);
  QCOMPARE(a.model.layers.size(), b.model.layers.size());
  for (std::size_t i = 0; i < a.model.layers.size(); ++i) {
    QCOMPARE(a.model.layers[i].type, b.model.layers[i].type);
    QCOMPARE(a.model.layers[i].name, b.model.layers[i].name);
    QCOMPARE(a.model.layers[i].integers, b.model.layers[i].integers);
    QCOMPARE(a.model.layers[i].reals, b.model.layers[i].reals);
    QCOMPARE(a.model.layers[i].flags, b.model.layers[i].flags);
  }
  QCOMPARE(a.train.epochs, b.train.epochs);
  QCOMPARE(a.train.seed, b.train.seed);
  QCOMPARE(a.train.threads, b.train.threads);
  QVERIFY(a.train.optimizer.kind == b.train.optimizer.kind);
  // Bit for bit: a resumed run must train with the very same rate.
  QVERIFY(a.train.optimizer.learningRate == b.train.optimizer.learningRate);
  QVERIFY(a.train.optimizer.momentum == b.train.optimizer.momentum);
  QVERIFY(a.train.optimizer.dampening == b.train.optimizer.dampening);
  QVERIFY(a.train.optimizer.weightDecay == b.train.optimizer.weightDecay);
  QCOMPARE(a.train.optimizer.nesterov, b.train.optimizer.nesterov);
  QVERIFY(a.train.optimizer.beta1 == b.train.optimizer.beta1);
  QVERIFY(a.train.optimizer.beta2 == b.train.optimizer.beta2);
  QVERIFY(a.train.optimizer.eps == b.train.optimizer.eps);
  QCOMPARE(a.train.optimizer.decayNormAndBias, b.train.optimizer.decayNormAndBias);
  QVERIFY(a.train.schedule == b.train.schedule);
  QCOMPARE(a.train.monitor, b.train.monitor);
  QCOMPARE(a.train.capture, b.train.capture);
  QCOMPARE(a.train.liveSteps, b.train.liveSteps);
  QVERIFY(a.switches == b.switches);
}

}  // namespace

class ProjectTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(folder_.isValid());
    std::filesystem::create_directories(at("pictures"));
  }

  void everyKeyArrives() {
    const Project p = parseProject(kFull, at("full.toml"));
    QCOMPARE(p.name, std::string("all keys"));
    QCOMPARE(p.file, at("full.toml"));
    QCOMPARE(p.directory, folder_.path().toStdString());
    QCOMPARE(p.data.kind, std::string("image_folder"));
    QCOMPARE(p.data.path, at("pictures"));
    QCOMPARE(p.data.validationSplit, 0.25);
    QCOMPARE(p.data.imageSize, std::int64_t{48});
    QVERIFY(p.data.flip);
    QCOMPARE(p.data.cropPadding, std::int64_t{3});
    QCOMPARE(p.data.cropScale, 0.5);
    QCOMPARE(p.data.mean, (std::vector<double>{0.1, 0.2, 0.3}));
    QCOMPARE(p.data.std, (std::vector<double>{1, 2, 3}));
    QCOMPARE(p.data.count, std::int64_t{77});
    QCOMPARE(p.data.own.at("data.classes"), std::int64_t{5});
    QCOMPARE(p.data.cacheBytes, std::int64_t{123456});
    QCOMPARE(p.data.seed, std::uint64_t{9});
    QCOMPARE(p.model.name, std::string("mlp"));
    QCOMPARE(p.model.integers.at("hidden"), (std::vector<std::int64_t>{64, 32}));
    QCOMPARE(p.model.reals.at("dropout"), 0.25);
    QCOMPARE(p.train.epochs, std::int64_t{7});
    QCOMPARE(p.train.seed, std::uint64_t{9223372036854775807u});
    QCOMPARE(p.train.threads, 2);
    QVERIFY(p.train.optimizer.kind == OptimizerSpec::Kind::AdamW);
    QVERIFY(p.train.optimizer.learningRate == 0.1234567890123456789);
    QCOMPARE(p.train.optimizer.momentum, 0.5);
    QVERIFY(p.train.optimizer.nesterov);
    QCOMPARE(p.train.optimizer.dampening, 0.1);
    QCOMPARE(p.train.optimizer.weightDecay, 1e-4);
    QVERIFY(!p.train.optimizer.decayNormAndBias);
    QCOMPARE(p.train.optimizer.beta1, 0.8);
    QCOMPARE(p.train.optimizer.beta2, 0.99);
    QCOMPARE(p.train.optimizer.eps, 1e-7);
    QCOMPARE(p.train.schedule.name, std::string("step"));
    QCOMPARE(p.train.schedule.warmupEpochs, 1.5);
    QCOMPARE(p.train.schedule.warmupFactor, 0.125);
    QCOMPARE(p.train.schedule.arguments.at("step_epochs"), 3.0);
    QCOMPARE(p.train.schedule.arguments.at("gamma"), 0.3);
    QCOMPARE(p.train.schedule.arguments.at("minimum"), 0.001);
    QCOMPARE(p.train.capture.first, std::int64_t{-1});
    QCOMPARE(p.train.capture.active, std::int64_t{8});
    QCOMPARE(p.switches.batchSize, std::int64_t{96});
    QCOMPARE(p.switches.numWorkers, std::int64_t{0});
  }

  void jsonRoundTrip() {
    const Project full = parseProject(kFull, at("full.toml"));
    compare(projectFromJson(toJson(full)), full);
    QCOMPARE(toJson(projectFromJson(toJson(full))), toJson(full));
    const Project minimal = parseProject(kMinimal, at("minimal.toml"));
    compare(projectFromJson(toJson(minimal)), minimal);
    const Project layers = parseProject(
        "[data]\nkind = \"synthetic\"\n[[model.layers]]\ntype = \"flatten\"\n[[model.layers]]\ntype = \"dropout\"\np = 0.5\n"
        "[[model.layers]]\ntype = \"linear\"\nname = \"out\"\nout_features = 10\nbias = false\n",
        at("layers.toml"));
    QCOMPARE(layers.model.layers.size(), std::size_t{3});
    QCOMPARE(layers.model.layers[2].integers.at("out_features"), std::int64_t{10});
    QCOMPARE(layers.model.layers[2].flags.at("bias"), false);
    QCOMPARE(layers.model.layers[1].reals.at("p"), 0.5);
    compare(projectFromJson(toJson(layers)), layers);
  }

  void jsonDoesNotAskForThePathAgain() {
    Project project = parseProject(kFull, at("full.toml"));
    project.data.path = "/no/such/folder";
    QCOMPARE(projectFromJson(toJson(project)).data.path, std::string("/no/such/folder"));
  }

  void damagedJson_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut off") << QByteArray("{\"data\": {\"kind\": \"mni");
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("wrong type") << QByteArray(R"({"data": {"kind": 5}})");
    QTest::newRow("no model") << QByteArray(R"({"data": {"kind": "synthetic"}})");
    QTest::newRow("unknown key") << QByteArray(R"({"data": {"kind": "synthetic"}, "model": {"name": "mlp"}, "extra": 1})");
    QTest::newRow("too large") << QByteArray(R"({"data": {"kind": "synthetic"}, "model": {"name": "mlp"}, "train": {"seed": 18446744073709551615}})");
    QTest::newRow("layers of numbers") << QByteArray(R"({"data": {"kind": "synthetic"}, "model": {"layers": [1]}})");
    QTest::newRow("deep") << QByteArray("{\"data\":").repeated(100000);
    QTest::newRow("deep list") << QByteArray("[").repeated(1000000);
  }
  void damagedJson() {
    QFETCH(QByteArray, json);
    QVERIFY_EXCEPTION_THROWN(projectFromJson(json.toStdString()), Error);
  }

  void defaults() {
    const Project p = parseProject(kMinimal, at("folder/project.toml"));
    QCOMPARE(p.name, std::string("folder"));
    QCOMPARE(parseProject(kMinimal, at("digits.toml")).name, std::string("digits"));
    QCOMPARE(p.switches.batchSize, std::int64_t{64});
    QCOMPARE(p.train.optimizer.learningRate, 0.1);
    QCOMPARE(p.storePath(), at("folder/.stepscope/runs.db"));
    QCOMPARE(p.runDirectory(14), at("folder/.stepscope/runs/14"));
    const Project adam = parseProject(kMinimal + "[train.optimizer]\nname = \"adam\"\n", at("a.toml"));
    QCOMPARE(adam.train.optimizer.learningRate, 0.001);
    QCOMPARE(adam.train.optimizer.weightDecay, 0.0);
    const Project adamw = parseProject(kMinimal + "[train.optimizer]\nname = \"adamw\"\n", at("a.toml"));
    QCOMPARE(adamw.train.optimizer.weightDecay, 0.01);
    const Project shapes = parseProject("data.kind = \"shapes\"\nmodel.name = \"lenet5\"\n", at("a.toml"));
    QCOMPARE(shapes.data.path, at(".stepscope/shapes"));
  }

  void overrides() {
    const Overrides given = {{"switches.batch_size", "128"}, {"train.optimizer.learning_rate", "1"},
                             {"data.kind", "shapes"},        {"data.path", "../elsewhere"},
                             {"model.hidden", "[8, 8, 8]"},  {"project.name", "42"},
                             {"data.mean", "[0.5]"},         {"data.flip", "true"},
                             {"train.epochs", "3"},          {"train.epochs", "4"}};
    const Project p = parseProject(kMinimal, at("sub/a.toml"), given);
    QCOMPARE(p.switches.batchSize, std::int64_t{128});
    QCOMPARE(p.train.optimizer.learningRate, 1.0);
    QCOMPARE(p.data.kind, std::string("shapes"));
    QCOMPARE(p.data.path, at("elsewhere"));
    QCOMPARE(p.model.integers.at("hidden"), (std::vector<std::int64_t>{8, 8, 8}));
    QCOMPARE(p.name, std::string("42"));
    QCOMPARE(p.data.mean, std::vector<double>{0.5});
    QVERIFY(p.data.flip);
    QCOMPARE(p.train.epochs, std::int64_t{4});
    const Project quoted =
        parseProject(kMinimal, at("a.toml"), {{"model.name", "\"lenet5\""}, {"train.optimizer", "{name = \"adam\", beta1 = 0.5}"}});
    QCOMPARE(quoted.model.name, std::string("lenet5"));
    QVERIFY(quoted.train.optimizer.kind == OptimizerSpec::Kind::Adam);
    QCOMPARE(quoted.train.optimizer.beta1, 0.5);
  }

  void overridesOfLayers() {
    const std::string text =
        "[data]\nkind = \"synthetic\"\n[[model.layers]]\ntype = \"flatten\"\n[[model.layers]]\ntype = \"linear\"\nout_features = 10\n";
    const Project p = parseProject(text, at("a.toml"), {{"model.layers.1.out_features", "20"}, {"model.layers[0].name", "flat"}});
    QCOMPARE(p.model.layers[1].integers.at("out_features"), std::int64_t{20});
    QCOMPARE(p.model.layers[0].name, std::string("flat"));
    const Project anew = parseProject(text, at("a.toml"), {{"model.layers", "[{type = \"flatten\"}]"}});
    QCOMPARE(anew.model.layers.size(), std::size_t{1});
  }

  void loadsAFileAndAFolder() {
    std::filesystem::create_directories(at("a project"));
    std::ofstream(at("a project/project.toml")) << kMinimal;
    QCOMPARE(loadProject(at("a project")).file, at("a project/project.toml"));
    QCOMPARE(loadProject(at("a project/project.toml")).name, std::string("a project"));
    std::ofstream(at("bom.toml")) << "\xEF\xBB\xBF" << kMinimal;
    QCOMPARE(loadProject(at("bom.toml")).model.name, std::string("mlp"));
    std::ofstream(at("crlf.toml")) << "[data]\r\nkind = \"synthetic\"\r\n[model]\r\nname = \"mlp\"\r\n";
    QCOMPARE(loadProject(at("crlf.toml")).model.name, std::string("mlp"));
  }

  void newProjects_data() {
    QTest::addColumn<QString>("kind");
    for (const DatasetDef& def : datasetDefs()) QTest::newRow(std::string(def.kind).c_str()) << QString::fromStdString(std::string(def.kind));
  }
  void newProjects() {
    QFETCH(QString, kind);
    const std::string name = "a \"quoted\" \\ name\nof two lines";
    const Project p = parseProject(newProjectText(name, kind.toStdString(), "pictures"), at("new.toml"));
    QCOMPARE(p.name, name);
    QCOMPARE(p.data.kind, kind.toStdString());
    if (kind != "synthetic") QCOMPARE(p.data.path, at("pictures"));
  }

  void optimizerGroups() {
    const Project p = parseProject(kMinimal + R"([train.optimizer]
name = "adagrad"
[[train.optimizer.groups]]
pattern = "fc.*"
learning_rate_factor = 10
[[train.optimizer.groups]]
pattern = "*.bias"
weight_decay = 0
)",
                                   at("a.toml"));
    QCOMPARE(p.train.optimizer.eps, 1e-10);  // Adagrad's own default
    QCOMPARE(p.train.optimizer.learningRate, 0.01);
    const std::vector<ParameterGroup> expected = {{.pattern = "fc.*", .learningRateFactor = 10}, {.pattern = "*.bias", .weightDecay = 0}};
    QVERIFY(p.train.optimizer.groups == expected);
    QVERIFY(projectFromJson(toJson(p)).train.optimizer.groups == expected);
  }

  void switchList() {
    Switches before, after;
    QCOMPARE(describeChange(before, after), std::string());
    after.batchSize = 128;
    QCOMPARE(describeChange(before, after), std::string("batch size 64 -> 128"));
    after.numWorkers = 4;
    QCOMPARE(describeChange(before, after), std::string("batch size 64 -> 128, loader workers 1 -> 4"));
    Switches rounded;
    rounded.tf32 = true;
    QCOMPARE(describeChange({}, rounded), std::string("TF32 off -> on"));
    for (const SwitchDef& def : switchDefs()) {
      Switches changed;
      const std::int64_t other = def.get(changed) == def.maximum ? def.minimum : def.maximum;
      def.set(changed, other);
      QCOMPARE(def.get(changed), other);
      QVERIFY(!(changed == Switches{}));
      QVERIFY(def.minimum < def.maximum && !def.help.empty() && !def.title.empty());
      const Project p = parseProject(kMinimal, at("a.toml"), {{"switches." + def.key, valueText(def, def.minimum)}});
      QCOMPARE(def.get(p.switches), def.minimum);
    }
  }

  // A budget is written as an amount of memory, as the value of either key; a plain number is one of MiB.
  void budgetsAreAmountsOfMemory_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("mib");
    QTest::newRow("checkpointing") << "checkpointing"
                                   << "6 GiB" << 6144;
    QTest::newRow("without a space") << "checkpointing"
                                     << "1.5GiB" << 1536;
    QTest::newRow("budget") << "checkpoint_budget"
                            << "700 MiB" << 700;
    QTest::newRow("plain") << "checkpoint_budget"
                           << "700" << 700;
    QTest::newRow("a name") << "checkpointing"
                            << "blocks" << 0;
    for (const char* key : {"checkpointing", "checkpoint_budget"})
      for (const char* wrong : {"6 Gig", "-1 GiB", "1 KiB", "3000 TiB", "GiB", "nan MiB"}) QTest::addRow("%s %s", key, wrong) << key << wrong << -1;
  }

  void budgetsAreAmountsOfMemory() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(int, mib);
    const auto parsed = [&] { return parseProject(kMinimal, at("a.toml"), {{"switches." + key.toStdString(), value.toStdString()}}).switches; };
    if (mib < 0) {
      try {
        parsed();
        QFAIL("it was accepted");
      } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Input);
        const QString said = error.what();
        QVERIFY2(said.contains("switches." + key) && said.contains("an amount of memory such as \"6 GiB\""), qPrintable(said));
      }
      return;
    }
    const Switches switches = parsed();
    using Mode = Checkpointing::Mode;
    QCOMPARE(switches.checkpointing, key != "checkpointing" ? Mode::Off : mib > 0 ? Mode::Budget : Mode::Blocks);
    if (mib > 0) QCOMPARE(switches.checkpointBudgetMiB, std::int64_t{mib});
  }
};

QTEST_GUILESS_MAIN(ProjectTest)
#include "project_test.moc"
