// Mean and deviation of the pixels: measured once, kept with the run and in its checkpoints, and taken again by whoever goes on from it.
#include <QtTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/philox.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/trained.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::size_t kSide = 8, kPixels = kSide * kSide;

void writeFile(const QString& file, const std::string& bytes) {
  std::ofstream out(file.toStdString(), std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string big(std::size_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8), static_cast<char>(n)};
}

// Four classes: where in the picture a dim square lies, on a ground of this shade, with noise.
void writeSet(const QTemporaryDir& folder, int ground, int square) {
  using namespace std::string_literals;
  QDir().mkpath(folder.filePath("set"));
  for (const auto& [name, count] : {std::pair{"train", std::size_t{256}}, {"t10k", std::size_t{64}}}) {
    std::string images, labels;
    for (std::size_t k = 0; k < count; ++k) {
      PhiloxStream random(7, k, name[0] == 't' && name[1] == 'r' ? 0 : 1);
      const std::size_t label = k % 4;
      labels += static_cast<char>(label);
      for (std::size_t p = 0; p < kPixels; ++p) {
        const bool inside = p / kSide / 4 == label / 2 && p % kSide / 4 == label % 2;
        images += static_cast<char>((inside ? square : ground) + static_cast<int>(random.below(8)));
      }
    }
    writeFile(folder.filePath(QString("set/%1-images-idx3-ubyte").arg(name)), "\0\0\10\3"s + big(count) + big(kSide) + big(kSide) + images);
    writeFile(folder.filePath(QString("set/%1-labels-idx1-ubyte").arg(name)), "\0\0\10\1"s + big(count) + labels);
  }
}

Project projectOf(const QTemporaryDir& folder, const Overrides& overrides = {}) {
  return parseProject(
      "[data]\nkind = \"mnist\"\npath = \"set\"\n[model]\nname = \"mlp\"\nhidden = [16]\n[train]\nepochs = 3\n[train.optimizer]\nname = \"sgd\"\n"
      "learning_rate = 0.05\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 32\nnum_workers = 0\n",
      folder.filePath("project.toml").toStdString(), overrides);
}

std::vector<double> numbers(const std::string& configuration, const char* key) {
  return nlohmann::json::parse(configuration).at("data").at(key).get<std::vector<double>>();
}

std::string configurationOf(const Project& project, RunId run) {
  return RunReader(project.storePath()).run(run)->configuration;
}

}  // namespace

class KeptPixelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Sets that are bright, inverted or dark train by the same defaults as well as one that looks like MNIST.
  void anyGroundTrains_data() {
    QTest::addColumn<int>("ground");
    QTest::addColumn<int>("square");
    QTest::newRow("black") << 0 << 120;
    QTest::newRow("white") << 247 << 130;
    QTest::newRow("dark") << 0 << 20;
    QTest::newRow("pale") << 230 << 247;
  }
  void anyGroundTrains() {
    QFETCH(int, ground);
    QFETCH(int, square);
    const QTemporaryDir folder;
    writeSet(folder, ground, square);
    const Trained run = train(projectOf(folder));
    QCOMPARE(run.end.status, RunStatus::Finished);
    QVERIFY2(metricOf(run.epochs.back().figures, "val_") > 0.97, qPrintable(QString::number(metricOf(run.epochs.back().figures, "val_"))));
  }

  void keptWithTheRun() {
    const QTemporaryDir folder;
    writeSet(folder, 40, 200);
    const Project project = projectOf(folder);
    const ChannelScale measured = openData(project.data).train->pixelScale();
    const Trained first = trainToStep(project, 10);
    const RunId run = first.start->run;
    QCOMPARE(numbers(configurationOf(project, run), "mean"), measured.mean);
    QCOMPARE(numbers(configurationOf(project, run), "std"), measured.std);
    const std::string kept = loadCheckpoint(project.runDirectory(run), "last").configuration;
    QCOMPARE(numbers(kept, "mean"), measured.mean);
    // The data change under it: who resumes reads them as the run did, a new run measures anew.
    writeSet(folder, 0, 60);
    TrainerOptions options;
    options.resume = run;
    const Trained second = train(project, options);
    QCOMPARE(second.end.status, RunStatus::Finished);
    QCOMPARE(numbers(loadCheckpoint(project.runDirectory(run), "last").configuration, "mean"), measured.mean);
    const Trained other = train(project);
    QVERIFY(numbers(configurationOf(project, other.start->run), "mean") != measured.mean);
  }

  // A run from before pixels were measured has no such key: it goes on with the constants it was trained with.
  void olderRuns() {
    const QTemporaryDir folder;
    writeSet(folder, 40, 200);
    const Project project = projectOf(folder);
    nlohmann::json old = nlohmann::json::parse(toJson(project));
    QCOMPARE(old.at("data").at("normalize").get<std::string>(), std::string("measured"));
    old.at("data").erase("normalize");
    const Project restored = projectFromJson(old.dump());
    QCOMPARE(restored.data.normalize, std::string("usual"));
    QCOMPARE(openData(restored.data).train->pixelScale().mean, std::vector<double>{0.1307});
    QCOMPARE(openData(restored.data).train->pixelScale().std, std::vector<double>{0.3081});
    // And a newer one comes back as it was.
    QCOMPARE(projectFromJson(toJson(project)).data.normalize, std::string("measured"));
  }

  // What is given is kept as it is given.
  void givenOnes() {
    const QTemporaryDir folder;
    writeSet(folder, 40, 200);
    const Project project = projectOf(folder, {{"data.mean", "[0.5]"}, {"data.std", "[0.25]"}, {"train.epochs", "1"}});
    const Trained run = train(project);
    QCOMPARE(numbers(configurationOf(project, run.start->run), "mean"), std::vector<double>{0.5});
    QCOMPARE(numbers(configurationOf(project, run.start->run), "std"), std::vector<double>{0.25});
  }
};

QTEST_GUILESS_MAIN(KeptPixelsTest)
#include "kept_pixels_test.moc"
