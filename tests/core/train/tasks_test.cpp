// Training on text and tables from the file to what is kept with the run: metrics by their names, the best checkpoint by the task's
// measure, exact resume, samples of text.
#include <cmath>
#include <fstream>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/record/text_sampler.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
  std::ofstream(folder.filePath(QString::fromUtf8(name)).toStdString(), std::ios::binary) << text;
}

// A counting song: the next character follows from the last few.
Project textProject(const QTemporaryDir& folder, const std::string& model, const Overrides& overrides = {}) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "one two three four " + std::string(i % 2 ? "five.\n" : "six!\n");
  write(folder, "song.txt", text);
  return parseProject("[data]\nkind = \"text\"\npath = \"song.txt\"\ncontext_length = 24\nvalidation_split = 0.1\n" + model +
                          "[train]\nepochs = 3\nthreads = 1\n[train.optimizer]\nname = \"adamw\"\nlearning_rate = 0.01\n[train.capture]\nstep = -1\n"
                          "[switches]\nbatch_size = 8\n",
                      folder.filePath("project.toml").toStdString(), overrides);
}

constexpr const char* kGpt = "[model]\nname = \"gpt\"\nlayers = 1\nwidth = 32\nheads = 2\ndropout = 0.05\n";

// y = 100 + 30 a - 20 b, in two units; a noise-free table.
Project tableProject(const QTemporaryDir& folder, const std::string& extra = {}, const Overrides& overrides = {}) {
  std::string text = "a,b,kind,y,z\n";
  PhiloxStream random(3, 0);
  for (int i = 0; i < 600; ++i) {
    const double a = random.normal(), b = random.normal();
    text += std::to_string(a) + "," + std::to_string(b) + "," + (a + b > 0 ? "up" : "down") + "," + std::to_string(100 + 30 * a - 20 * b) + "," +
            std::to_string(5000 * b) + "\n";
  }
  write(folder, "table.csv", text);
  return parseProject("[data]\nkind = \"table\"\npath = \"table.csv\"\n" + extra +
                          "[model]\nname = \"mlp\"\nhidden = [16]\n[train]\nepochs = 30\nthreads = 1\n[train.optimizer]\nname = \"adamw\"\n"
                          "learning_rate = 0.02\n[train.schedule]\nname = \"cosine\"\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 32\n",
                      folder.filePath("project.toml").toStdString(), overrides);
}

std::vector<std::string> keysOf(const Project& project, RunId run) {
  std::vector<std::string> keys;
  for (const SeriesInfo& series : RunReader(project.storePath()).series(run)) keys.push_back(series.key);
  return keys;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// RMSE of the validation part, computed from the weights of the best checkpoint by hand: an mlp of one hidden layer.
double rmseByHand(const Project& project, RunId run) {
  const Checkpoint best = loadCheckpoint(project.runDirectory(run), "best");
  std::map<std::string, std::vector<float>> weights;
  for (const SafeTensor& tensor : best.model) {
    std::vector<float>& values = weights[tensor.name];
    values.resize(tensor.data.size() / sizeof(float));
    std::memcpy(values.data(), tensor.data.data(), tensor.data.size());
  }
  const DataSplits data = openData(project.data);
  const SampleInfo& info = data.validation->info();
  const auto columns = static_cast<std::size_t>(info.input().shape[0]), targets = static_cast<std::size_t>(info.outputs());
  std::vector<float> x(columns), y(targets);
  double squares = 0;
  for (std::int64_t i = 0; i < data.validation->size(); ++i) {
    data.validation->readFloats(i, 0, x);
    data.validation->readTarget(i, 0, std::as_writable_bytes(std::span(y)));
    std::vector<double> hidden(weights["fc1.bias"].size());
    for (std::size_t h = 0; h < hidden.size(); ++h) {
      hidden[h] = weights["fc1.bias"][h];
      for (std::size_t c = 0; c < columns; ++c) hidden[h] += weights["fc1.weight"][h * columns + c] * x[c];
      hidden[h] = std::max(hidden[h], 0.0);
    }
    for (std::size_t t = 0; t < targets; ++t) {
      double answer = weights["fc2.bias"][t];
      for (std::size_t h = 0; h < hidden.size(); ++h) answer += weights["fc2.weight"][t * hidden.size() + h] * hidden[h];
      squares += std::pow((answer - y[t]) * info.targetStd[t], 2);
    }
  }
  return std::sqrt(squares / (static_cast<double>(data.validation->size()) * static_cast<double>(targets)));
}

}  // namespace

class TasksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void languageModels_data() {
    QTest::addColumn<QString>("model");
    QTest::newRow("gpt") << QString(kGpt);
    QTest::newRow("lstm") << "[model]\nname = \"lstm\"\nlayers = 1\nhidden = 32\nembedding = 16\n";
  }

  void languageModels() {
    QFETCH(QString, model);
    QTemporaryDir folder;
    const Project project = textProject(folder, model.toStdString());
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY2(trained.warnings.empty(), trained.warnings.empty() ? "" : trained.warnings[0].c_str());
    QVERIFY(trained.start->task == Task::LanguageModel && trained.end.task == Task::LanguageModel);
    QCOMPARE(trained.epochs.size(), std::size_t{3});
    // Of 17 characters one guesses at ln 17 = 2.8; only "five" or "six" cannot be told, less than a fifth of a nat a character.
    QVERIFY2(trained.end.validationLoss < 0.6, qPrintable(QString::number(trained.end.validationLoss)));
    QVERIFY(trained.end.validationMetric > 0.8 && trained.end.validationMetric <= 1);
    double best = 1e9;
    for (const EpochEvent& epoch : trained.epochs) {
      QCOMPARE(epoch.best, epoch.of("val_loss") < best);
      best = std::min(best, epoch.of("val_loss"));
    }
    QCOMPARE(trained.end.bestValidation, best);
    const RunReader store(project.storePath());
    const RunInfo run = *store.run(trained.end.run);
    QVERIFY(taskOf(run) == Task::LanguageModel);
    QCOMPARE(finalOf(run, "best_val_loss"), best);
    QVERIFY(std::isfinite(finalOf(run, "val_accuracy")) && std::isnan(finalOf(run, "best_val_accuracy")));
    const std::vector<std::string> keys = keysOf(project, run.id);
    for (const char* key : {"train_loss", "train_accuracy", "val_loss", "val_accuracy"}) QVERIFY(has(keys, key));

    // What is kept of the text, and what the model writes.
    const auto vocabulary = nlohmann::json::parse(*store.artefact(run.id, "vocabulary"));
    QCOMPARE(vocabulary.size(), std::size_t{17});
    QCOMPARE(vocabulary[0].get<std::string>(), std::string("\n"));
    const auto kept = nlohmann::json::parse(*store.artefact(run.id, "text_sample"));
    const auto keptText = kept["text"].get<std::string>();  // a busy machine may have had time for a part of it only
    SamplingOptions options;
    QVERIFY(!keptText.empty() && keptText.size() <= static_cast<std::size_t>(options.length));
    const std::string text = sampleRun(project, run.id, options, requireBackend("cpu")).text;
    QCOMPARE(text.size(), std::size_t{500});
    QVERIFY(text.starts_with(keptText));
    options.seed = 2;
    QVERIFY(sampleRun(project, run.id, options, requireBackend("cpu")).text != text);
    options.temperature = 0;
    options.length = 40;
    options.prompt = "one two th";
    const TextSample sure = sampleRun(project, run.id, options, requireBackend("cpu"));
    QVERIFY2(sure.text.starts_with("ree four "), sure.text.c_str());
    QCOMPARE(sure.text.size(), std::size_t{40});
    // A prompt longer than the context: the last characters of it count.
    options.prompt = "six!\nsix!\nsix!\nsix!\nsix!\nsix!\none two three four five.\none tw";
    QVERIFY(sampleRun(project, run.id, options, requireBackend("cpu")).text.starts_with("o three"));
    int asked = 0;
    QCOMPARE(sampleRun(project, run.id, options, requireBackend("cpu"), [&] { return ++asked <= 7; }).text.size(), std::size_t{7});
  }

  void sampleRefuses() {
    QTemporaryDir folder;
    const Project project = textProject(folder, kGpt, {{"train.epochs", "1"}});
    const Trained trained = train(project);
    SamplingOptions options;
    options.prompt = "one Z";
    const auto messageOf = [&](RunId run) {
      try {
        sampleRun(project, run, options, requireBackend("cpu"));
      } catch (const Error& error) {
        return QString(error.what());
      }
      return QString();
    };
    QVERIFY2(messageOf(trained.end.run).contains("'Z' does not occur"), qPrintable(messageOf(trained.end.run)));
    QVERIFY(messageOf(99).contains("no such run"));
    const Trained table = train(tableProject(folder, "target = \"kind\"\n", {{"train.epochs", "1"}}));
    QVERIFY2(messageOf(table.end.run).contains("it is not a language model"), qPrintable(messageOf(table.end.run)));
  }

  // Broken off in the middle of an epoch, the windows and the losses go on as if nothing had been.
  void textResumesExactly() {
    QTemporaryDir one, two;
    const Trained whole = train(textProject(one, kGpt));
    const Project project = textProject(two, kGpt);
    const Trained first = trainToStep(project, 60);
    QVERIFY(first.end.status == RunStatus::Stopped && first.end.steps < whole.end.steps);
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    const std::vector<Point> a = losses(textProject(one, kGpt), whole.end.run), b = losses(project, first.end.run);
    QCOMPARE(b.size(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) QVERIFY(std::memcmp(&a[i].value, &b[i].value, sizeof(double)) == 0);
    QCOMPARE(second.end.bestValidation, whole.end.bestValidation);
  }

  void regression_data() {
    QTest::addColumn<QString>("targets");
    QTest::newRow("one target") << "target = \"y\"\nignore = [\"kind\", \"z\"]\n";
    QTest::newRow("two targets") << "target = [\"y\", \"z\"]\nignore = \"kind\"\n";
  }

  void regression() {
    QFETCH(QString, targets);
    QTemporaryDir folder;
    const Project project = tableProject(folder, targets.toStdString());
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(trained.start->task == Task::Regression);
    const double byHand = rmseByHand(project, trained.end.run);
    QVERIFY2(std::abs(trained.end.bestValidation - byHand) < 1e-4 * byHand,
             qPrintable(QString("%1, by hand %2").arg(trained.end.bestValidation).arg(byHand)));
    QVERIFY(byHand < (targets.contains("z") ? 300 : 3));  // of deviations of 36 and 5000
    double best = 1e9;
    for (const EpochEvent& epoch : trained.epochs) {
      QCOMPARE(epoch.best, metricOf(epoch.figures, "val_") < best);
      best = std::min(best, metricOf(epoch.figures, "val_"));
    }
    const RunInfo run = *RunReader(project.storePath()).run(trained.end.run);
    QVERIFY(taskOf(run) == Task::Regression);
    QCOMPARE(finalOf(run, "best_val_rmse"), best);
    const std::vector<std::string> keys = keysOf(project, run.id);
    QVERIFY(has(keys, "train_rmse") && has(keys, "val_rmse") && !has(keys, "train_accuracy") && !has(keys, "val_accuracy"));
  }

  void tableClassification() {
    QTemporaryDir folder;
    const Project project = tableProject(folder, "target = \"kind\"\nignore = [\"y\", \"z\"]\n");
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(trained.start->task == Task::Classification);
    QVERIFY(trained.end.validationMetric > 0.95);
  }

  void regressionResumesExactly() {
    QTemporaryDir one, two;
    const char* targets = "target = \"y\"\nignore = [\"kind\", \"z\"]\n";
    const Project unbroken = tableProject(one, targets), project = tableProject(two, targets);
    const Trained whole = train(unbroken);
    const Trained first = trainToStep(project, 100);
    QVERIFY2(first.end.status == RunStatus::Stopped, first.end.message.c_str());
    QCOMPARE(first.end.steps, 100);
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    const std::vector<Point> a = losses(unbroken, whole.end.run), b = losses(project, first.end.run);
    QCOMPARE(b.size(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) QVERIFY(std::memcmp(&a[i].value, &b[i].value, sizeof(double)) == 0);
    QCOMPARE(second.end.bestValidation, whole.end.bestValidation);
  }
};

QTEST_GUILESS_MAIN(TasksTest)
#include "tasks_test.moc"
