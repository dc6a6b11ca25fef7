// A frozen model answers as the model that it was made of, as PyTorch, and as another runtime; and it stands alone.
#include "core/infer/freeze.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/graph/model_outputs.h"
#include "core/infer/asked_program.h"
#include "core/infer/evaluation.h"
#include "core/infer/latency.h"
#include "core/infer/predictor.h"
#include "core/infer/random_inputs.h"
#include "core/train/steps/task_metrics.h"
#include "tests/core/train/trained.h"
#include "tests/dev/reference/formula.h"
#include "tests/support/compare_arrays.h"
#include "tests/support/zoo_rows.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;
using reference::saltOf;

namespace {

const Backend& cpu() {
  return *findBackend("cpu");
}

SampleInfo sampleFor(const ModelInput& input) {
  SampleInfo info;
  info.task = input.task;
  std::vector<std::string>& names = input.task == Task::LanguageModel ? info.vocabulary : info.classNames;
  for (int c = 0; c < input.classes; ++c) names.push_back(std::to_string(c));
  info.setFields(input.sample, input.dtype);
  return info;
}

// A model of the zoo, as if a run had trained it, with these numbers.
using NumbersOf = std::function<std::vector<float>(const Value&)>;
AskedModel asked(const std::string& name, const ModelSpec& spec, const ModelInput& input, const NumbersOf& numbers) {
  AskedModel model;
  model.title = model.source = name;
  model.project.data.kind = "synthetic";
  model.project.model = spec;
  model.project.name = "zoo";
  model.sample = sampleFor(input);
  const Graph graph = buildModel(spec, input, 1, false);
  for (const Value& value : graph.values()) {
    if (!isPersistent(value.role)) continue;
    const std::vector<float> values = numbers(value);
    SafeTensor tensor{value.name, DType::F32, value.shape, std::vector<std::byte>(values.size() * sizeof(float))};
    std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
    model.weights.push_back(std::move(tensor));
  }
  return model;
}

// Statistics and scales of norms that fold to something: initial weights have mean 0, variance 1, gamma 1 and beta 0.
std::vector<float> unusual(const Value& value) {
  std::vector<float> numbers = initialValue(value, 5);
  const bool variance = value.name.ends_with("running_var"), mean = value.name.ends_with("running_mean");
  if (value.shape.size() != 1) return numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double draw = reference::formula(saltOf(value.name), static_cast<std::uint32_t>(i));
    numbers[i] = static_cast<float>(variance ? 1.1 + 0.8 * draw : mean ? 0.2 * draw : numbers[i] + 0.25 * draw);
  }
  return numbers;
}

FreezeOptions quickly(std::vector<std::int64_t> batches) {
  FreezeOptions options;
  options.batches = std::move(batches);
  options.autotune = false;  // direct kernels: Winograd has errors of its own
  return options;
}

AskedModel opened(const std::string& file) {
  return openModel({file, {}, {}, {}});
}

std::vector<float> answer(Program& program) {
  program.run();
  const ValueId value = modelOutputs(program.graph()).prediction;
  std::vector<float> answers(static_cast<std::size_t>(numel(program.graph().value(value).shape)));
  program.read(value, std::as_writable_bytes(std::span(answers)));
  return answers;
}

AskedPrograms compiled(const AskedModel& model, const SampleInfo& sample, std::int64_t batch, int streams = 1, int threads = 1) {
  AskedOptions options;
  options.batch = batch;
  options.threads = threads;
  options.autotune = false;
  options.evaluated = !model.frozen;
  return compileStreams(model, modelInputOf(sample), cpu(), options, streams);
}

ModelInput smallInput(const ZooEntry& entry) {
  ModelInput input = defaultInput(entry);
  if (input.sample.size() == 3 && input.sample[1] > 64) input.sample[1] = input.sample[2] = 64;
  if (input.classes > 100) input.classes = 100;
  return input;
}

Project pictureProject(const QTemporaryDir& folder) {
  for (const char* name : {"bright", "dark"})
    for (int i = 0; i < 20; ++i) {
      QImage picture(24, 20, QImage::Format_RGB888);
      for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 24; ++x) {
          const int base = name[0] == 'b' ? 110 : 40;
          picture.setPixel(x, y, qRgb(base + (x * 7 + i) % 90, base + (y * 5 + i * 3) % 80, base + (x + y) % 60));
        }
      QDir().mkpath(folder.filePath(QString("pictures/") + name));
      picture.save(folder.filePath(QString("pictures/%1/%2.png").arg(name).arg(i)));
    }
  std::ofstream(folder.filePath("project.toml").toStdString())
      << "[data]\nkind = \"image_folder\"\npath = \"pictures\"\nimage_size = 16\nvalidation_split = 0.3\n[model]\nname = \"resnet20\"\n[train]\nepochs = 1\n"
         "threads = 1\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 4\n";
  return loadProject(folder.filePath("project.toml").toStdString());
}

std::string refusal(const std::function<void()>& act) {
  try {
    act();
    return {};
  } catch (const Error& error) {
    return error.cure().empty() ? std::string("without a cure") : error.what();
  }
}

}  // namespace

class FreezeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Before and after, by the same kernels.
  void asBefore_data() { addZooRows(); }
  void asBefore() {
    QFETCH(QString, name);
    const ZooEntry& entry = zooEntry(name);
    ModelSpec spec;
    spec.name = entry.name;
    const AskedModel model = asked(entry.name, spec, smallInput(entry), unusual);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    const Frozen frozen = freeze(model, cpu(), quickly({1, 3}), file);
    QVERIFY2(frozen.difference <= 1e-5, qPrintable(QString::number(frozen.difference)));
    const AskedModel read = opened(file);
    for (const std::int64_t batch : {1, 3}) {
      const AskedPrograms before = compiled(model, *model.sample, batch), after = compiled(read, *model.sample, batch);
      fillRandomly(*before.streams[0], *model.sample, batch);
      fillRandomly(*after.streams[0], *model.sample, batch);
      VERIFY_COMPARISON(compareToLargest(answer(*after.streams[0]), answer(*before.streams[0]), 1e-5), entry.name);
    }
  }

  // PyTorch's logits of torchvision's networks and of ours, from weights and running statistics by formula (tests/core/models/zoo).
  void asPyTorch_data() {
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/models/zoo/zoo_values.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    models_ = QJsonDocument::fromJson(file.readAll()).object()["models"].toArray();
    QTest::addColumn<int>("index");
    for (int i = 0; i < models_.size(); ++i)
      if (models_[i].toObject()["arguments"].toObject().isEmpty()) QTest::newRow(qPrintable(models_[i].toObject()["row"].toString())) << i;
  }
  void asPyTorch() {
    QFETCH(int, index);
    const QJsonObject json = models_[index].toObject();
    const std::string row = json["row"].toString().toStdString();
    const ZooEntry& entry = zooEntry(json["model"].toString());
    ModelSpec spec;
    spec.name = entry.name;
    ModelInput input{{}, json["classes"].toInt(), entry.dtype, entry.task};
    for (const QJsonValue& size : json["sample"].toArray()) input.sample.push_back(size.toInteger());
    std::map<std::string, std::pair<double, double>> scales;
    for (const QJsonValue& value : json["values"].toArray())
      scales[value.toArray()[0].toString().toStdString()] = {value.toArray()[1].toDouble(), value.toArray()[2].toDouble()};
    const AskedModel model = asked(entry.name, spec, input, [&](const Value& value) {
      const auto [scale, offset] = scales.at(value.name);
      std::vector<float> numbers(static_cast<std::size_t>(numel(value.shape)));
      for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(offset + scale * reference::formula(saltOf(value.name), static_cast<std::uint32_t>(i)));
      return numbers;
    });
    const std::int64_t batch = json["batch"].toInteger(), elements = batch * numel(input.sample);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    freeze(model, cpu(), quickly({batch}), file);
    const AskedPrograms programs = compiled(opened(file), *model.sample, batch);
    const std::span<std::byte> x = programs.streams[0]->input("x");
    const bool text = input.task == Task::LanguageModel;
    const reference::Tensor numbers =
        text ? reference::formulaLabels(saltOf(row + " x"), elements, input.classes) : reference::formulaTensor(saltOf(row + " x"), elements, 1.7);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (text) integersOf(x)[i] = static_cast<std::int32_t>(numbers[i]);
      else floatsOf(x)[i] = static_cast<float>(numbers[i]);
    }
    std::vector<double> theirs;
    for (const QJsonValue& v : json["evaluation"].toObject()["logits"].toArray()) theirs.push_back(v.toDouble());
    // As zoo_values_test.cpp bounds the network that is not folded: rounding the folded weights is one rounding more.
    const double bound = 5 * json["strays"].toArray()[0].toDouble() + 2e-6;
    VERIFY_COMPARISON(compareToLargest(answer(*programs.streams[0]), theirs, bound), row);
  }

  // Two published files: what is right of MNIST's 10 000 test pictures is what other runtimes found (evaluation_test.cpp).
  void publishedFiles_data() {
    QTest::addColumn<QString>("net");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("std");
    QTest::addColumn<int>("right");
    QTest::newRow("mnist-8") << "mnist_models/mnist-8/model.onnx" << 0.0 << 1.0 / 255 << 9891;
    QTest::newRow("burn_mnist") << "mnist_models/burn_mnist/mnist.onnx" << 0.1307 << 0.3081 << 9916;
  }
  void publishedFiles() {
    QFETCH(QString, net);
    QFETCH(double, mean);
    QFETCH(double, std);
    QFETCH(int, right);
    const QByteArray given = qgetenv("STEPSCOPE_DATA");
    const QString data = given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : QString::fromLocal8Bit(given);
    if (!QFile::exists(data + "/onnx/mnist_models.tar.gz")) QSKIP("the published models are not beside this tree");
    QTemporaryDir folder;
    QCOMPARE(QProcess::execute("tar", {"-xzf", data + "/onnx/mnist_models.tar.gz", "-C", folder.path()}), 0);
    ModelSource source{folder.filePath(net).toStdString(), {}, {}, (data + "/mnist").toStdString()};
    source.overrides = {{"data.mean", QString("[%1]").arg(mean, 0, 'g', 17).toStdString()},
                        {"data.std", QString("[%1]").arg(std, 0, 'g', 17).toStdString()}};
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    const Frozen frozen = freeze(openModel(source), cpu(), quickly({1, 100}), file);
    QVERIFY(frozen.difference <= 1e-5);
    QVERIFY(QDir(folder.filePath("mnist_models")).removeRecursively());  // the file stands alone
    EvaluationOptions options;
    options.batch = 100;
    const Evaluation result = evaluate(opened(file), cpu(), options);
    QCOMPARE(result.samples, 10'000);
    QCOMPARE(result.right, right);
  }

  // Run -> frozen: the same figures, classes, probabilities; without project and run.
  void aRun() {
    QTemporaryDir folder, elsewhere;
    const Project project = pictureProject(folder);
    train(project);
    const std::string file = elsewhere.filePath("m.ssmodel").toStdString();
    const AskedModel run = openModel({folder.path().toStdString(), {}, {}, {}});
    const Frozen frozen = freeze(run, cpu(), quickly({1, 4}), file);
    QCOMPARE(frozen.foldedNorms, 19);  // one after each convolution of a ResNet-20
    QCOMPARE(frozen.keptNorms, 0);

    EvaluationOptions options;
    options.threads = 1;
    options.batch = 6;
    const Evaluation before = evaluate(run, cpu(), options), after = evaluate(opened(file), cpu(), options);
    QCOMPARE(after.batch, 4);  // the largest of its sizes that is not above six
    QVERIFY(std::any_of(after.warnings.begin(), after.warnings.end(),
                        [](const std::string& note) { return note.find("batches of 1, 4") != std::string::npos; }));
    QCOMPARE(after.samples, before.samples);
    QCOMPARE(after.confusion, before.confusion);
    QVERIFY(std::abs(after.loss - before.loss) <= 1e-5 * before.loss);
    QCOMPARE(after.pixels.mean, before.pixels.mean);

    // Other pictures in folders of other names: their order says nothing of the model's classes.
    QDir().mkpath(elsewhere.filePath("others/cats"));
    QDir().mkpath(elsewhere.filePath("others/dogs"));
    for (int i = 0; i < 6; ++i)
      for (const char* name : {"cats", "dogs"})
        QVERIFY(
            QFile::copy(folder.filePath(QString("pictures/dark/%1.png").arg(i)), elsewhere.filePath(QString("others/%1/%2.png").arg(name).arg(i))));
    AskedModel moved = opened(file);
    moved.project.data.path = elsewhere.filePath("others").toStdString();
    QVERIFY(refusal([&] { evaluate(moved, cpu(), options); }).find("\"cats\" of the data stands where the model has \"bright\"") !=
            std::string::npos);

    const FrozenModel model = readFrozenModel(file);
    QCOMPARE(model.origin.run, std::int64_t{1});
    QCOMPARE(model.origin.step, run.step);
    QCOMPARE(model.origin.source, run.source);
    QCOMPARE(model.sample.classNames, (std::vector<std::string>{"bright", "dark"}));
    QCOMPARE(model.record.metric, run.score.metric);
    QVERIFY(!model.record.metric.empty());
    QCOMPARE(model.record.score, run.score.value);

    PredictorOptions asking;
    asking.threads = 1;
    asking.batch = 4;
    std::vector<Prediction> ofRun, ofFile;
    Predictor first(run, cpu(), asking);
    first.predict(first.samplesOf({folder.filePath("pictures").toStdString()}), [&](const Prediction& one) { ofRun.push_back(one); });
    QVERIFY(QFile::rename(folder.filePath("pictures"), elsewhere.filePath("pictures")));
    QVERIFY(QDir(folder.path()).removeRecursively());
    Predictor second(opened(file), cpu(), asking);
    second.predict(second.samplesOf({elsewhere.filePath("pictures").toStdString()}), [&](const Prediction& one) { ofFile.push_back(one); });
    QCOMPARE(ofFile.size(), std::size_t{40});
    for (std::size_t i = 0; i < ofFile.size(); ++i) {
      QVERIFY2(ofFile[i].error.empty(), ofFile[i].error.c_str());
      QCOMPARE(ofFile[i].top[0].first, ofRun[i].top[0].first);
      QVERIFY(std::abs(ofFile[i].top[0].second - ofRun[i].top[0].second) < 1e-5);
    }
  }

  // Programs that run at the same time on one state say what one of them says alone, bit for bit.
  void streams_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"resnet18", "mobilenet_v2", "lstm", "vit_tiny"}) QTest::newRow(name) << name;
  }
  void streams() {
    QFETCH(QString, name);
    const ZooEntry& entry = zooEntry(name);
    ModelSpec spec;
    spec.name = entry.name;
    const AskedModel model = asked(entry.name, spec, smallInput(entry), unusual);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    freeze(model, cpu(), quickly({2}), file);
    const AskedModel read = opened(file);
    const AskedPrograms alone = compiled(read, *model.sample, 2);
    fillRandomly(*alone.streams[0], *model.sample, 2);
    const std::vector<float> wanted = answer(*alone.streams[0]);
    const AskedPrograms many = compiled(read, *model.sample, 2, 4);
    QCOMPARE(many.streams.size(), std::size_t{4});
    std::vector<std::vector<float>> said(4);
    std::vector<std::thread> threads;
    for (std::size_t s = 0; s < 4; ++s) {
      fillRandomly(*many.streams[s], *model.sample, 2);
      threads.emplace_back([&, s] {
        for (int again = 0; again < 5; ++again) said[s] = answer(*many.streams[s]);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<float>& one : said) QVERIFY(one == wanted);
  }

  // 64 MiB of weights, and almost no activations: three more streams take less than one more copy of them.
  void weightsAreInMemoryOnce() {
    ModelSpec spec;
    spec.name = "mlp";
    spec.integers["hidden"] = {2048, 4096, 2048};
    const ModelInput input{{64}, 8, DType::F32, Task::Classification};
    constexpr std::int64_t kWeights = std::int64_t{2 * 2048 * 4096} * 4;
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    freeze(asked("mlp", spec, input, [](const Value& value) { return initialValue(value, 1); }), cpu(), quickly({1}), file);
    returnFreedMemory();
    const AskedModel read = opened(file);
    const std::int64_t before = processMemory().resident;
    const AskedPrograms one = compiled(read, *read.sample, 1);
    answer(*one.streams[0]);
    const std::int64_t ofOne = processMemory().resident - before;
    QVERIFY2(ofOne >= kWeights * 9 / 10 && ofOne < kWeights * 3 / 2, qPrintable(QString::number(ofOne)));
    const AskedPrograms four = compiled(read, *read.sample, 1, 4);
    for (const auto& program : four.streams) answer(*program);
    const std::int64_t ofFour = processMemory().resident - before - ofOne;
    QVERIFY2(ofFour < kWeights * 3 / 2, qPrintable(QString::number(ofFour)));
  }

  void latencyOfStreams() {
    const ZooEntry& entry = zooEntry("lenet5");
    ModelSpec spec;
    spec.name = entry.name;
    const AskedModel model = asked("lenet5", spec, defaultInput(entry), unusual);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    freeze(model, cpu(), quickly({1, 2}), file);
    LatencyOptions options;
    options.batches = {2};
    options.seconds = 0.1;
    options.fewest = 10;
    options.streams = 3;
    options.threads = 1;
    const LatencyFigures figures = measureLatency(opened(file), *model.sample, cpu(), options).at(0);
    QCOMPARE(figures.streams, 3);
    QCOMPARE(figures.threads, 1);
    QVERIFY(figures.queries >= 30);
    QCOMPARE(figures.samples, 2 * figures.queries);
    options.batches = {4};
    QVERIFY(refusal([&] { measureLatency(opened(file), *model.sample, cpu(), options); }).find("--batch 4") != std::string::npos);
    options.scenario = Scenario::Server;
    options.qps = 10;
    QVERIFY(refusal([&] { measureLatency(opened(file), *model.sample, cpu(), options); }).find("--streams") != std::string::npos);
  }

  // bf16 is a wish: where the machine multiplies it no faster the answers are those of f32, and that is told.
  void bf16() {
    const ZooEntry& entry = zooEntry("resnet18");
    ModelSpec spec;
    spec.name = entry.name;
    const AskedModel model = asked(entry.name, spec, smallInput(entry), unusual);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    FreezeOptions options = quickly({2});
    options.precision = DType::BF16;
    const Frozen frozen = freeze(model, cpu(), options, file);
    const AskedModel read = opened(file);
    QCOMPARE(read.frozen->precision, DType::BF16);
    const AskedPrograms programs = compiled(read, *model.sample, 2), f32 = compiled(model, *model.sample, 2);
    QCOMPARE(programs.precision, frozen.precision);
    const bool narrow = programs.precision == DType::BF16;
    QCOMPARE(std::any_of(programs.notes.begin(), programs.notes.end(),
                         [](const std::string& note) { return note.find("not faster") != std::string::npos; }),
             !narrow);
    fillRandomly(*programs.streams[0], *model.sample, 2);
    fillRandomly(*f32.streams[0], *model.sample, 2);
    // 20 layers of operands with 8 bits.
    VERIFY_COMPARISON(compareToLargest(answer(*programs.streams[0]), answer(*f32.streams[0]), narrow ? 0.05 : 1e-5), "bf16");
    for (const Value& value : programs.streams[0]->graph().values())
      if (narrow && value.name == "conv1.weight.bf16") QCOMPARE(value.role, Role::Frozen);
  }

  void anotherProcessor() {
    const ZooEntry& entry = zooEntry("lenet5");
    ModelSpec spec;
    spec.name = entry.name;
    const AskedModel model = asked("lenet5", spec, defaultInput(entry), unusual);
    QTemporaryDir folder;
    const std::string here = folder.filePath("here.ssmodel").toStdString(), there = folder.filePath("there.ssmodel").toStdString();
    freeze(model, cpu(), quickly({1}), here);
    FrozenModel moved = readFrozenModel(here);
    QCOMPARE(moved.kernels.processor, cpu().device().name);
    moved.kernels.choices = {{"a layer", "direct"}};
    writeFrozenModel(moved, here);
    QCOMPARE(readFrozenModel(here).kernels.choices, moved.kernels.choices);
    moved.kernels.processor = "Loihi 9";
    writeFrozenModel(moved, there);
    QVERIFY(compiled(opened(here), *model.sample, 1).notes.empty());
    const AskedPrograms programs = compiled(opened(there), *model.sample, 1);
    QCOMPARE(programs.notes.size(), std::size_t{1});
    QVERIFY(programs.notes[0].find("Loihi 9") != std::string::npos);
  }

  void refused() {
    const ZooEntry& entry = zooEntry("lenet5");
    ModelSpec spec;
    spec.name = entry.name;
    AskedModel model = asked("lenet5", spec, defaultInput(entry), unusual);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    const auto freezing = [&](const std::string& to) { return refusal([&] { freeze(model, cpu(), quickly({1}), to); }); };
    QVERIFY(freezing(folder.filePath("m.onnx").toStdString()).find(".ssmodel") != std::string::npos);
    QVERIFY(freezing(folder.filePath("no/m.ssmodel").toStdString()).find("folder is not there") != std::string::npos);
    QVERIFY(freezing(file).empty());
    QVERIFY(freezing(file).find("the file exists") != std::string::npos);
    const AskedModel frozen = opened(file);
    QVERIFY(refusal([&] { freeze(frozen, cpu(), quickly({1}), folder.filePath("again.ssmodel").toStdString()); }).find("already") !=
            std::string::npos);
    QVERIFY(refusal([&] { openModel({file, 3, {}, {}}); }).find("--run") != std::string::npos);
    QVERIFY(refusal([&] { openModel({file, {}, "best", {}}); }).find("--checkpoint") != std::string::npos);

    const std::string other = folder.filePath("other.ssmodel").toStdString();
    const float broken = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(model.weights[0].data.data(), &broken, sizeof(broken));
    QVERIFY(freezing(other).find("are not all finite numbers") != std::string::npos);
    model.weights.pop_back();
    QVERIFY(freezing(other).find("no numbers") != std::string::npos);
    std::atomic<bool> stop{true};
    FreezeOptions options = quickly({1});
    options.cancel = &stop;
    QVERIFY_EXCEPTION_THROWN(freeze(model, cpu(), options, other), Cancelled);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"m.ssmodel"});
  }

 private:
  QJsonArray models_;
};

QTEST_GUILESS_MAIN(FreezeTest)
#include "freeze_test.moc"
