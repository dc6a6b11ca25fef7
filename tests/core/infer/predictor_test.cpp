// Single samples are read as the data set reads them, and answered as the evaluation answers them.
#include "core/infer/predictor.h"

#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/data/picture_dataset.h"
#include "core/exchange/onnx_export.h"
#include "core/infer/evaluation.h"
#include "core/infer/picture_reader.h"
#include "tests/core/train/trained.h"

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Pictures of two classes, bright and dark, of several sizes and forms.
void drawPictures(const QTemporaryDir& folder) {
  for (const char* name : {"bright", "dark"})
    for (int i = 0; i < 20; ++i) {
      QImage picture(20 + 3 * (i % 5), 34 - 2 * (i % 4), QImage::Format_RGB888);
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
          const int base = name[0] == 'b' ? 130 : 40;
          picture.setPixel(x, y, qRgb(base + (x * 7 + i) % 90, base + (y * 5 + i * 3) % 80, base + (x + y) % 60));
        }
      const QString path = folder.filePath(QString("pictures/") + name);
      QDir().mkpath(path);
      QVERIFY(picture.save(QString("%1/%2.png").arg(path).arg(i)));
    }
}

Project pictureProject(const QTemporaryDir& folder) {
  drawPictures(folder);
  std::ofstream(folder.filePath("project.toml").toStdString())
      << "[data]\nkind = \"image_folder\"\npath = \"pictures\"\nimage_size = 16\nvalidation_split = 0.3\n[model]\nname = \"lenet5\"\n[train]\nepochs = 1\n"
         "threads = 1\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 4\n";
  return loadProject(folder.filePath("project.toml").toStdString());
}

std::vector<Prediction> asked(const ModelSource& source, const std::vector<std::string>& inputs, std::int64_t batch, std::size_t top = 5) {
  PredictorOptions options;
  options.batch = batch;
  options.threads = 1;
  options.top = top;
  Predictor predictor(openModel(source), *findBackend("cpu"), options);
  std::vector<Prediction> told;
  if (!predictor.predict(predictor.samplesOf(inputs), [&](const Prediction& one) { told.push_back(one); })) throw std::runtime_error("stopped");
  return told;
}

}  // namespace

class PredictorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The reader, which knows no data set, and the data set, which the tests of images hold against Pillow.
  void picturesAsTheDataSetReadsThem() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    DataSpec spec = project.data;
    spec.mean = {0.4, 0.5, 0.6};
    spec.std = {0.2, 0.25, 0.3};
    spec.validationSplit = 0;
    const auto data = openData(spec).train;
    PictureReader reader(data->info().input().shape, {spec.mean, spec.std});
    std::multiset<std::vector<float>> fromData, fromFiles;
    std::vector<float> sample(3 * 16 * 16);
    for (std::int64_t i = 0; i < data->size(); ++i) {
      data->readFloats(i, 0, sample);
      fromData.insert(sample);
    }
    for (const char* name : {"bright", "dark"})
      for (int i = 0; i < 20; ++i) {
        reader.read(folder.filePath(QString("pictures/%1/%2.png").arg(name).arg(i)).toStdString(), sample);
        fromFiles.insert(sample);
      }
    QCOMPARE(data->size(), 40);
    QVERIFY(fromData == fromFiles);
  }

  // One channel, in the size of the model: nothing is resized, and colours become grey as ITU-R 601 says.
  void greyByHand() {
    QTemporaryDir folder;
    QImage picture(6, 4, QImage::Format_RGB888);
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 6; ++x) picture.setPixel(x, y, qRgb(40 * x, 60 * y, 255 - 20 * x));
    const std::string file = folder.filePath("p.png").toStdString();
    QVERIFY(picture.save(QString::fromStdString(file)));
    PictureReader reader({1, 4, 6}, {{0.1307}, {0.3081}});
    std::vector<float> out(24);
    reader.read(file, out);
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 6; ++x) {
        const double grey = std::round(0.299 * 40 * x + 0.587 * 60 * y + 0.114 * (255 - 20 * x));
        const double off = std::abs(out[static_cast<std::size_t>(6 * y + x)] - (grey / 255 - 0.1307) / 0.3081);
        QVERIFY2(off < 1.01 / 255 / 0.3081, qPrintable(QString::number(off)));  // a value at .5 may be rounded either way
      }
  }

  void answersOfTheEvaluation_data() {
    QTest::addColumn<int>("batch");
    QTest::newRow("one at a time") << 1;
    QTest::newRow("with a part of a batch") << 7;
  }
  void answersOfTheEvaluation() {
    QFETCH(int, batch);
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    train(project);
    const std::string path = folder.path().toStdString();
    EvaluationOptions options;
    options.split = Split::Train;
    options.threads = 1;
    // Every picture is in one of the two parts.
    std::int64_t right = evaluate(openModel({path, {}, {}, {}}), *findBackend("cpu"), options).right;
    options.split = Split::Validation;
    right += evaluate(openModel({path, {}, {}, {}}), *findBackend("cpu"), options).right;
    const std::vector<Prediction> told = asked({path, {}, {}, {}}, {folder.filePath("pictures").toStdString()}, batch);
    QCOMPARE(told.size(), std::size_t{40});
    std::int64_t predicted = 0;
    for (const Prediction& one : told) {
      QVERIFY2(one.error.empty(), one.error.c_str());
      QCOMPARE(one.top.size(), std::size_t{2});
      QVERIFY(one.top[0].second >= one.top[1].second);
      QVERIFY(std::abs(one.top[0].second + one.top[1].second - 1) < 1e-9);
      predicted += one.input.find("/" + one.top[0].first + "/") != std::string::npos ? 1 : 0;
    }
    QCOMPARE(predicted, right);

    // The data may be gone: all that is needed is kept with the checkpoint.
    QVERIFY(QDir(folder.filePath("pictures")).removeRecursively());
    QImage picture(16, 16, QImage::Format_RGB888);
    picture.fill(Qt::white);
    QVERIFY(picture.save(folder.filePath("white.png")));
    const std::vector<Prediction> later = asked({project.runDirectory(1), {}, {}, {}}, {folder.filePath("white.png").toStdString()}, 1, 1);
    QCOMPARE(later.size(), std::size_t{1});
    QCOMPARE(later[0].top.size(), std::size_t{1});
  }

  // Rows of the training table, each asked as a line: as many are right as the evaluation counts.
  void rowsOfATable() {
    QTemporaryDir folder;
    std::ofstream csv(folder.filePath("t.csv").toStdString());
    csv << "length,width,colour,kind\n";
    std::vector<std::pair<std::string, std::string>> rows;
    for (int i = 0; i < 60; ++i) {
      const std::string kind = i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : "c";
      const std::string row =
          std::to_string(1.0 + i % 3 + 0.01 * i) + "," + std::to_string(5.0 - i % 3 + 0.02 * (i % 7)) + "," + (i % 2 ? "red" : "blue");
      csv << row << "," << kind << "\n";
      rows.emplace_back(row, kind);
    }
    csv.close();
    std::ofstream(folder.filePath("project.toml").toStdString())
        << "[data]\nkind = \"table\"\npath = \"t.csv\"\nvalidation_split = 0.3\n[model]\nname = \"mlp\"\nhidden = [8]\n[train]\nepochs = 2\nthreads = 1\n"
           "[train.capture]\nstep = -1\n[switches]\nbatch_size = 7\n";
    train(loadProject(folder.filePath("project.toml").toStdString()));
    const std::string path = folder.path().toStdString();
    std::int64_t right = 0;
    for (const Split part : {Split::Train, Split::Validation}) {
      EvaluationOptions options;
      options.split = part;
      options.threads = 1;
      right += evaluate(openModel({path, {}, {}, {}}), *findBackend("cpu"), options).right;
    }
    std::vector<std::string> lines;
    for (const auto& [row, kind] : rows) lines.push_back(row);
    const std::vector<Prediction> told = asked({path, {}, {}, {}}, lines, 4, 3);
    QCOMPARE(told.size(), rows.size());
    std::int64_t predicted = 0;
    for (std::size_t i = 0; i < told.size(); ++i) {
      QVERIFY2(told[i].error.empty(), told[i].error.c_str());
      predicted += told[i].top[0].first == rows[i].second ? 1 : 0;
    }
    QCOMPARE(predicted, right);
    const std::vector<Prediction> odd = asked({path, {}, {}, {}}, {"1,2", lines[0]}, 1);
    QVERIFY(odd[0].error.find("has 2 cells") != std::string::npos);
    QVERIFY(odd[1].error.empty());
  }

  // An exported file needs no more than itself: it answers as the run does, with the names of the classes and the scale of the pixels; an
  // evaluation of both gives one loss.
  void anExportedFileAnswersAsItsRun() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    train(project);
    const std::string run = project.runDirectory(1), file = folder.filePath("net.onnx").toStdString();
    OnnxExportOptions exporting;
    exporting.threads = 1;
    exportOnnx(openModel({run, {}, {}, {}}), *findBackend("cpu"), file, exporting);
    const std::string pictures = folder.filePath("pictures").toStdString();
    const std::vector<Prediction> ofRun = asked({run, {}, {}, {}}, {pictures}, 4), ofFile = asked({file, {}, {}, {}}, {pictures}, 4);
    QCOMPARE(ofFile.size(), std::size_t{40});
    for (std::size_t i = 0; i < ofRun.size(); ++i)
      for (std::size_t c = 0; c < 2; ++c) {
        QCOMPARE(ofFile[i].top[c].first, ofRun[i].top[c].first);
        QVERIFY(std::abs(ofFile[i].top[c].second - ofRun[i].top[c].second) < 1e-5);
      }
    EvaluationOptions options;
    options.threads = 1;
    const Evaluation right = evaluate(openModel({run, {}, {}, pictures}), *findBackend("cpu"), options);
    options.split = Split::Train;
    ModelSource source{file, {}, {}, pictures};
    source.overrides = {{"data.validation_split", "0.0"}};  // the file itself says the size of its pictures
    const Evaluation again = evaluate(openModel(source), *findBackend("cpu"), options);
    QCOMPARE(again.samples, right.samples);
    QVERIFY2(std::abs(again.loss - right.loss) < 1e-5, qPrintable(QString("%1 for %2").arg(again.loss).arg(right.loss)));
  }

  // A bad input is told, and the others around it are answered, in their order.
  void badInputs() {
    QTemporaryDir folder;
    train(pictureProject(folder));
    std::ofstream(folder.filePath("text.png").toStdString()) << "this is no picture";
    std::ofstream(folder.filePath("empty.jpg").toStdString()).flush();
    QFile whole(folder.filePath("pictures/dark/1.png"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    std::ofstream(folder.filePath("cut.png").toStdString(), std::ios::binary).write(bytes.data(), bytes.size() / 2);
    std::vector<std::string> inputs;
    for (const char* name :
         {"pictures/dark/1.png", "text.png", "empty.jpg", "pictures/dark/2.png", "cut.png", "nothing.png", "pictures/bright/3.png"})
      inputs.push_back(folder.filePath(name).toStdString());
    const std::vector<Prediction> told = asked({folder.path().toStdString(), {}, {}, {}}, inputs, 2);
    QCOMPARE(told.size(), inputs.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
      QCOMPARE(told[i].input, inputs[i]);
      const bool bad = i == 1 || i == 2 || i == 4 || i == 5;
      QCOMPARE(told[i].error.empty(), !bad);
      QCOMPARE(told[i].top.empty(), bad);
    }
    // Alone, each good one has the same answer: no sample depends on its neighbours.
    for (const std::size_t i : {std::size_t{0}, std::size_t{3}, std::size_t{6}}) {
      const std::vector<Prediction> alone = asked({folder.path().toStdString(), {}, {}, {}}, {inputs[i]}, 2);
      QCOMPARE(alone.at(0).top, told[i].top);
    }
  }

  void nextCharacter() {
    QTemporaryDir folder;
    std::string text;
    for (int i = 0; i < 600; ++i) text += "abcd\n";
    std::ofstream(folder.filePath("song.txt").toStdString()) << text;
    std::ofstream(folder.filePath("project.toml").toStdString())
        << "[data]\nkind = \"text\"\npath = \"song.txt\"\ncontext_length = 8\n[model]\nname = \"lstm\"\nlayers = 1\nhidden = 16\nembedding = 8\n[train]\n"
           "epochs = 4\nthreads = 1\n[train.optimizer]\nname = \"adamw\"\nlearning_rate = 0.02\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 8\n";
    train(loadProject(folder.filePath("project.toml").toStdString()));
    const std::vector<Prediction> told = asked({folder.path().toStdString(), {}, {}, {}}, {"abc", "d\nab", "abcd\nabcd\nabcd", "xyz", ""}, 2, 1);
    QCOMPARE(told.at(0).top.at(0).first, std::string("d"));
    QCOMPARE(told.at(1).top.at(0).first, std::string("c"));
    QCOMPARE(told.at(2).top.at(0).first, std::string("\n"));
    QVERIFY(!told.at(3).error.empty());
    QVERIFY(!told.at(4).error.empty());
  }
};

QTEST_GUILESS_MAIN(PredictorTest)
#include "predictor_test.moc"
