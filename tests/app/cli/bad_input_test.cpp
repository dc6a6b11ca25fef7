// Bad input on the command line: one sentence on standard error that names the file or key, exit code 1, nothing on standard output.
#include <sqlite3.h>
#include <zlib.h>

#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

void writeFile(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

QByteArray bigEndian(std::uint32_t value) {
  return QByteArray()
      .append(static_cast<char>(value >> 24))
      .append(static_cast<char>(value >> 16))
      .append(static_cast<char>(value >> 8))
      .append(static_cast<char>(value));
}

// An MNIST folder of `count` blank pictures; `label` is everybody's, `missing` bytes are cut off the training pictures.
void writeMnist(const QString& folder, std::uint32_t count, char label, int missing) {
  for (const char* part : {"train", "t10k"}) {
    QByteArray images = bigEndian(0x803) + bigEndian(count) + bigEndian(28) + bigEndian(28) + QByteArray(static_cast<int>(count) * 784, '\x20');
    if (QByteArray(part) == "train") images.chop(missing);
    writeFile(folder + "/" + part + "-images-idx3-ubyte", images);
    writeFile(folder + "/" + part + "-labels-idx1-ubyte", bigEndian(0x801) + bigEndian(count) + QByteArray(static_cast<int>(count), label));
  }
}

// The smallest change of kSmallProject that makes it wrong.
QByteArray with(const char* from, const char* to) {
  return QByteArray(kSmallProject).replace(from, to);
}

QByteArray mnistProject(const char* path) {
  return "[data]\nkind = \"mnist\"\npath = \"" + QByteArray(path) +
         "\"\n[model]\nname = \"lenet5\"\n[train]\nepochs = 1\n[switches]\nbatch_size = 16\n";
}

QByteArray folderProject(const char* path) {
  return "[data]\nkind = \"image_folder\"\npath = \"" + QByteArray(path) +
         "\"\nimage_size = 16\n[model]\nname = \"mlp\"\n[train]\nepochs = 1\n[switches]\nbatch_size = 4\n";
}

}  // namespace

class BadInputTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  void requireSentence(const Said& said, const QStringList& names) {
    QVERIFY2(said.exitCode == 1, (QByteArray::number(said.exitCode) + " " + said.err).constData());
    QVERIFY2(said.out.isEmpty(), said.out);
    const QByteArray sentence = said.err.trimmed();
    QVERIFY2(sentence.startsWith("stepscope-cli: ") && sentence.endsWith('.') && !sentence.contains('\n'), said.err);
    for (const QString& name : names) QVERIFY2(QString(sentence).contains(name), (name + " is not in: " + QString(sentence)).toUtf8().constData());
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("STEPSCOPE_CUDA_PLUGIN", "/nowhere/libstepscope_cuda.so");  // so that a machine with a GPU refuses as others do
    writeMnist(folder_.filePath("short"), 64, 3, 1000);
    writeFile(folder_.filePath("oneclass/train/cat/a.jpg"), "not a picture");
    writeFile(folder_.filePath("oneclass/val/cat/a.jpg"), "not a picture");
  }

  void projects_data() {
    QTest::addColumn<QByteArray>("project");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("unknown key") << with("batch_size", "batchsize") << QStringList{} << QStringList{"project.toml:20", "batch_size"};
    QTest::newRow("unknown section") << with("[switches]", "[swiches]") << QStringList{} << QStringList{"project.toml", "switches"};
    QTest::newRow("wrong type") << with("epochs = 2", "epochs = \"two\"") << QStringList{} << QStringList{"project.toml:12", "epochs"};
    QTest::newRow("broken TOML") << with("[data]", "[data") << QStringList{} << QStringList{"project.toml:3"};
    QTest::newRow("unknown data kind") << with("synthetic", "sinthetic") << QStringList{} << QStringList{"synthetic"};
    QTest::newRow("unknown model") << with("\"mlp\"", "\"resnet19\"") << QStringList{} << QStringList{"resnet18"};
    QTest::newRow("unknown key of --set") << kSmallProject << QStringList{"--set", "train.epoch=3"} << QStringList{"train.epoch", "train.epochs"};
    QTest::newRow("wrong value of --set") << kSmallProject << QStringList{"--set", "switches.batch_size=big"} << QStringList{"switches.batch_size"};
    QTest::newRow("--set without a value") << kSmallProject << QStringList{"--set", "switches.batch_size"}
                                           << QStringList{"--set switches.batch_size"};
    QTest::newRow("unknown device") << kSmallProject << QStringList{"--device", "tpu"} << QStringList{"tpu", "cpu"};
    QTest::newRow("a GPU that cannot be used") << kSmallProject << QStringList{"--device", "cuda"}
                                               << QStringList{"device: cuda cannot be used", "Choose cpu"};
    QTest::newRow("unknown run") << kSmallProject << QStringList{"--resume", "9"} << QStringList{"run 9"};
    QTest::newRow("batch larger than the data") << kSmallProject << QStringList{"--set", "switches.batch_size=1000"}
                                                << QStringList{"switches.batch_size", "320"};
    QTest::newRow("missing data") << mnistProject("nowhere") << QStringList{} << QStringList{"nowhere"};
    QTest::newRow("truncated IDX") << mnistProject("short") << QStringList{} << QStringList{"train-images-idx3-ubyte"};
    QTest::newRow("one class") << folderProject("oneclass") << QStringList{} << QStringList{"oneclass"};
  }
  void projects() {
    QFETCH(QByteArray, project);
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, names);
    const QString path = writeProject(folder_, project);
    requireSentence(cli(QStringList{"train", path} + arguments), names);
  }

  void missingProject() {
    for (const QStringList& command : {QStringList{"train", "/nowhere/project.toml"}, QStringList{"runs", "list", "/nowhere/project.toml"},
                                       QStringList{"report", "/nowhere/project.toml", "1", "--out", folder_.filePath("x.html")}})
      requireSentence(cli(command), {"/nowhere/project.toml"});
  }

  void commands_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("bench of an unknown model") << QStringList{"bench", "resnet81"} << QStringList{"resnet81", "resnet18"};
    QTest::newRow("summary of an unknown model") << QStringList{"model", "summary", "lenet"} << QStringList{"lenet5"};
    QTest::newRow("bench with an unknown switch") << QStringList{"bench", "mlp", "--set", "batchsize=3"} << QStringList{"batch_size"};
    QTest::newRow("bench with a bad value") << QStringList{"bench", "mlp", "--set", "batch_size=0"} << QStringList{"batch_size=0"};
    QTest::newRow("bench with a loader") << QStringList{"bench", "mlp", "--set", "num_workers=2"} << QStringList{"num_workers"};
    QTest::newRow("an mlp with an image size") << QStringList{"bench", "mlp", "--image", "32"} << QStringList{"--image"};
    QTest::newRow("images too small for the model") << QStringList{"model", "summary", "lenet5", "--image", "4"} << QStringList{"lenet5"};
  }
  void commands() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, names);
    if (QTest::currentDataTag() == QByteArray("images too small for the model")) names = {};  // the layer is named, whichever it is
    requireSentence(cli(arguments), names);
  }

  void noRunsYet() {
    QTemporaryDir empty;
    const QString path = writeProject(empty, kSmallProject);
    requireSentence(cli({"runs", "show", path, "1"}), {"runs.db"});
    requireSentence(cli({"report", path, "1", "--out", empty.filePath("x.html")}), {"runs.db"});
  }

  void unknownRunAndUnwritableReport() {
    QTemporaryDir folder;
    const QString path = writeProject(folder, kSmallProject);
    QCOMPARE(cli({"train", path, "--json"}).exitCode, 0);
    requireSentence(cli({"runs", "show", path, "5"}), {"run 5"});
    requireSentence(cli({"report", path, "5", "--out", folder.filePath("x.html")}), {"run 5"});
    requireSentence(cli({"report", path, "1", "--out", "/nowhere/x.html"}), {"/nowhere/x.html"});
  }

  void brokenStores_data() {
    QTest::addColumn<QString>("how");
    QTest::newRow("garbage") << "garbage";
    QTest::newRow("a newer version") << "newer";
    QTest::newRow("somebody else's database") << "stranger";
  }
  void brokenStores() {
    QFETCH(QString, how);
    QTemporaryDir folder;
    const QString path = writeProject(folder, kSmallProject);
    const QString store = folder.filePath(".stepscope/runs.db");
    if (how == "garbage") {
      writeFile(store, QByteArray(8192, 'x'));
    } else {
      if (how == "newer") QCOMPARE(cli({"train", path, "--json"}).exitCode, 0);
      QDir().mkpath(QFileInfo(store).path());
      sqlite3* database = nullptr;
      QCOMPARE(sqlite3_open(store.toUtf8().constData(), &database), SQLITE_OK);
      const char* sql = how == "newer" ? "PRAGMA user_version = 9999" : "CREATE TABLE theirs (x); PRAGMA user_version = 3";
      QCOMPARE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
      sqlite3_close(database);
    }
    QFile file(store);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    requireSentence(cli({"train", path}), {"runs.db"});
    if (how != "newer") requireSentence(cli({"runs", "list", path}), {"runs.db"});
    file.seek(0);
    QCOMPARE(file.readAll(), before);  // what is not ours is left as it is
  }

  void projectFolderThatCannotBeWritten() {
    QTemporaryDir folder;
    const QString path = writeProject(folder, kSmallProject);
    writeFile(folder.filePath(".stepscope"), "in the way");
    requireSentence(cli({"train", path}), {folder.path()});
  }
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
