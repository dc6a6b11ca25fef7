// Bottlenecks made on purpose: small trainings by the command line, each held back by one thing, and beside each a healthy one. The right
// rule must come first, and a healthy training must have no finding. Other programs may hold the cores meanwhile: rules go by shares and
// facts that this does not turn.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

namespace {

// Convolutions in f32 at usual sizes.
constexpr char kPictures[] = R"([project]
name = "staged"
[data]
kind = "synthetic"
count = 400
image_size = 32
[[model.layers]]
type = "conv2d"
out_channels = 32
kernel_size = 3
padding = 1
[[model.layers]]
type = "batch_norm"
[[model.layers]]
type = "relu"
[[model.layers]]
type = "conv2d"
out_channels = 32
kernel_size = 3
padding = 1
[[model.layers]]
type = "batch_norm"
[[model.layers]]
type = "relu"
[[model.layers]]
type = "max_pool"
kernel_size = 2
[[model.layers]]
type = "conv2d"
out_channels = 64
kernel_size = 3
padding = 1
[[model.layers]]
type = "batch_norm"
[[model.layers]]
type = "relu"
[[model.layers]]
type = "global_avg_pool"
[[model.layers]]
type = "flatten"
[[model.layers]]
type = "linear"
out_features = 10
[train]
epochs = 1
[train.capture]
step = 4
[switches]
batch_size = 32
num_workers = 0
)";

// Nearly all of the step is products, also in a program whose own loops a sanitizer slows down.
constexpr char kProducts[] = R"([project]
name = "products"
[data]
kind = "synthetic"
count = 200
image_size = 16
[[model.layers]]
type = "conv2d"
out_channels = 128
kernel_size = 3
padding = 1
[[model.layers]]
type = "relu"
[[model.layers]]
type = "conv2d"
out_channels = 128
kernel_size = 3
padding = 1
[[model.layers]]
type = "relu"
[[model.layers]]
type = "global_avg_pool"
[[model.layers]]
type = "flatten"
[[model.layers]]
type = "linear"
out_features = 10
[train]
epochs = 1
[train.capture]
step = 4
[switches]
batch_size = 16
num_workers = 0
)";

// Deep enough for checkpointing to save memory.
constexpr char kDeep[] = R"([project]
name = "deep"
[data]
kind = "synthetic"
count = 300
image_size = 32
[model]
name = "resnet20"
[train]
epochs = 1
[train.capture]
step = 3
[switches]
batch_size = 24
num_workers = 0
)";

// JPEG files that are decoded, cropped and resized again in every epoch, before a model that has little to do.
constexpr char kFiles[] = R"([project]
name = "files"
[data]
kind = "shapes"
path = "data"
count = 400
image_size = 96
cache_bytes = 0
crop_scale = 0.5
flip = true
[[model.layers]]
type = "avg_pool"
kernel_size = 8
[[model.layers]]
type = "flatten"
[[model.layers]]
type = "linear"
out_features = 8
[train]
epochs = 1
[train.capture]
step = 3
[switches]
batch_size = 32
num_workers = 0
)";

struct Answer {
  QString first;      // the rule of the worst finding; empty: none was found
  QStringList found;  // with their sentences
};

}  // namespace

class StagedTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int staged_ = 0, named_ = 0, healthy_ = 0, quiet_ = 0;

  QProcessEnvironment environment() const {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CACHE_HOME", folder_.filePath("cache"));
    // The same on every CPU: no products of bf16 that are faster than those of f32.
    environment.insert("STEPSCOPE_MAX_ISA", "avx2");
    return environment;
  }

  QByteArray run(const QStringList& arguments, const QStringList& prefix = {}) {
    QProcess process;
    process.setProcessEnvironment(environment());
    QStringList words = prefix + QStringList{QStringLiteral(STEPSCOPE_CLI)} + arguments;
    const QString program = words.takeFirst();
    process.start(program, words);
    if (!process.waitForFinished(240'000) || process.exitCode() != 0) {
      qWarning("%s", process.readAllStandardError().constData());
      return {};
    }
    return process.readAllStandardOutput();
  }

  // Trains the project once more and asks what holds it back.
  Answer trained(const QString& project, const QStringList& settings, const QStringList& prefix = {}) {
    QStringList arguments{"train", folder_.filePath(project)};
    for (const QString& setting : settings) arguments << "--set" << setting;
    Answer answer;
    if (run(arguments, prefix).isEmpty()) {
      answer.first = "training failed";
      return answer;
    }
    const QJsonArray rules = QJsonDocument::fromJson(run({"advise", folder_.filePath(project), "--json"})).array();
    if (rules.isEmpty()) answer.first = "no advice";
    for (const QJsonValue& value : rules) {
      const QJsonObject rule = value.toObject();
      if (rule["outcome"].toString() != "found") continue;
      if (answer.first.isEmpty()) answer.first = rule["rule"].toString();
      answer.found << rule["rule"].toString() + ": " + rule["sentence"].toString();
    }
    return answer;
  }

 private Q_SLOTS:
  void initTestCase() {
    for (const auto& [name, text] :
         {std::pair{"pictures", kPictures}, std::pair{"products", kProducts}, std::pair{"deep", kDeep}, std::pair{"files", kFiles}}) {
      QVERIFY(QDir().mkpath(folder_.filePath(name)));
      QFile file(folder_.filePath(QString(name) + "/project.toml"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
    }
    // Draws the pictures: the first run draws those of training before it begins and those of validation while it validates.
    QVERIFY(!run({"train", folder_.filePath("files")}).isEmpty());
  }

  void staged_data() {
    QTest::addColumn<QString>("project");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const char* project, const QStringList& settings, const char* rule) {
      QTest::newRow(name) << QString(project) << settings << QString(rule);
    };
    row("starved loader", "files", {}, "input_bound");
    row("a needless worker", "pictures", {"switches.num_workers=1"}, "workers");
    row("tiny batch", "pictures", {"switches.batch_size=2", "data.count=60"}, "small_batch");
    row("autotune off", "products", {"switches.autotune=off"}, "autotune_off");
    row("bf16 without fast products", "pictures", {"switches.amp=bf16"}, "narrow_storage");
    row("checkpointing with memory to spare", "deep", {"switches.checkpointing=sqrt"}, "checkpointing");
    row("validation every step", "pictures", {"data.count=32", "data.validation_split=0.5", "train.epochs=16"}, "validation_often");
    row("a pinned core", "pictures", {}, "idle_cores");
    row("NCHW where blocks win", "deep", {"switches.channels_last=off"}, "layout_conversions");
  }
  void staged() {
    QFETCH(QString, project);
    QFETCH(QStringList, settings);
    QFETCH(QString, rule);
    if (QThread::idealThreadCount() < 2) QSKIP("one core: nothing can be taken from it");
    const bool pinned = rule == "idle_cores";
    if (pinned && QStandardPaths::findExecutable("taskset").isEmpty()) QSKIP("taskset is not here");
    const Answer answer = trained(project, settings, pinned ? QStringList{"taskset", "-c", "0"} : QStringList());
    ++staged_;
    named_ += answer.first == rule;
    QVERIFY2(answer.first == rule, qPrintable(answer.first + "\n" + answer.found.join('\n')));
  }

  void healthy_data() {
    QTest::addColumn<QString>("project");
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char* name, const char* project, const QStringList& settings) { QTest::newRow(name) << QString(project) << settings; };
    row("fed by the trainer's thread", "pictures", {});
    row("products chosen by time", "products", {"switches.batch_size=24", "data.count=300"});
    row("a small batch with much to do", "deep", {"switches.batch_size=8", "data.count=120"});
    row("accumulated", "pictures", {"switches.accumulation=2", "data.count=800"});
    row("without fusion", "pictures", {"switches.fusion=off", "data.validation_split=0.1"});
    row("checkpointing off", "deep", {});
    row("validation once in ten steps", "pictures", {"train.epochs=2"});
    row("deterministic", "deep", {"switches.deterministic=on"});
    row("layouts chosen by time", "deep", {"switches.channels_last=auto", "switches.batch_size=16"});
  }
  void healthy() {
    QFETCH(QString, project);
    QFETCH(QStringList, settings);
    const Answer answer = trained(project, settings);
    ++healthy_;
    quiet_ += answer.first.isEmpty();
    QVERIFY2(answer.first.isEmpty(), qPrintable(answer.first + "\n" + answer.found.join('\n')));
  }

  void cleanupTestCase() {
    qInfo("%d of %d staged bottlenecks named first, %d of %d healthy trainings without an alarm", named_, staged_, quiet_, healthy_);
  }
};

QTEST_GUILESS_MAIN(StagedTest)
#include "staged_test.moc"
