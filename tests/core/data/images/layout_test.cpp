// How folders of pictures are laid out: the names that people and downloads give them, and what is no classification at all.
#include <QRegularExpression>
#include <filesystem>

#include "core/base/error.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/picture_layout.h"
#include "core/data/preview/data_preview.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

void picture(const QString& file) {
  static int shade = 0;
  QDir().mkpath(QFileInfo(file).absolutePath());
  Bytes rgb(8 * 8 * 3);
  ++shade;
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(shade * 3 + static_cast<int>(i) * 5);
  writeJpeg(file.toStdString(), rgb.data(), 8, 8, 90);
}

// "train/{cat,dog}/2": two pictures in each. "notes.txt": a file.
void lay(const QString& root, const QStringList& paths) {
  for (const QString& path : paths) {
    QStringList whole{path};
    if (const auto open = path.indexOf('{'); open >= 0) {
      whole.clear();
      const auto close = path.indexOf('}');
      for (const QString& one : path.mid(open + 1, close - open - 1).split(',')) whole << path.left(open) + one + path.mid(close + 1);
    }
    for (const QString& one : whole) {
      bool isCount = false;
      const int count = QFileInfo(one).fileName().toInt(&isCount);
      if (!isCount) {
        writeFile(root + '/' + one, bytesOf("x"));
        continue;
      }
      QDir().mkpath(root + '/' + QFileInfo(one).path());
      for (int i = 0; i < count; ++i) picture(root + '/' + QFileInfo(one).path() + QString("/%1.jpg").arg(i));
    }
  }
}

DataSpec specOf(const QString& root) {
  DataSpec spec;
  spec.kind = "image_folder";
  spec.path = root.toStdString();
  spec.imageSize = 8;
  return spec;
}

QString inside(const QString& root, const std::string& path) {
  return path.empty() ? QString() : QDir(root).relativeFilePath(QString::fromStdString(path));
}

}  // namespace

class LayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void knownLayouts_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("train");
    QTest::addColumn<QString>("validation");
    QTest::addColumn<QString>("note");  // a word of what is told; empty: nothing is
    const auto row = [](const char* name, const QStringList& files, const char* train, const char* validation, const char* note = "") {
      QTest::newRow(name) << files << QString(train) << QString(validation) << QString(note);
    };
    row("classes", {"{cat,dog}/2"}, ".", "");
    row("train and val", {"train/{cat,dog}/2", "val/{cat,dog}/1"}, "train", "val");
    row("training and testing", {"training/{cat,dog}/2", "testing/{cat,dog}/1"}, "training", "testing");
    row("Train and Validation and Test", {"Train/{cat,dog}/2", "Test/{cat,dog}/1", "Validation/{cat,dog}/1"}, "Train", "Validation");
    row("two for the test", {"train/{cat,dog}/2", "test/{cat,dog}/1", "testing/{cat,dog}/1", "val/{cat,dog}/1"}, "train", "val",
        "taken for the test");
    row("test pictures in one folder", {"train/{cat,dog}/2", "val/{cat,dog}/1", "test/images/3"}, "train", "val", "not the classes");
    row("TRAIN and DEV", {"TRAIN/{cat,dog}/2", "DEV/{cat,dog}/1"}, "TRAIN", "DEV");
    row("with years", {"train2017/{cat,dog}/2", "val2017/{cat,dog}/1"}, "train2017", "val2017");
    row("wrapped twice", {"seg_train/seg_train/{cat,dog}/2", "seg_test/seg_test/{cat,dog}/1", "seg_pred/seg_pred/3"}, "seg_train/seg_train",
        "seg_test/seg_test", "seg_pred");
    row("Training_Set", {"Training_Set/{cat,dog}/2", "Test_Set/{cat,dog}/1"}, "Training_Set", "Test_Set");
    row("TrainingSet", {"TrainingSet/{cat,dog}/2", "TestSet/{cat,dog}/1"}, "TrainingSet", "TestSet");
    row("train_images", {"train_images/{cat,dog}/2", "valid_images/{cat,dog}/1"}, "train_images", "valid_images");
    row("test without classes", {"train/{cat,dog}/2", "test/3"}, "train", "", "not in class folders");
    row("an empty val", {"train/{cat,dog}/2", "val/notes.txt"}, "train", "", "empty");
    row("train alone", {"train/{cat,dog}/2"}, "train", "");
    row("classes of vehicles", {"{bus,car,train}/2"}, ".", "");
    row("a train station", {"{train_station,bus_station,test_tube}/2"}, ".", "");
    row("letters", {"{v,w,x,y}/2"}, ".", "");
    row("wearing a mask", {"{with_mask,without_mask}/2"}, ".", "");
    row("test and control", {"{test,control}/2"}, ".", "");
    row("other folders beside train", {"train/{cat,dog}/2", "samples/2"}, "train", "", "samples");
    row("parts within the classes", {"cat/{train,test}/2", "dog/{train,test}/2"}, ".", "", "taken together");
  }
  void knownLayouts() {
    QFETCH(QStringList, files);
    QFETCH(QString, train);
    QFETCH(QString, validation);
    QFETCH(QString, note);
    const QTemporaryDir folder;
    lay(folder.path(), files);
    const PictureLayout layout = pictureLayout(folder.path().toStdString());
    QCOMPARE(QString::fromStdString(layout.problem), QString());
    QCOMPARE(inside(folder.path(), layout.train), train);
    const bool tests = layout.validation.empty() && !layout.test.empty();  // the second folder is for the test
    QCOMPARE(inside(folder.path(), tests ? layout.test : layout.validation), validation);
    QCOMPARE(layout.notes.size(), std::size_t(note.isEmpty() ? 0 : 1));
    if (!note.isEmpty()) QVERIFY2(QString::fromStdString(layout.notes[0]).contains(note), layout.notes[0].c_str());
    // Training and the preview take the same.
    const DataPreview preview = previewData(folder.path().toStdString());
    QVERIFY(preview.trainable());
    DataSpec spec = specOf(folder.path());
    spec.testAs = preview.spec.testAs;
    spec.openTest = true;
    const DataSplits splits = openData(spec);
    QCOMPARE(preview.train, splits.train->size());
    QCOMPARE(preview.validation, splits.validation ? splits.validation->size() : 0);
    QCOMPARE(preview.test, splits.test ? splits.test->size() : 0);
    QCOMPARE(preview.ownValidation, !validation.isEmpty() && !tests);
    QCOMPARE(preview.ownTest, !layout.test.empty());
    // A project from before data.test_as has the second folder for validation.
    QCOMPARE(inside(folder.path(), splitFolders(specOf(folder.path())).validation), validation);
    QCOMPARE(preview.classes.size(), splits.train->info().classNames.size());
  }

  // The same two folders in every language and habit: the first is for training, the second for validation; as a person reads them.
  void partsInOtherWords_data() {
    QTest::addColumn<QString>("train");
    QTest::addColumn<QString>("validation");
    // clang-format off
    const char* const pairs[][2] = {{"训练集", "验证集"}, {"训练", "测试"}, {"训练数据集", "测试数据集"}, {"訓練集", "測試集"}, {"训练图片", "验证图片"},
                                    {"学習用", "検証用"}, {"訓練データ", "テストデータ"}, {"훈련", "검증"}, {"entraînement", "validation"}, {"Entrainement", "Test"},
                                    {"jeu d'entraînement", "jeu de test"}, {"apprentissage", "évaluation"}, {"entrenamiento", "prueba"},
                                    {"Entrenamiento", "Validación"}, {"Training", "Validierung"}, {"Trainingsdaten", "Testdaten"},
                                    {"Trainingsbilder", "Validierungsbilder"}, {"treinamento", "validação"}, {"treino", "teste"},
                                    {"addestramento", "convalida"}, {"allenamento", "prova"}, {"обучение", "тест"}, {"ОБУЧАЮЩАЯ выборка", "Тестовая выборка"},
                                    {"training", "validatie"}, {"treningowe", "walidacyjne"}, {"zbiór uczący", "zbiór testowy"}, {"tr", "va"}, {"tr", "te"},
                                    {"imagenet_train", "imagenet_val"}, {"flowers-train", "flowers-test"}, {"train_birds", "valid_birds"}, {"TrainBirds", "TestBirds"}};
    // clang-format on
    for (const auto& pair : pairs) QTest::newRow(pair[0] + QByteArray("/") + pair[1]) << QString(pair[0]) << QString(pair[1]);
  }
  void partsInOtherWords() {
    QFETCH(QString, train);
    QFETCH(QString, validation);
    for (const auto form : {QString::NormalizationForm_C, QString::NormalizationForm_D}) {  // as Linux and a Mac write accents
      const QTemporaryDir folder;
      const QString first = train.normalized(form), second = validation.normalized(form);
      lay(folder.path(), {first + "/{cat,dog}/2", second + "/{cat,dog}/1"});
      const PictureLayout layout = pictureLayout(folder.path().toStdString());
      QCOMPARE(inside(folder.path(), layout.train), first);
      QCOMPARE(inside(folder.path(), layout.validation.empty() ? layout.test : layout.validation), second);
      const DataSplits splits = openData(specOf(folder.path()));
      QCOMPARE(splits.train->size(), 4);
      QCOMPARE(splits.validation->size(), 2);
    }
  }

  // Two or three folders of the same classes are parts, and nobody knows which: it is asked. Both ways on that are named work.
  void unnamedParts_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<bool>("asks");
    QTest::newRow("two") << QStringList{"alpha/{cat,dog}/3", "beta/{cat,dog}/2"} << true;
    QTest::newRow("three") << QStringList{"fold1/{cat,dog}/3", "fold2/{cat,dog}/2", "fold3/{cat,dog}/2"} << true;
    QTest::newRow("a class lacks in one") << QStringList{"north/{cat,dog,owl}/3", "south/{cat,dog}/2"} << true;
    QTest::newRow("one of them known") << QStringList{"opplæring/{cat,dog}/3", "val/{cat,dog}/2"} << true;
    QTest::newRow("classes of classes") << QStringList{"animals/{cat,dog}/3", "plants/{oak,fir}/2"} << false;
    QTest::newRow("classes by days") << QStringList{"{a,b,c,d}/{monday,tuesday}/2"} << false;
    QTest::newRow("pictures in one") << QStringList{"a/{cat,dog}/3", "a/1", "b/{cat,dog}/2"} << true;
  }
  void unnamedParts() {
    QFETCH(QStringList, files);
    QFETCH(bool, asks);
    const QTemporaryDir folder;
    lay(folder.path(), files);
    const PictureLayout layout = pictureLayout(folder.path().toStdString());
    QCOMPARE(!layout.problem.empty(), asks);
    if (!asks) return;
    QVERIFY(errorOf([&] { openData(specOf(folder.path())); }));
    const QRegularExpressionMatch cure =
        QRegularExpression(
            "data.train_path to the part for training, such as (\\S+), and data.validation_path to that for validation, such as (\\S+); if .* to (\\S+)$")
            .match(QString::fromStdString(layout.cure));
    QVERIFY2(cure.hasMatch(), layout.cure.c_str());
    DataSpec parts = specOf(folder.path()), classes = parts;
    parts.trainPath = cure.captured(1).toStdString();
    parts.validationPath = cure.captured(2).toStdString();
    classes.trainPath = cure.captured(3).toStdString();
    QVERIFY(openData(parts).train->info().classNames.size() >= 2);
    QVERIFY(!openData(parts).train->info().classNames[0].empty() && openData(parts).train->info().classNames[0] == "cat");
    QVERIFY(openData(parts).validation->size() > 0);
    QVERIFY(previewData(folder.path().toStdString(), {}, parts).trainable());
    QVERIFY(openData(classes).train->info().classNames[0] != "cat");
  }

  // Refused by name, by training and the preview alike; data.train_path trains on the folders as classes all the same.
  void otherTasks_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("classesIn");  // following the cure; "-": there are none
    const auto row = [](const char* name, const QStringList& files, const char* says, const char* classesIn = ".") {
      QTest::newRow(name) << files << QString(says) << QString(classesIn);
    };
    row("images and masks", {"images/4", "masks/4"}, "masks");
    row("Images and Annotations", {"JPEGImages/4", "Annotations/1.xml", "Annotations/2.xml", "SegmentationClass/4"}, "JPEGImages");
    row("images and labels", {"images/{train,val}/2", "labels/train/0.txt", "labels/val/0.txt"}, "labels", "images");
    row("parts with images and masks", {"train/images/2", "train/masks/2", "val/images/2", "val/masks/2"}, "masks", "train");
    row("COCO", {"train2017/3", "val2017/3", "annotations/instances_train2017.json"}, "annotations");
    row("parts without classes", {"train/3", "test/3"}, "not in class folders");
    row("horses and zebras", {"trainA/2", "trainB/2", "testA/2", "testB/2"}, "not in class folders");
    row("image and ground truth", {"image/3", "ground_truth/3"}, "ground_truth");
    row("nothing to train on", {"val/{cat,dog}/2", "test/{cat,dog}/2"}, "none for training", "val");
  }
  void otherTasks() {
    QFETCH(QStringList, files);
    QFETCH(QString, says);
    QFETCH(QString, classesIn);
    const QTemporaryDir folder;
    lay(folder.path(), files);
    verifyError([&] { openData(specOf(folder.path())); }, {says, "data.train_path"});
    const DataPreview preview = previewData(folder.path().toStdString());
    QVERIFY(!preview.trainable());
    QVERIFY2(QString::fromStdString(preview.findings.front().what).contains(says), preview.findings.front().what.c_str());
    if (classesIn == "-") return;
    DataSpec spec = specOf(folder.path());
    spec.trainPath = QDir::cleanPath(folder.path() + '/' + classesIn).toStdString();
    if (says == "masks" && classesIn == ".") QCOMPARE(openData(spec).train->info().classNames, (std::vector<std::string>{"images", "masks"}));
    if (says == "none for training") QCOMPARE(openData(spec).train->info().classNames, (std::vector<std::string>{"cat", "dog"}));
    QVERIFY(previewData(spec).findings.empty() || previewData(spec).findings.front().what.find(says.toStdString()) == std::string::npos);
  }

  // Boxes beside folders of classes: the classes can be taken.
  void classesBesideBoxes() {
    const QTemporaryDir folder;
    lay(folder.path(), {"Images/{husky,pug}/2", "Annotation/husky/0.xml", "Annotation/0.xml"});
    const DataPreview preview = previewData(folder.path().toStdString());
    QVERIFY(!preview.trainable());
    QCOMPARE(inside(folder.path(), preview.findings.front().betterPath), QString("Images"));
    QVERIFY(previewData(preview.findings.front().betterPath).trainable());
  }

  void keysOverride() {
    const QTemporaryDir folder;
    lay(folder.path(), {"train/{cat,dog}/4", "val/{cat,dog}/2", "more/{cat,dog}/3"});
    DataSpec spec = specOf(folder.path());
    spec.validationPath = folder.filePath("more").toStdString();
    QCOMPARE(openData(spec).validation->size(), 6);
    QCOMPARE(openData(spec).train->size(), 8);
    spec.trainPath = folder.filePath("val").toStdString();
    QCOMPARE(openData(spec).train->size(), 4);
    spec.validationPath.clear();
    spec.validationSplit = 0;
    QVERIFY(!openData(spec).validation);
    spec.trainPath = folder.path().toStdString();
    QCOMPARE(openData(spec).train->info().classNames, (std::vector<std::string>{"more", "train", "val"}));
    QCOMPARE(previewData(spec).classes.size(), std::size_t{3});
  }

  // What systems leave in folders is neither a class nor a picture.
  void systemFolders() {
    const QTemporaryDir folder;
    lay(folder.path(), {"{cat,dog}/6"});
    const DataSplits clean = openData(specOf(folder.path()));
    for (const QString name : {"@eaDir", "lost+found", "__MACOSX", ".ipynb_checkpoints", "$RECYCLE.BIN", "System Volume Information", "#recycle",
                               "@tmp", "~snapshot", "CVS", "_svn"}) {
      lay(folder.path(), {name + "/2"});
      lay(folder.path(), {"cat/" + name + "/2"});
    }
    QDir().mkdir(folder.filePath("lost+found"));
    for (const QString file : {"cat/Thumbs.db", "cat/._0.jpg", "dog/.DS_Store", "desktop.ini", "dog/desktop.ini"})
      writeFile(folder.filePath(file), bytesOf("x"));
    const DataSplits splits = openData(specOf(folder.path()));
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"cat", "dog"}));
    QCOMPARE(splits.train->fingerprint(), clean.train->fingerprint());
    QVERIFY(splits.train->warnings().empty());
    const DataPreview preview = previewData(folder.path().toStdString());
    QVERIFY(preview.trainable());
    QCOMPARE(preview.train + preview.validation, std::int64_t{12});
    QVERIFY(preview.findings.empty());
    for (const char* name : {"cat", "Recycle", "found", "eaDir", "database", "$100 bills"}) QVERIFY2(!isHiddenName(name), name);
  }

  void links() {
    namespace fs = std::filesystem;
    const QTemporaryDir folder;
    const fs::path root = folder.filePath("data").toStdString(), elsewhere = folder.filePath("elsewhere").toStdString();
    lay(folder.path(), {"data/a/3", "data/b/3", "elsewhere/c/5", "elsewhere/more/2"});
    fs::create_directory_symlink(elsewhere / "c", root / "c");              // a class
    fs::create_directory_symlink("../../elsewhere/more", root / "b/more");  // part of one
    fs::create_directory_symlink("..", root / "a/loop");
    fs::create_directory_symlink(root, root / "round");
    fs::create_directory_symlink("..", elsewhere / "more/back");
    fs::create_symlink("gone.jpg", root / "a/broken.jpg");
    fs::create_symlink("0.jpg", root / "a/again.jpg");
    DataSpec spec = specOf(folder.filePath("data"));
    spec.validationSplit = 0;
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"a", "b", "c"}));
    std::map<int, int> counts;
    for (std::int64_t i = 0; i < splits.train->size(); ++i) ++counts[splits.train->label(i)];
    QCOMPARE(counts, (std::map<int, int>{{0, 4}, {1, 5}, {2, 5}}));
    const std::vector<std::string>& warnings = splits.train->warnings();
    const auto told = [&](const char* file, const char* why) {
      return std::any_of(warnings.begin(), warnings.end(),
                         [&](const std::string& w) { return w.find(file) != std::string::npos && w.find(why) != std::string::npos; });
    };
    QVERIFY(told("a/loop", "points to a folder that contains it"));
    QVERIFY(told("round", "points to a folder that contains it"));
    QVERIFY(told("broken.jpg", "does not exist"));
    const DataPreview preview = previewData(spec);
    QCOMPARE(preview.train, splits.train->size());
    const auto links =
        std::find_if(preview.findings.begin(), preview.findings.end(), [](const DataFinding& f) { return f.what.find("link") != std::string::npos; });
    QVERIFY(links != preview.findings.end());
    QVERIFY(links->count >= 3);
  }
};

QTEST_GUILESS_MAIN(LayoutTest)
#include "layout_test.moc"
