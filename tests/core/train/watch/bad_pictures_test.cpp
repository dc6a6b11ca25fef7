// A folder of 600 pictures of which some are damaged in their body, which no header tells: the run names them, reads others in their place
// and goes on, the same whatever its workers do and wherever it is resumed; too many end it with a sentence.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/store/run_store.h"
#include "tests/core/data/encode_picture.h"
#include "tests/core/train/trained.h"
// Above Qt.
#include <QDir>
#include <QFile>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int kSide = 24;

std::string pictureOf(int label, int number) {
  std::vector<std::uint8_t> samples = patternOf(kSide, kSide, 3, number % 7);
  for (std::uint8_t& value : samples) value = static_cast<std::uint8_t>(label == 0 ? value / 3 : 255 - value / 3 - number % 40);
  return encodeJpeg(samples, kSide, kSide);
}

void write(const QString& path, const std::string& bytes) {
  QFile file(path);
  QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
  QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

QString pathOf(const QTemporaryDir& folder, const char* split, int label, int number) {
  return folder.filePath(QString("pictures/%1/%2/%3.jpg").arg(split, label == 0 ? "dark" : "light").arg(number, 3, 10, QChar('0')));
}

// 480 pictures for training, 120 for validation, two classes.
void writePictures(const QTemporaryDir& folder) {
  for (const auto& [split, count] : {std::pair{"train", 240}, std::pair{"val", 60}})
    for (int label = 0; label < 2; ++label) {
      QDir().mkpath(QFileInfo(pathOf(folder, split, label, 0)).absolutePath());
      for (int i = 0; i < count; ++i) write(pathOf(folder, split, label, i), pictureOf(label, i));
    }
}

// Its pixels end some bytes early, in the body: header and end of the file are sound.
void damage(const QString& path) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadWrite));
  QVERIFY(file.seek(file.size() - 60));
  QCOMPARE(file.write("\xFF\xD9", 2), qint64{2});
}

Project projectIn(const QTemporaryDir& folder, const Overrides& overrides = {}) {
  return parseProject(R"([project]
name = "pictures"
[data]
kind = "image_folder"
path = "pictures"
image_size = 16
normalize = "usual"  # what is measured depends on which pictures can be read
[model]
name = "mlp"
hidden = [12]
[train]
epochs = 2
threads = 1
[train.capture]
step = -1
[switches]
batch_size = 32
autotune = "off"
deterministic = "on"
)",
                      folder.filePath("project.toml").toStdString(), overrides);
}

int naming(const std::vector<std::string>& sentences, const char* part) {
  return static_cast<int>(
      std::count_if(sentences.begin(), sentences.end(), [&](const std::string& text) { return text.find(part) != std::string::npos; }));
}

std::vector<double> lossesOf(const Project& project, RunId run) {
  std::vector<double> values;
  for (const Point& point : losses(project, run)) values.push_back(point.value);
  return values;
}

nlohmann::json keptData(const Project& project, RunId run) {
  return nlohmann::json::parse(RunReader(project.storePath()).artefact(run, "data").value_or("null"));
}

}  // namespace

class BadPicturesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneOfSixHundred() {
    const QTemporaryDir folder;
    writePictures(folder);
    damage(pathOf(folder, "train", 1, 17));
    std::vector<double> expected;
    for (const char* workers : {"0", "1", "3"}) {
      const Project project = projectIn(folder, {{"switches.num_workers", workers}});
      const Trained trained = train(project);
      QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
      QCOMPARE(trained.end.steps, 30);
      QCOMPARE(trained.start->trainSamples, 480);
      QCOMPARE(trained.start->validationSamples, 120);
      QCOMPARE(trained.start->outputs, 2);
      QCOMPARE(trained.warnings.size(), std::size_t{1});
      QVERIFY2(naming(trained.warnings, "light/017.jpg: the image cannot be decoded") == 1, trained.warnings[0].c_str());
      const nlohmann::json kept = keptData(project, trained.end.run);
      QCOMPARE(kept["train"]["unreadable"].size(), std::size_t{1});
      QCOMPARE(kept["train"]["unreadable"][0]["index"].get<int>(), 240 + 17);
      QVERIFY(kept["train"]["unreadable"][0]["problem"].get<std::string>().find("light/017.jpg") != std::string::npos);
      QVERIFY(kept["validation"]["unreadable"].empty());
      const std::vector<double> values = lossesOf(project, trained.end.run);
      QCOMPARE(values.size(), std::size_t{30});
      if (expected.empty()) expected = values;
      QVERIFY(values == expected);  // bit for bit
    }
    // And they are those of a folder in which the next picture of the class lies in its place.
    QVERIFY(QFile::remove(pathOf(folder, "train", 1, 17)));
    QVERIFY(QFile::copy(pathOf(folder, "train", 1, 18), pathOf(folder, "train", 1, 17)));
    const Project project = projectIn(folder);
    const Trained trained = train(project);
    QVERIFY(trained.warnings.empty());
    QVERIFY(lossesOf(project, trained.end.run) == expected);
  }

  // Stopped after it was met, and resumed: not named again, counted still, and the losses are those of an unbroken run.
  void resumed() {
    const QTemporaryDir folder;
    writePictures(folder);
    for (const int number : {3, 200}) damage(pathOf(folder, "train", 0, number));
    damage(pathOf(folder, "val", 1, 30));
    const Project project = projectIn(folder, {{"train.epochs", "40"}});  // long enough to be stopped on the way
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    QCOMPARE(whole.warnings.size(), std::size_t{3});

    const Trained first = train(project, {}, [](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      const auto* step = std::get_if<StepEvent>(&event);
      if (step && step->step >= 18) trainer.stop();
    });
    QVERIFY(first.end.status == RunStatus::Stopped && first.end.steps < whole.end.steps);
    QCOMPARE(first.warnings.size(), std::size_t{3});  // an epoch and its validation were done
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    QCOMPARE(second.end.run, first.end.run);
    QVERIFY2(second.warnings.empty(), second.warnings.empty() ? "" : second.warnings[0].c_str());
    QVERIFY(lossesOf(project, first.end.run) == lossesOf(project, whole.end.run));
    QCOMPARE(second.end.validationLoss, whole.end.validationLoss);
    const nlohmann::json kept = keptData(project, first.end.run);
    QCOMPARE(kept["train"]["unreadable"].size(), std::size_t{2});
    QCOMPARE(kept["validation"]["unreadable"].size(), std::size_t{1});
  }

  void tooMany_data() {
    QTest::addColumn<int>("damaged");
    QTest::addColumn<QString>("share");
    QTest::addColumn<QString>("words");
    QTest::newRow("more than 1 %") << 6 << "0.01"
                                   << "of 480 samples cannot be read, and only 4 (1 %) may be";
    QTest::newRow("none allowed") << 1 << "0"
                                  << "1 of 480 samples cannot be read, and none may be";
  }
  void tooMany() {
    QFETCH(int, damaged);
    QFETCH(QString, share);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    writePictures(folder);
    for (int i = 0; i < damaged; ++i) damage(pathOf(folder, "train", i % 2, 20 + 7 * i));
    std::string message;
    std::int64_t steps = -1;
    for (const char* workers : {"0", "3"}) {
      const Project project = projectIn(folder, {{"switches.num_workers", workers}, {"data.max_bad_share", share.toStdString()}});
      const Trained trained = train(project);
      QVERIFY(trained.end.status == RunStatus::Failed);
      const QString text = QString::fromStdString(trained.end.message);
      for (const QString& word : {words, QString("data.max_bad_share"), QString(".jpg: the image cannot be decoded"), QString("raise")})
        QVERIFY2(text.contains(word), qPrintable(text));
      // At the same step and for the same files, however far the workers had read.
      if (steps >= 0) {
        QCOMPARE(trained.end.steps, steps);
        QCOMPARE(trained.end.message, message);
      }
      steps = trained.end.steps;
      message = trained.end.message;
    }
    // With a larger share the same folder trains to its end.
    const Trained trained = train(projectIn(folder, {{"data.max_bad_share", "0.02"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(keptData(projectIn(folder), trained.end.run)["train"]["unreadable"].size(), static_cast<std::size_t>(damaged));
    QVERIFY(trained.warnings.size() <= 5);
  }

  // Files that were left out when the folder was opened: a few lines and their number, and the whole list with the run.
  void manyLeftOut() {
    const QTemporaryDir folder;
    writePictures(folder);
    for (int i = 0; i < 40; ++i) write(pathOf(folder, "train", 0, 500 + i), "no picture");
    const Project project = projectIn(folder, {{"train.epochs", "1"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.warnings.size(), std::size_t{4});
    QVERIFY2(trained.warnings[0].find("dark/500.jpg: left out") != std::string::npos, trained.warnings[0].c_str());
    QCOMPARE(trained.warnings[3], std::string("... and 37 more like these."));
    QCOMPARE(keptData(project, trained.end.run)["train"]["left_out"].size(), std::size_t{40});
  }
};

QTEST_GUILESS_MAIN(BadPicturesTest)
#include "bad_pictures_test.moc"
