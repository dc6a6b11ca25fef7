// What evaluate() says of a model, against the same figures computed by hand from the weights, and against other runtimes.
#include "core/infer/evaluation.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/trained.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

QString dataFolder() {
  const QByteArray given = qgetenv("STEPSCOPE_DATA");
  return given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : QString::fromLocal8Bit(given);
}

// A table whose target depends on two columns with some noise, and an mlp of one hidden layer that learns it.
std::string table(const std::string& target, int rows, std::uint64_t seed) {
  std::string text = "a,b," + target + "\n";
  PhiloxStream random(seed, 0);
  for (int i = 0; i < rows; ++i) {
    const double a = random.normal(), b = random.normal(), y = 100 + 30 * a - 20 * b + 20 * random.normal();
    text += std::to_string(a) + "," + std::to_string(b) + "," +
            (target == "y" ? std::to_string(y)
             : y > 130     ? "high"
             : y > 85      ? "middle"
                           : "low") +
            "\n";
  }
  return text;
}

Project tableProject(const QTemporaryDir& folder, const std::string& target, const std::string& extra = {}) {
  std::ofstream(folder.filePath("table.csv").toStdString()) << table(target, 500, 3);
  const std::string text =
      "[data]\nkind = \"table\"\npath = \"table.csv\"\n[model]\nname = \"mlp\"\nhidden = [12]\n[train]\nepochs = 6\nthreads = 1\n" + extra +
      "[train.optimizer]\nname = \"adamw\"\nlearning_rate = 0.02\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 32\n";
  std::ofstream(folder.filePath("project.toml").toStdString()) << text;
  return loadProject(folder.filePath("project.toml").toStdString());
}

// The outputs of that mlp for a sample, in double precision, from the weights of a checkpoint.
class ByHand {
 public:
  explicit ByHand(const Checkpoint& checkpoint) {
    std::map<std::string, const SafeTensor*> averages;
    for (const SafeTensor& tensor : checkpoint.optimizer) averages[tensor.name] = &tensor;
    for (const SafeTensor& tensor : checkpoint.model) {
      const auto average = averages.find(tensor.name + ".ema");
      const SafeTensor& taken = average == averages.end() ? tensor : *average->second;
      std::vector<float>& values = weights_[tensor.name];
      values.resize(taken.data.size() / sizeof(float));
      std::memcpy(values.data(), taken.data.data(), taken.data.size());
    }
  }
  std::vector<double> operator()(const Dataset& data, std::int64_t index) const {
    std::vector<float> x(static_cast<std::size_t>(data.info().input().shape[0]));
    data.readFloats(index, 0, x);
    std::vector<double> hidden = layer("fc1", std::vector<double>(x.begin(), x.end()));
    for (double& one : hidden) one = std::max(one, 0.0);
    return layer("fc2", hidden);
  }

 private:
  std::vector<double> layer(const std::string& name, const std::vector<double>& in) const {
    const std::vector<float>&weight = weights_.at(name + ".weight"), &bias = weights_.at(name + ".bias");
    std::vector<double> out(bias.begin(), bias.end());
    for (std::size_t o = 0; o < out.size(); ++o)
      for (std::size_t i = 0; i < in.size(); ++i) out[o] += weight[o * in.size() + i] * in[i];
    return out;
  }
  std::map<std::string, std::vector<float>> weights_;
};

Evaluation evaluated(const ModelSource& source, Split split = Split::Validation, std::int64_t batch = 64) {
  EvaluationOptions options;
  options.split = split;
  options.batch = batch;
  options.threads = 1;
  return evaluate(openModel(source), *findBackend("cpu"), options);
}

void expectClassesByHand(const Evaluation& result, const Dataset& data, const ByHand& model) {
  const auto classes = static_cast<std::size_t>(data.info().outputs());
  std::vector<std::int64_t> confusion(classes * classes);
  double loss = 0;
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < data.size(); ++i) {
    const std::vector<double> logits = model(data, i);
    const auto answer = static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    const auto truth = static_cast<std::size_t>(data.label(i));
    double sum = 0;
    for (const double logit : logits) sum += std::exp(logit);
    loss += std::log(sum) - logits[truth];
    ++confusion[truth * classes + answer];
    right += answer == truth ? 1 : 0;
  }
  QCOMPARE(result.samples, data.size());
  QCOMPARE(result.right, right);
  QCOMPARE(result.confusion, confusion);
  QVERIFY(std::abs(result.loss - loss / static_cast<double>(data.size())) < 1e-5 * (1 + result.loss));
  QVERIFY(std::abs(result.metrics.at(0).value - static_cast<double>(right) / static_cast<double>(data.size())) < 1e-12);
  for (std::size_t c = 0; c < classes; ++c) {
    std::int64_t truth = 0, answered = 0;
    for (std::size_t o = 0; o < classes; ++o) {
      truth += confusion[c * classes + o];
      answered += confusion[o * classes + c];
    }
    const double precision = static_cast<double>(confusion[c * classes + c]) / static_cast<double>(answered),
                 recall = static_cast<double>(confusion[c * classes + c]) / static_cast<double>(truth);
    QVERIFY(std::abs(result.classes[c].recall - recall) < 1e-12);
    if (answered == 0) continue;
    QVERIFY(std::abs(result.classes[c].precision - precision) < 1e-12);
    if (precision + recall > 0) QVERIFY(std::abs(result.classes[c].f1 - 2 * precision * recall / (precision + recall)) < 1e-12);
  }
}

}  // namespace

class EvaluationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void classifier_data() {
    QTest::addColumn<QString>("extra");
    QTest::newRow("weights") << QString();
    QTest::newRow("moving averages") << "[train.ema]\ndecay = 0.9\n";
  }
  void classifier() {
    QFETCH(QString, extra);
    QTemporaryDir folder;
    const Project project = tableProject(folder, "level", extra.toStdString());
    const Trained trained = train(project);
    const RunId run = trained.start->run;
    const ByHand best(loadCheckpoint(project.runDirectory(run), "best")), last(loadCheckpoint(project.runDirectory(run), "last"));
    const DataSplits data = openData(project.data);
    const std::string path = folder.path().toStdString();
    // A batch size that does not divide the samples: the rest of the last batch is padding, which must not count.
    QVERIFY(data.validation->size() % 7 != 0);
    expectClassesByHand(evaluated({path, {}, {}, {}}, Split::Validation, 7), *data.validation, best);
    expectClassesByHand(evaluated({path, run, "last", {}}), *data.validation, last);
    expectClassesByHand(evaluated({path, run, "last", {}}, Split::Train), *data.train, last);
    expectClassesByHand(evaluated({project.runDirectory(run), {}, {}, {}}), *data.validation, best);
    expectClassesByHand(evaluated({checkpointPath(project.runDirectory(run), "last"), {}, {}, {}}), *data.validation, last);

    // The test part, which the project only names when it is evaluated. Without one the error says how to get it.
    std::ofstream(folder.filePath("test.csv").toStdString()) << table("level", 70, 5);
    DataSpec tested = project.data;
    tested.testPath = folder.filePath("test.csv").toStdString();
    ModelSource source{path, {}, {}, {}, {{"data.test_path", '"' + tested.testPath + '"'}}};
    const Evaluation onTest = evaluated(source, Split::Test);
    QCOMPARE(onTest.samples, 70);
    expectClassesByHand(onTest, *openTestPart(tested), best);
    try {
      evaluated({path, {}, {}, {}}, Split::Test);
      QFAIL("was not refused");
    } catch (const Error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains("data.test_path"), error.what());
    }

    // Other rows are read as those of the training: with their means, deviations and classes.
    std::ofstream(folder.filePath("other.csv").toStdString()) << table("level", 90, 4);
    DataSpec other = project.data;
    other.validationPath = folder.filePath("other.csv").toStdString();
    const Evaluation asked = evaluated({path, {}, {}, other.validationPath});
    QCOMPARE(asked.samples, 90);
    expectClassesByHand(asked, *openData(other).validation, best);
  }

  // They weigh the training loss only: a run with them is asked as any other.
  void aRunWithClassWeights() {
    QTemporaryDir folder;
    const Project project = tableProject(folder, "level", "[train.loss]\nclass_weights = [1.0, 2.0, 0.5]\n");
    const Trained trained = train(project);
    const ByHand best(loadCheckpoint(project.runDirectory(trained.start->run), "best"));
    expectClassesByHand(evaluated({folder.path().toStdString(), {}, {}, {}}), *openData(project.data).validation, best);
  }

  void regression() {
    QTemporaryDir folder;
    const Project project = tableProject(folder, "y");
    const Trained trained = train(project);
    const ByHand best(loadCheckpoint(project.runDirectory(trained.start->run), "best"));
    const DataSplits data = openData(project.data);
    double squares = 0, fourth = 0;
    for (std::int64_t i = 0; i < data.validation->size(); ++i) {
      float wanted = 0;
      data.validation->readTarget(i, 0, std::as_writable_bytes(std::span(&wanted, 1)));
      const double square = std::pow((best(*data.validation, i)[0] - wanted) * data.validation->info().targetStd[0], 2);
      squares += square;
      fourth += square * square;
    }
    const auto n = static_cast<double>(data.validation->size());
    const double rmse = std::sqrt(squares / n);
    const Evaluation result = evaluated({folder.path().toStdString(), {}, {}, {}});
    QCOMPARE(QString::fromStdString(std::string(result.metrics.at(0).metric.key)), QString("rmse"));
    QVERIFY(std::abs(result.metrics[0].value - rmse) < 1e-4 * rmse);
    // By the delta method: the error of the root of a mean is that of the mean over twice the root.
    const double half = 1.96 * std::sqrt((fourth / n - std::pow(squares / n, 2)) / n) / (2 * rmse);
    const Interval& interval = result.metrics[0].interval;
    QVERIFY(interval.low < rmse && rmse < interval.high);
    QVERIFY(std::abs((interval.high - interval.low) / (2 * half) - 1) < 0.2);
  }

  void languageModel() {
    QTemporaryDir folder;
    std::string text;
    for (int i = 0; i < 300; ++i) text += "one two three four " + std::string(i % 3 ? "five.\n" : "six!\n");
    std::ofstream(folder.filePath("song.txt").toStdString()) << text;
    std::ofstream(folder.filePath("project.toml").toStdString())
        << "[data]\nkind = \"text\"\npath = \"song.txt\"\ncontext_length = 24\n[model]\nname = \"lstm\"\nlayers = 1\nhidden = 16\nembedding = 8\n"
           "[train]\nepochs = 2\nthreads = 1\n[train.optimizer]\nname = \"adamw\"\nlearning_rate = 0.01\n[train.capture]\nstep = -1\n"
           "[switches]\nbatch_size = 8\n";
    const Project project = loadProject(folder.filePath("project.toml").toStdString());
    const Trained trained = train(project);
    const RunInfo info = *RunReader(project.storePath()).run(trained.start->run);
    const Evaluation result = evaluated({folder.path().toStdString(), {}, "last", {}});
    // The trainer's last validation, another program with another batch size.
    QVERIFY(std::abs(result.loss - finalOf(info, "val_loss")) < 1e-5 * result.loss);
    QVERIFY(std::abs(result.metrics.at(0).value - finalOf(info, "val_accuracy")) < 1e-9);
    QVERIFY(result.metrics[0].interval.low <= result.metrics[0].value && result.metrics[0].value <= result.metrics[0].interval.high);
    QVERIFY(result.confusion.empty());
  }

  // Of the published test digits, by NumPy and by other runtimes.
  void publishedNets_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("std");
    QTest::addColumn<int>("right");
    QTest::newRow("mnist-8") << "mnist_models/mnist-8/model.onnx" << 0.0 << 1.0 / 255 << 9891;
    QTest::newRow("burn_mnist") << "mnist_models/burn_mnist/mnist.onnx" << 0.1307 << 0.3081 << 9916;
  }
  void publishedNets() {
    QFETCH(QString, file);
    QFETCH(double, mean);
    QFETCH(double, std);
    QFETCH(int, right);
    const QString archive = dataFolder() + "/onnx/mnist_models.tar.gz";
    if (!QFile::exists(archive)) QSKIP("the test inputs beside the checkout are missing");
    QTemporaryDir folder;
    QCOMPARE(QProcess::execute("tar", {"xzf", archive, "-C", folder.path()}), 0);
    ModelSource source{folder.filePath(file).toStdString(), {}, {}, (dataFolder() + "/mnist").toStdString()};
    source.overrides = {{"data.mean", QString("[%1]").arg(mean, 0, 'g', 17).toStdString()},
                        {"data.std", QString("[%1]").arg(std, 0, 'g', 17).toStdString()}};
    const Evaluation result = evaluated(source, Split::Validation, 100);
    QCOMPARE(result.samples, 10'000);
    QCOMPARE(result.right, right);
  }

  void badInput_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("said");
    QTest::newRow("nothing there") << "nothing.onnx"
                                   << "there is no such file or folder";
    QTest::newRow("zoo") << "resnet18"
                         << "no trained weights";
    QTest::newRow("pickle") << "net.pt"
                            << "torch.onnx.export";
    QTest::newRow("weights") << "net.safetensors"
                             << "weights only";
    QTest::newRow("empty folder") << "empty"
                                  << "there is no model in it";
    QTest::newRow("no run") << "untrained"
                            << "no run of this project has a checkpoint";
    QTest::newRow("broken net") << "broken.onnx"
                                << "is not an ONNX model";
  }
  void badInput() {
    QFETCH(QString, path);
    QFETCH(QString, said);
    QTemporaryDir folder;
    for (const char* file : {"net.pt", "net.safetensors", "broken.onnx"})
      std::ofstream(folder.filePath(file).toStdString()) << "this is no model, but a sentence of some length";
    std::filesystem::create_directory(folder.filePath("empty").toStdString());
    std::filesystem::create_directory(folder.filePath("untrained").toStdString());
    std::ofstream(folder.filePath("untrained/project.toml").toStdString()) << "[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n";
    std::ofstream(folder.filePath("t.csv").toStdString()) << table("y", 50, 1);
    const bool zoo = path == "resnet18";
    try {
      evaluated({zoo ? path.toStdString() : folder.filePath(path).toStdString(),
                 {},
                 {},
                 path == "broken.onnx" ? folder.filePath("t.csv").toStdString() : ""});
      QFAIL("was not refused");
    } catch (const Error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
      QCOMPARE(error.kind(), ErrorKind::Input);
    }
  }

  void otherDataOfAnotherKind() {
    QTemporaryDir folder;
    const Project project = tableProject(folder, "level");
    train(project);
    std::ofstream(folder.filePath("song.txt").toStdString()) << std::string(4000, 'a') + "b c d e f\n";
    try {
      evaluated({folder.path().toStdString(), {}, {}, folder.filePath("song.txt").toStdString()});
      QFAIL("was not refused");
    } catch (const Error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains("data of the same kind"), error.what());
    }
  }

  void stopsWhenAsked() {
    QTemporaryDir folder;
    train(tableProject(folder, "level"));
    std::atomic<bool> stop{false};
    EvaluationOptions options;
    options.batch = 1;
    options.cancel = &stop;
    options.progress = [&](std::int64_t done, std::int64_t) { stop = done >= 3; };
    QVERIFY_EXCEPTION_THROWN(evaluate(openModel({folder.path().toStdString(), {}, {}, {}}), *findBackend("cpu"), options), Cancelled);
  }
};

QTEST_GUILESS_MAIN(EvaluationTest)
#include "evaluation_test.moc"
