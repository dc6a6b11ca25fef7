// Data in formats that are not read: each has its name and a way on, and the lines that are offered do what they say. Those that need a
// module of Python that is absent are only looked at for their syntax.
#include <QRegularExpression>
#include <map>

#include "core/data/preview/data_preview.h"
#include "core/data/preview/formats.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::string bytesAt(std::size_t at, const std::string& magic) {
  return std::string(at, '\0') + magic + std::string(64, '\1');
}

void picture(const QString& file, int shade) {
  QDir().mkpath(QFileInfo(file).absolutePath());
  Bytes rgb(8 * 8 * 3);
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(shade * 11 + static_cast<int>(i) * 5);
  writeJpeg(file.toStdString(), rgb.data(), 8, 8, 90);
}

// Runs a line as a user would; python3 is the one of the path.
int run(const QString& line, QByteArray* said = nullptr) {
  QProcess shell;
  shell.setProcessChannelMode(QProcess::MergedChannels);
  shell.start("sh", {"-c", line});
  shell.waitForFinished(60'000);
  if (said) *said = shell.readAll();
  return shell.exitStatus() == QProcess::NormalExit ? shell.exitCode() : -1;
}

bool hasPython() {
  static const bool has = run("python3 -c 'pass'") == 0;
  return has;
}

// What Python's parser says of the program in a line: nothing when it is sound.
QByteArray syntaxOf(const QString& line) {
  QByteArray said;
  const int code = run("python3() { command python3 -c 'import ast, sys; ast.parse(sys.argv[1])' \"$2\"; }; " + line, &said);
  return code == 0 ? QByteArray() : said + " in: " + line.toUtf8();
}

const DataFinding stopOf(const QString& path) {
  const DataPreview data = previewData(path.toStdString());
  for (const DataFinding& finding : data.findings)
    if (finding.weight == DataFinding::Weight::Stop) return finding;
  return {};
}

}  // namespace

class FormatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void named_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("title");
    const auto row = [](const QString& file, const std::string& bytes, const char* title) {
      QTest::newRow(qPrintable(file)) << file << QByteArray::fromStdString(bytes) << QString(title);
    };
    using namespace std::string_literals;
    row("a.h5", bytesAt(0, "\x89HDF\r\n\x1a\n"), "HDF5");
    row("a.mat", bytesAt(0, "MATLAB 5.0 MAT-file"), "MATLAB");
    row("b.mat", bytesAt(0, "\x89HDF\r\n\x1a\n"), "MATLAB");
    row("a.pkl", bytesAt(0, "\x80\4"), "pickle");
    row("a.sqlite", bytesAt(0, "SQLite format 3\0"s), "SQLite");
    row("a.db", bytesAt(0, "SQLite format 3\0"s), "SQLite");
    row("a.pt", bytesAt(0, "PK\3\4"), "PyTorch");
    row("a.tfrecord", std::string(40, '\2'), "TensorFlow records");
    row("data.mdb", bytesAt(16, "\xDE\xC0\xEF\xBE"), "LMDB");
    row("a.parquet", bytesAt(0, "PAR1"), "Parquet");
    row("a.feather", bytesAt(0, "ARROW1"), "Feather");
    row("a.xlsx", bytesAt(0, "PK\3\4"), "Excel");
    row("a.jsonl", "{\"x\": 1, \"y\": 2}\n{\"x\": 2, \"y\": 3}\n", "JSON lines");
    row("a.zip", bytesAt(0, "PK\3\4"), "Zip");
    row("a.tar", bytesAt(257, "ustar"), "tar");
    row("a.tar.gz", bytesAt(257, "ustar"), "tar");
    row("a.tgz", bytesAt(257, "ustar"), "tar");
    row("a.7z", bytesAt(0, "7z\xBC\xAF\x27\x1C"), "7-Zip");
    row("a.heic", bytesAt(4, "ftypheic"), "HEIF");
    row("a.ppm", "P6 1 1 255 " + std::string(3, '\0'), "PNM");
    row("a.wav", bytesAt(8, "WAVE"), "WAV");
    row("a.mp3", std::string(40, '\2'), "sound");
    row("a.mp4", std::string(40, '\2'), "film");
    row("a.dcm", bytesAt(128, "DICM"), "DICOM");
    row("a.onnx", "x", "network");
    // Without a name that helps, or with a wrong one.
    row("download", bytesAt(0, "PAR1"), "Parquet");
    row("table.bin", bytesAt(0, "SQLite format 3\0"s), "SQLite");
    row("workbook.csv", bytesAt(0, "PK\3\4") + "[Content_Types].xml" + std::string(400, '\1') + "xl/workbook.xml", "Excel");
    row("workbook.txt", bytesAt(0, "PK\3\4") + "docProps/app.xml" + std::string(400, '\1') + "xl/worksheets/sheet1.xml", "Excel");
    row("old.csv", bytesAt(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "Excel");
    row("sheet.csv", bytesAt(0, "PK\3\4") + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "spreadsheet");
    row("letter.csv", bytesAt(0, "PK\3\4") + "word/document.xml", "Word");
    row("tensors.csv", bytesAt(0, "PK\3\4") + "tensors/data.pkl", "PyTorch");
    row("table.csv", bytesAt(0, "PK\3\4") + "table.txt", "Zip");
  }
  void named() {
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, title);
    const QTemporaryDir folder;
    const QString path = folder.filePath(file);
    writeFile(path, Bytes(bytes.begin(), bytes.end()));
    const DataFinding stop = stopOf(path);
    QVERIFY2(QString::fromStdString(stop.what).contains(title), stop.what.c_str());
    QVERIFY(!stop.cure.empty());
    // A folder of two of them names them too, not the folder above.
    if (title == "network") return;
    const QString inner = folder.filePath("many");
    writeFile(inner + "/1" + QFileInfo(file).fileName(), Bytes(bytes.begin(), bytes.end()));
    writeFile(inner + "/2" + QFileInfo(file).fileName(), Bytes(bytes.begin(), bytes.end()));
    if (!otherFormatOf(file.toStdString())) return;
    const DataFinding many = stopOf(inner);
    QVERIFY2(QString::fromStdString(many.what).contains(title), many.what.c_str());
    QVERIFY(many.betterPath.empty());
    QVERIFY(!many.cure.empty());
  }

  // A text is what it is, despite its name.
  void textsUnderOtherNames() {
    const QTemporaryDir folder;
    std::string table = "a\tb\n";
    for (int i = 0; i < 60; ++i) table += std::to_string(i * 7 % 13) + '\t' + std::to_string(i * 2.5) + '\n';
    for (const char* name : {"export.xls", "records.db", "values.mat"}) {
      writeFile(folder.filePath(name), bytesOf(table));
      const DataPreview data = previewData(folder.filePath(name).toStdString());
      QVERIFY2(data.trainable(), name);
      QCOMPARE(data.spec.kind, std::string("table"));
    }
    writeFile(folder.filePath("nothing.npz"), {});
    QVERIFY(stopOf(folder.filePath("nothing.npz")).what.find("is empty") != std::string::npos);
  }

  void linesAreSound() {
    if (!hasPython()) return;
    for (const FormatDef& format : otherFormats()) {
      QVERIFY(!format.cure.empty());
      const QString line = QString::fromStdString(commandOf(format, "/a folder/it's.x"));
      if (line.isEmpty()) continue;
      QVERIFY2(line.endsWith("'/a folder/it'\\''s.x'") || line.contains("it'\\''s.x' "), qPrintable(line));
      if (line.startsWith("python3")) QCOMPARE(syntaxOf(line), QByteArray());
    }
    QCOMPARE(syntaxOf(QString::fromStdString(picturesCommand("a"))), QByteArray());
  }

  // Each line is run on data that Python wrote, where it has the modules; what comes out can be trained on.
  void linesWork_data() {
    QTest::addColumn<QString>("modules");
    QTest::addColumn<QString>("make");  // writes the file that sys.argv[1] names
    QTest::addColumn<QString>("file");
    const QString xy = "x = np.arange(600).reshape(60, 10); y = np.arange(60) % 3; ";
    const QString table = "d = pd.DataFrame({'a': [i * 7 % 13 for i in range(60)], 'b': [i * 2.5 for i in range(60)]}); ";
    QTest::newRow("sqlite") << "sqlite3"
                            << "import sqlite3; c = sqlite3.connect(sys.argv[1]); c.execute('create table \"my rows\" (a, b)'); "
                               "c.executemany('insert into \"my rows\" values (?, ?)', [(i * 7 % 13, i * 2.5) for i in range(60)]); c.commit()"
                            << "a.sqlite";
    // clang-format off
    QTest::newRow("pickle") << "pandas" << "import pandas as pd; " + table + "d.to_pickle(sys.argv[1])" << "a.pkl";
    QTest::newRow("parquet") << "pandas,pyarrow" << "import pandas as pd; " + table + "d.to_parquet(sys.argv[1])" << "a.parquet";
    QTest::newRow("feather") << "pandas,pyarrow" << "import pandas as pd; " + table + "d.to_feather(sys.argv[1])" << "a.feather";
    QTest::newRow("jsonl") << "pandas" << "import pandas as pd; " + table + "d.to_json(sys.argv[1], orient='records', lines=True)" << "a.jsonl";
    QTest::newRow("stata") << "pandas" << "import pandas as pd; " + table + "d.to_stata(sys.argv[1])" << "a.dta";
    QTest::newRow("xlsx") << "pandas,openpyxl" << "import pandas as pd; " + table + "d.to_excel(sys.argv[1], index=False)" << "a.xlsx";
    QTest::newRow("h5") << "h5py,numpy" << "import h5py, numpy as np; " + xy + "f = h5py.File(sys.argv[1], 'w'); f['x'] = x; f['y'] = y" << "a.h5";
    QTest::newRow("mat") << "scipy,numpy" << "import scipy.io, numpy as np; " + xy + "scipy.io.savemat(sys.argv[1], {'x': x, 'y': y})" << "a.mat";
    // clang-format on
  }
  void linesWork() {
    QFETCH(QString, modules);
    QFETCH(QString, make);
    QFETCH(QString, file);
    if (run("python3 -c 'import " + modules + "'") != 0) return;
    const QTemporaryDir folder;
    const QString path = folder.filePath("it's " + file), script = folder.filePath("make.py");
    writeFile(script, bytesOf("import sys\n" + make.toStdString() + '\n'));
    QByteArray said;
    QVERIFY2(run("python3 " + script + ' ' + QString::fromStdString(shellQuoted(path.toStdString())), &said) == 0, said);
    const DataFinding stop = stopOf(path);
    QVERIFY2(run(QString::fromStdString(stop.command), &said) == 0, said);
    const DataPreview data = previewData(path.toStdString() + ".csv");
    QVERIFY(data.trainable());
    QCOMPARE(data.spec.kind, std::string("table"));
    QCOMPARE(data.train + data.validation, std::int64_t{60});
  }

  // Pictures that lie together: a table lists them, or their names say what they are. The line lays them out.
  void flatFolders_data() {
    QTest::addColumn<QString>("pictures");  // folder and name; %1 a number, %2 the class
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("says");
    // clang-format off
    QTest::newRow("a list beside the folder") << "images/%1.jpg" << "labels.csv" << "filename,label\n%1.jpg,%2\n" << "12 pictures, named by its column \"filename\"";
    QTest::newRow("a list with the pictures") << "%1.jpg" << "list.csv" << "split;image;species\ntrain;%1.jpg;%2\n" << "\"species\"";
    QTest::newRow("names without an extension") << "train/%1.jpg" << "train.csv" << "id,breed\n%1,%2\n" << "\"breed\"";
    QTest::newRow("names with their folder") << "images/%1.jpg" << "all.tsv" << "label\tpath\n%2\timages/%1.jpg\n" << "\"path\"";
    QTest::newRow("metadata") << "train/%1.jpg" << "train/metadata.csv" << "file_name,label\n%1.jpg,%2\n" << "metadata.csv";
    QTest::newRow("paths of one folder") << "img/all/%1.jpg" << "list.csv" << "path,label\nimg/all/%1.jpg,%2\n" << "\"path\"";
    QTest::newRow("no header") << "img/%1.jpg" << "list.txt" << "img/%1.jpg %2\n" << "its column 1, with their classes in 2";
    QTest::newRow("no header, one class with a slash") << "img/%1.jpg" << "list.csv" << "%1.jpg,n/%2\n" << "its column 1, with their classes in 2";
    QTest::newRow("classes in names") << "%2_%1.jpg" << "" << "" << "names tell their classes";
    QTest::newRow("dogs.1 and cats.1") << "train/%2.%1.jpg" << "" << "" << "names tell their classes";
    QTest::newRow("cat (1)") << "pets/big %2 (%1).jpg" << "" << "" << "\"big dog\"";
    // clang-format on
  }
  void flatFolders() {
    QFETCH(QString, pictures);
    QFETCH(QString, table);
    QFETCH(QString, row);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    const QString root = folder.filePath("Down loads");
    for (const char* other : {"holiday/1.jpg", "work/1.jpg"}) picture(folder.filePath(other), 250);  // the folder above leads nowhere
    QString list;
    const qsizetype header = row.count('\n') == 2 ? row.indexOf('\n') + 1 : 0;
    list += row.left(header);
    for (int i = 0; i < 12; ++i) {
      const QString name = i % 2 ? "cat" : "dog";
      const auto filled = [&](QString text) { return text.replace("%1", QString::number(i)).replace("%2", name); };
      picture(root + '/' + filled(pictures), i);
      list += filled(row.mid(header));
    }
    if (!table.isEmpty()) writeFile(root + '/' + table, bytesOf(list.toStdString()));
    const DataPreview data = previewData(root.toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(QString::fromStdString(data.spec.kind), table.isEmpty() ? "image_names" : "image_list");
    QCOMPARE(data.train + data.validation, std::int64_t{12});
    QStringList classes, told;
    for (const ClassCount& one : data.classes) classes << QString::fromStdString(one.name);
    const auto inClass = [&](QString text) { return text.replace("dog", "cat"); };
    QCOMPARE(classes.size(), 2);
    QVERIFY(classes[0].contains("cat") && inClass(classes[1]) == classes[0]);
    for (const DataFinding& finding : data.findings) told << QString::fromStdString(finding.what);
    QVERIFY2(told.join('\n').contains(says), qPrintable(told.join('\n')));
  }

  // Kaggle: the list of the part for training, not the sample of a submission with its placeholders.
  void listOfTraining() {
    const QTemporaryDir folder;
    QString train = "image_id,label\n", sample = train;
    for (int i = 0; i < 12; ++i) {
      picture(folder.filePath(QString("set/train/%1.jpg").arg(i)), i);
      picture(folder.filePath(QString("set/test/%1.jpg").arg(i)), i + 50);
      train += QString("%1.jpg,%2\n").arg(i).arg(i % 3);
      sample += QString("%1.jpg,0\n").arg(i);
    }
    writeFile(folder.filePath("set/train.csv"), bytesOf(train.toStdString()));
    writeFile(folder.filePath("set/sample_submission.csv"), bytesOf(sample.toStdString()));
    const DataPreview data = previewData(folder.filePath("set").toStdString());
    QVERIFY(data.trainable());
    QVERIFY2(data.spec.path.ends_with("set/train.csv"), data.spec.path.c_str());
    QCOMPARE(data.classes.size(), std::size_t{3});
    QCOMPARE(data.train + data.validation + data.test, std::int64_t{12});
    // The sample alone says nothing.
    QVERIFY(QFile::remove(folder.filePath("set/train.csv")));
    QVERIFY(!previewData(folder.filePath("set").toStdString()).trainable());
  }

  // Ages are no classes: no folder for each of them.
  void listOfAmounts() {
    const QTemporaryDir folder;
    QString list = "file,age\n";
    for (int i = 0; i < 12; ++i) {
      picture(folder.filePath(QString("set/img/%1.jpg").arg(i)), i);
      list += QString("%1.jpg,%2\n").arg(i).arg(20 + 1.37 * i);
    }
    writeFile(folder.filePath("set/labels.csv"), bytesOf(list.toStdString()));
    const DataFinding stop = stopOf(folder.filePath("set"));
    QVERIFY2(stop.what.find("amounts in its column \"age\"") != std::string::npos, stop.what.c_str());
    QCOMPARE(stop.command, std::string());
  }

  // Tiny ImageNet: class folders for training, one list for validation. The line makes the folders of the latter.
  void listOfValidation() {
    const QTemporaryDir folder;
    QString list;
    for (int i = 0; i < 12; ++i) {
      const QString name = i % 2 ? "n01443537" : "n01629819";
      picture(folder.filePath(QString("set/train/%1/images/%1_%2.JPEG").arg(name).arg(i)), i);
      picture(folder.filePath(QString("set/val/images/val_%1.JPEG").arg(i)), i + 50);
      list += QString("val_%1.JPEG\t%2\t0\t0\t1\t1\n").arg(i).arg(name);
    }
    writeFile(folder.filePath("set/val/val_annotations.txt"), bytesOf(list.toStdString()));
    const DataFinding stop = stopOf(folder.filePath("set"));
    QVERIFY2(stop.what.starts_with("\"val_annotations.txt\" lists the pictures of \"images\""), stop.what.c_str());
    if (!hasPython()) return;
    QByteArray said;
    QVERIFY2(run(QString::fromStdString(stop.command), &said) == 0, said + stop.command.c_str());
    DataSpec asked;
    asked.trainPath = folder.filePath("set/train").toStdString();
    asked.validationPath = folder.filePath("set/val/images-by-class").toStdString();
    const DataPreview data = previewData(folder.filePath("set").toStdString(), {}, asked);
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(data.train, std::int64_t{12});
    QCOMPARE(data.validation, std::int64_t{12});
    QCOMPARE(data.classes.size(), std::size_t{2});
  }

  // A list that gives the pictures of one folder several classes is told beside folders of classes; one that repeats them is not.
  void listBesideClassFolders() {
    for (const auto& [above, torn] :
         {std::pair(QString(), true), std::pair(QString(), false), std::pair(QString("img/"), true), std::pair(QString("img/"), false)}) {
      const QTemporaryDir folder;
      QString list = "path,label\n";
      for (int i = 0; i < 24; ++i) {
        const QString part = i < 12 ? "a" : "b", name = QString("%1%2/%3.jpg").arg(above, part).arg(i);
        picture(folder.filePath("set/" + name), i);
        list += QString("%1,%2\n").arg(name, torn ? QString(i % 2 ? "cat" : "dog") : part);
      }
      writeFile(folder.filePath("set/list.csv"), bytesOf(list.toStdString()));
      const DataPreview data = previewData(folder.filePath("set").toStdString());
      QVERIFY(data.trainable());
      const bool told = !data.findings.empty() && data.findings[0].what.find("and each folder is a class") != std::string::npos;
      QCOMPARE(told, torn);
    }
  }

  // Folders round folders, as archives leave them.
  void foldersRoundFolders() {
    const QTemporaryDir folder;
    for (int i = 0; i < 12; ++i)
      picture(folder.filePath(QString("set/data/data/%1/%2/%3.jpg").arg(i < 8 ? "train" : "val", i % 2 ? "cat" : "dog").arg(i)), i);
    const DataPreview data = previewData(folder.filePath("set").toStdString());
    QVERIFY(data.trainable());
    QVERIFY2(data.spec.path.ends_with("set/data/data"), data.spec.path.c_str());
    QCOMPARE(data.train, std::int64_t{8});
    QCOMPARE(data.validation, std::int64_t{4});
  }

  // Shards of WebDataset: tar files of 0.jpg, 0.cls, 1.jpg, ...
  void shards() {
    const QTemporaryDir folder;
    const QString root = folder.filePath("shards");
    for (int i = 0; i < 8; ++i) {
      picture(folder.filePath(QString("raw/%1.jpg").arg(i)), i);
      writeFile(folder.filePath(QString("raw/%1.cls").arg(i)), bytesOf(std::to_string(i % 2) + "\n"));
    }
    QDir().mkpath(root);
    for (int s = 0; s < 2; ++s)
      QCOMPARE(run(QString("cd '%1/raw' && tar cf ../shards/%2.tar %3.jpg %3.cls %4.jpg %4.cls %5.jpg %5.cls %6.jpg %6.cls")
                       .arg(folder.path())
                       .arg(s)
                       .arg(4 * s)
                       .arg(4 * s + 1)
                       .arg(4 * s + 2)
                       .arg(4 * s + 3)),
               0);
    const DataPreview data = previewData(root.toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(QString::fromStdString(data.spec.kind), "webdataset");
    QCOMPARE(data.train + data.validation, std::int64_t{8});
    QCOMPARE(data.classes.size(), std::size_t{2});
  }

  // Files under the name of a picture that are something else: what.
  void contentUnderOtherNames() {
    using namespace std::string_literals;
    const QTemporaryDir folder;
    for (int i = 0; i < 6; ++i)
      for (const char* name : {"cat", "dog"}) picture(folder.filePath(QString("set/%1/%2.jpg").arg(name).arg(i)), i * 9 + name[0]);
    const std::pair<const char*, std::string> files[] = {{"lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"},
                                                         {"webp", "RIFF\0\0\0\0WEBPVP8 "s + std::string(60, '\1')},
                                                         {"gif", "GIF89a"s + std::string(60, '\1')},
                                                         {"html", "<!DOCTYPE html><html><body>404</body></html>"},
                                                         {"heic",
                                                          "\0\0\0\x18"
                                                          "ftypheic"s +
                                                              std::string(60, '\1')},
                                                         {"zeros", std::string(500, '\0')}};
    const std::map<std::string, std::string> says = {
        {"lfs", "Git LFS"}, {"webp", "its data are damaged"}, {"gif", "its data are damaged"}, {"html", "HTML"}, {"heic", "HEIF"},
        {"zeros", "zeros"}};
    for (const auto& [name, bytes] : files) {
      const QString file = folder.filePath("set/cat/x.jpg");
      writeFile(file, bytesOf(bytes));
      const DataPreview data = previewData(folder.filePath("set").toStdString());
      QVERIFY(data.trainable());
      QCOMPARE(data.findings.size(), std::size_t{1});
      QVERIFY2(data.findings[0].examples[0].find(says.at(name)) != std::string::npos, data.findings[0].examples[0].c_str());
      if (std::string(name) == "lfs")
        QVERIFY2(data.findings[0].command.starts_with("git -C ") && data.findings[0].command.ends_with("/set lfs pull"),
                 data.findings[0].command.c_str());
      else QCOMPARE(data.findings[0].command, std::string());
    }
  }

  // Pictures in a format that is not read: the line is run, and what comes out is read.
  void otherPictures() {
    const QTemporaryDir folder;
    for (int i = 0; i < 6; ++i)
      for (const char* name : {"cat", "dog"}) picture(folder.filePath(QString("set/%1/%2.jpg").arg(name).arg(i)), i * 9 + name[0]);
    for (int i = 0; i < 4; ++i)
      writeFile(folder.filePath(QString("set/dog/v%1.ppm").arg(i)), bytesOf("P6 1 1 255 " + std::string(3, static_cast<char>(40 * i))));
    const DataPreview named = previewData(folder.filePath("set").toStdString());
    QCOMPARE(named.train + named.validation, std::int64_t{12});
    QVERIFY(named.findings[0].what.find("4 pictures in a format that is not read") != std::string::npos);
    if (run("python3 -c 'import PIL'") != 0) return;
    QByteArray said;
    QVERIFY2(run(QString::fromStdString(named.findings[0].command), &said) == 0, said);
    const DataPreview converted = previewData(folder.filePath("set").toStdString());
    QCOMPARE(converted.train + converted.validation, std::int64_t{16});
  }

  // IDX of other numbers, and several sets in a folder: the line is run, and what comes out is read.
  void idxLines_data() {
    QTest::addColumn<QByteArray>("type");  // of struct
    QTest::addColumn<QString>("value");    // of picture i, at place p
    QTest::addColumn<QString>("label");
    QTest::addColumn<bool>("packed");
    QTest::newRow("floats of 0 to 1") << QByteArray("f") << "(i * 20 + p) % 97 / 96"
                                      << "i % 3" << false;
    QTest::newRow("doubles, packed") << QByteArray("d") << "(i * 20 + p) % 97 - 48"
                                     << "i % 3" << true;
    QTest::newRow("signed, and labels below 0") << QByteArray("b") << "(i * 20 + p) % 97 - 48"
                                                << "i % 2 * 2 - 1" << false;
    QTest::newRow("not a number, and infinite") << QByteArray("f")
                                                << "float(\"nan\") if p == 3 else float(\"inf\") if p == 4 else (i * 20 + p) % 97 / 96"
                                                << "i % 3" << false;
    QTest::newRow("large integers") << QByteArray("i") << "(i * 20 + p) % 97 * 1000"
                                    << "i % 3" << false;
  }
  void idxLines() {
    if (!hasPython()) return;
    QFETCH(QByteArray, type);
    QFETCH(QString, value);
    QFETCH(QString, label);
    QFETCH(bool, packed);
    const QTemporaryDir folder;
    const QString root = folder.filePath("my set"), script = folder.filePath("make.py");
    writeFile(
        script,
        bytesOf(
            QString(
                "import gzip, os, struct, sys\n"
                "root, t, packed = sys.argv[1:]\nos.makedirs(root)\n"
                "code = {'b': 9, 'h': 11, 'i': 12, 'f': 13, 'd': 14}[t]\n"
                "def put(name, dims, values):\n"
                "  data = bytes([0, 0, code, len(dims)]) + struct.pack('>%dI' % len(dims), *dims) + struct.pack('>%d%s' % (len(values), t), *values)\n"
                "  open(os.path.join(root, name), 'wb').write(gzip.compress(data) if packed == '1' else data)\n"
                "for part, n in (('train', 12), ('t10k', 6)):\n"
                "  put(part + '-images-idx3-ubyte', (n, 4, 5), [%1 for i in range(n) for p in range(20)])\n"
                "  put(part + '-labels-idx1-ubyte', (n,), [%2 for i in range(n)])\n")
                .arg(value, label)
                .toStdString()));
    QByteArray said;
    QVERIFY2(run("python3 " + script + " '" + root + "' " + type + (packed ? " 1" : " 0"), &said) == 0, said);
    const DataFinding stop = stopOf(root);
    QVERIFY2(stop.what.find("whole numbers from 0 to 255") != std::string::npos, stop.what.c_str());
    QCOMPARE(syntaxOf(QString::fromStdString(stop.command)), QByteArray());
    QVERIFY2(run(QString::fromStdString(stop.command), &said) == 0, said + stop.command.c_str());
    const std::string out = stop.cure.substr(stop.cure.rfind("then use ") + 9);
    const DataPreview data = previewData(out);
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(data.train + data.validation, std::int64_t{12});
    QCOMPARE(data.classes.size(), std::size_t(label.contains("- 1") ? 2 : 3));
    // The formula: (value - least) / (largest - least) * 255, rounded; all of 0 to 96 occur.
    DataSpec whole = data.spec;
    whole.testAs = "validation";
    const auto dataset = openData(whole).train;
    for (std::int64_t i = 0; i < 12; ++i)
      for (std::int64_t p = 0; p < 20; ++p) {
        const bool finite = !value.contains("nan") || (p != 3 && p != 4);  // the least stands for what is not
        QVERIFY(std::abs(dataset->keptBytes(i)[static_cast<std::size_t>(p)] - (finite ? static_cast<double>((i * 20 + p) % 97) / 96 * 255 : 0)) <
                0.501);
      }
  }

  void severalIdxSets() {
    const QTemporaryDir folder;
    const auto big = [](std::size_t n) { return std::string{0, 0, 0, static_cast<char>(n)}; };
    using namespace std::string_literals;
    for (const char* set : {"digits-", "letters-"})
      for (const auto& [part, count] : {std::pair<const char*, std::size_t>{"train", 12}, {"test", 6}}) {
        const QString name = folder.filePath(QString("it's/%1%2").arg(set, part));
        std::string labels, pixels;
        for (std::size_t i = 0; i < count * 25; ++i) pixels += static_cast<char>(i * 7 % 101);
        for (std::size_t i = 0; i < count; ++i) labels += static_cast<char>(i % 2);
        writeFile(name + "-images-idx3-ubyte", bytesOf("\0\0\10\3"s + big(count) + big(5) + big(5) + pixels));
        writeFile(name + "-labels-idx1-ubyte", bytesOf("\0\0\10\1"s + big(count) + labels));
      }
    const DataFinding stop = stopOf(folder.filePath("it's"));
    QVERIFY2(stop.what.find("2 sets") != std::string::npos, stop.what.c_str());
    QByteArray said;
    QVERIFY2(run(QString::fromStdString(stop.command), &said) == 0, said);
    const DataPreview data = previewData(stop.cure.substr(stop.cure.rfind("then use ") + 9));
    QVERIFY(data.trainable());
    QCOMPARE(data.train + data.validation, std::int64_t{12});
  }

  // The folder above is offered only where it holds nothing but folders of pictures.
  void theFolderAbove() {
    const QTemporaryDir folder;
    for (int i = 0; i < 4; ++i)
      for (const char* name : {"sets/cat", "sets/dog", "Downloads/holiday", "Downloads/screens"})
        picture(folder.filePath(QString("%1/x%2.jpg").arg(name).arg(i)), i);
    writeFile(folder.filePath("Downloads/setup.exe"), bytesOf("x"));
    QCOMPARE(stopOf(folder.filePath("sets/cat")).betterPath, folder.filePath("sets").toStdString());
    QCOMPARE(stopOf(folder.filePath("sets/cat/x1.jpg")).betterPath, folder.filePath("sets").toStdString());
    QCOMPARE(stopOf(folder.filePath("Downloads/holiday")).betterPath, std::string());
    QCOMPARE(stopOf(folder.filePath("Downloads/holiday/x1.jpg")).betterPath, std::string());
    for (int i = 0; i < 4; ++i)
      for (const char* name : {"pairs/images", "pairs/masks"}) picture(folder.filePath(QString("%1/x%2.jpg").arg(name).arg(i)), i);
    QCOMPARE(stopOf(folder.filePath("pairs/images")).betterPath, std::string());
  }
};

QTEST_GUILESS_MAIN(FormatsTest)
#include "formats_test.moc"
