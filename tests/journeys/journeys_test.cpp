// What users do from end to end, with a real mouse and real keys on the installed program. Each journey counts its clicks, prints its
// seconds, and keeps its pictures in build/.../journeys.
#include "tests/journeys/guided_program.h"
#include "tests/journeys/screen.h"

#include <unistd.h>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QString kState = QStringLiteral("statusStrip/ElidedLabel");  // "epoch 1 / 10 · step 4 / 30"

// Discs and bars on noise: two classes that a network tells apart at once.
void drawPictures(const QString& folder) {
  for (const char* name : {"discs", "bars"}) {
    QDir().mkpath(folder + QLatin1Char('/') + QLatin1String(name));
    for (int i = 0; i < 60; ++i) {
      QImage image(24, 24, QImage::Format_RGB32);
      for (int y = 0; y < 24; ++y)
        for (int x = 0; x < 24; ++x) image.setPixel(x, y, qRgb((x * 31 + y * 17 + i * 7) % 60, (x * 13 + i) % 60, (y * 11 + i * 3) % 60));
      QPainter painter(&image);
      painter.setPen(Qt::NoPen);
      painter.setBrush(QColor::fromHsv(i * 6 % 360, 200, 230));
      if (name[0] == 'd') painter.drawEllipse(4 + i % 6, 3 + i % 7, 11, 11);
      else painter.drawRect(2 + i % 5, 8 + i % 7, 16, 5);
      painter.end();
      image.save(QStringLiteral("%1/%2/%3.png").arg(folder, QLatin1String(name)).arg(i));
    }
  }
}

void writeFile(const QString& path, const QByteArray& text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text);
}

QString writeProject(const QString& folder, int epochs) {
  QDir().mkpath(folder);
  const QString file = folder + QStringLiteral("/project.toml");
  writeFile(file,
            "[project]\nname = \"tiny\"\n[data]\nkind = \"synthetic\"\nimage_size = 8\ncount = 512\nclasses = 4\n[model]\nname = \"mlp\"\n"
            "hidden = [32]\n[train]\nepochs = " +
                QByteArray::number(epochs) +
                "\nseed = 1\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.05\n[switches]\nbatch_size = 32\nnum_workers = 1\n");
  return file;
}

// As PyTorch's profiler writes it: five steps of 100 ms, 60 of them in the loader.
QByteArray starvedTrace() {
  QByteArray json = "{\"traceEvents\": [\n";
  const auto span = [&](const char* category, const QByteArray& name, int thread, int begin, int length) {
    json += "{\"ph\":\"X\",\"cat\":\"" + QByteArray(category) + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":" + QByteArray::number(thread) +
            ",\"ts\":" + QByteArray::number(begin) + ",\"dur\":" + QByteArray::number(length) + "},\n";
  };
  for (int step = 0; step < 5; ++step) {
    const int at = step * 100'000;
    span("user_annotation", "ProfilerStep#" + QByteArray::number(step), 1, at, 100'000);
    span("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 1, at + 100, 60'000);
    span("cpu_op", "aten::conv2d", 1, at + 61'000, 30'000);
    span("kernel", "gemm", 7, at + 62'000, 30'000);
  }
  return json + "{\"ph\":\"i\",\"name\":\"end\",\"pid\":1,\"tid\":1,\"ts\":500000,\"s\":\"g\"}]}";
}

}  // namespace

class JourneysTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (const QString absent = Screen::missing(); !absent.isEmpty())
      QSKIP(qPrintable(absent + QStringLiteral(" missing: journeys need the packages xvfb and xdotool")));
    // Installed as a user has it.
    const QString prefix = root_.filePath(QStringLiteral("installed"));
    QProcess install;
    install.start(QStringLiteral(CMAKE_PROGRAM),
                  {QStringLiteral("--install"), QStringLiteral(BUILD_FOLDER "/app/desktop"), QStringLiteral("--prefix"), prefix});
    QVERIFY(install.waitForFinished(120'000));
    QVERIFY2(install.exitCode() == 0, install.readAllStandardError().constData());
    program_ = prefix + QStringLiteral("/" INSTALL_BINDIR "/stepscope");
    QVERIFY(QFile::exists(program_));
  }

  void init() {
    home_ = root_.filePath(QStringLiteral("home-") + QLatin1String(QTest::currentTestFunction()));
    QDir().mkpath(home_);
    pictures_ = QStringLiteral(BUILD_FOLDER "/journeys/") + QLatin1String(QTest::currentTestFunction());
    QDir(pictures_).removeRecursively();
    QVERIFY(screen_.emplace().start());
    timer_.start();
  }
  void cleanup() { screen_.reset(); }

  void photoFolderToTrainedModel() {
    const QString photos = home_ + QStringLiteral("/photos");
    drawPictures(photos);
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start(), qPrintable(program.problem()));
    QVERIFY2(program.sees("startPage"), qPrintable(program.problem()));
    program.keepPicture("start");
    QVERIFY2(program.click("New from a Folder of Pictures..."), qPrintable(program.problem()));
    QVERIFY2(program.sees("fileNameEdit"), qPrintable(program.problem()));
    program.type(photos);
    program.keys({"Return"});
    QVERIFY2(program.sees("createAndTrain", 120), qPrintable(program.problem()));
    QVERIFY2(program.click("createAndTrain"), qPrintable(program.problem()));
    QVERIFY2(program.reads(kState, "epoch", 240), qPrintable(program.problem()));
    program.keepPicture("training");
    told(program, 3);
    // Defaults untouched: discs and bars are told apart in the end.
    QVERIFY2(program.reads(kState, "finished", 600), qPrintable(program.problem()));
    program.keepPicture("trained");
    told(program, 3);
    QDirIterator projects(home_, {QStringLiteral("project.toml")}, QDir::Files, QDirIterator::Subdirectories);
    QVERIFY(projects.hasNext());
    QProcess runs;
    runs.start(QStringLiteral(BUILD_FOLDER "/bin/stepscope-cli"), {"runs", "show", projects.next(), "1", "--json"});
    QVERIFY(runs.waitForFinished(60'000));
    const QJsonObject finals = QJsonDocument::fromJson(runs.readAllStandardOutput())[QLatin1String("finals")].toObject();
    const double accuracy = finals[QLatin1String("best_val_accuracy")].toDouble();
    std::printf("    best validation accuracy %.1f %%\n", accuracy * 100);
    QVERIFY2(accuracy >= 0.9, qPrintable(QString::number(accuracy)));
  }

  void knownProjectToTrainingAndComparison() {
    const QString project = writeProject(home_ + QStringLiteral("/tiny"), 3);
    {
      GuidedProgram once(*screen_, program_, home_, pictures_);
      QVERIFY2(once.start({project}) && once.reads(kState, "ready"), qPrintable(once.problem()));
    }
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start() && program.sees("RecentRow"), qPrintable(program.problem()));
    QVERIFY2(program.point("RecentRow"), qPrintable(program.problem()));
    QVERIFY2(program.click("RecentRow/Train"), qPrintable(program.problem()));
    QVERIFY2(program.reads(kState, "finished", 240), qPrintable(program.problem()));
    told(program, 2);
    program.keys({"ctrl+r"});
    QVERIFY2(program.sees("Compare with*", 240), qPrintable(program.problem()));
    const int before = program.clicks();
    QVERIFY2(program.click("Compare with*"), qPrintable(program.problem()));
    QVERIFY2(program.sees("CompareView"), qPrintable(program.problem()));
    program.keepPicture("compared");
    QCOMPARE(program.clicks() - before, 1);
  }

  void traceToFinding() {
    const QString trace = home_ + QStringLiteral("/starved.pt.trace.json");
    writeFile(trace, starvedTrace());
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start(), qPrintable(program.problem()));
    QVERIFY2(program.click("Open Trace..."), qPrintable(program.problem()));
    QVERIFY2(program.sees("fileNameEdit"), qPrintable(program.problem()));
    program.type(trace);
    program.keys({"Return"});
    QVERIFY2(program.reads("verdict", "waits for data", 120), qPrintable(program.problem()));
    QVERIFY2(!program.sees("Record again", 0), "a trace of others cannot be recorded again");
    QVERIFY2(program.click("FindingCard/Show on timeline"), qPrintable(program.problem()));
    QVERIFY2(program.sees("TimelineView"), qPrintable(program.problem()));
    told(program, 3);
  }

  void settings() {
    const QString project = writeProject(home_ + QStringLiteral("/tiny"), 3);
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start({project}) && program.reads(kState, "ready"), qPrintable(program.problem()));
    program.keys({"ctrl+comma"});
    QVERIFY2(program.sees("settingsView"), qPrintable(program.problem()));
    QVERIFY2(program.click("settingsView/project.name"), qPrintable(program.problem()));
    program.keys({"ctrl+a"});
    program.type("renamed");
    program.keys({"Return"});
    const auto written = [&] {
      QFile file(project);
      return file.open(QIODevice::ReadOnly) && file.readAll().contains("\"renamed\"");
    };
    QTRY_VERIFY_WITH_TIMEOUT(written(), 60'000);
    program.keepPicture("applied");
    told(program, 1);
  }

  // A disk that cannot be written, by a mount and not by permissions, which bind no administrator.
  void projectOnAReadOnlyDisk() {
    const QString disk = home_ + QStringLiteral("/disk");
    QDir().mkpath(disk);
    const auto mounted = [](const QStringList& words) { return QProcess::execute(QStringLiteral("mount"), words) == 0; };
    if (geteuid() != 0 || !mounted({"-t", "tmpfs", "-o", "size=4m", "tmpfs", disk})) QSKIP("mounting a disk needs an administrator");
    const auto leave = qScopeGuard([&] { QProcess::execute(QStringLiteral("umount"), {"-l", disk}); });
    const QString project = writeProject(disk + QStringLiteral("/tiny"), 3);
    QVERIFY(mounted({"-o", "remount,ro", disk}));
    const QString elsewhere = home_ + QStringLiteral("/elsewhere");
    QDir().mkpath(elsewhere);
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start({project}) && program.reads(kState, "ready"), qPrintable(program.problem()));
    QVERIFY2(program.click("train"), qPrintable(program.problem()));
    QVERIFY2(program.sees("Save Elsewhere...", 120), qPrintable(program.problem()));
    program.keepPicture("refused");
    QVERIFY2(program.click("Save Elsewhere..."), qPrintable(program.problem()));
    QVERIFY2(program.sees("fileNameEdit"), qPrintable(program.problem()));
    program.type(elsewhere);
    program.keys({"Return"});
    const auto copied = [&] { return QFile::exists(elsewhere + QStringLiteral("/tiny/project.toml")); };
    QTRY_VERIFY_WITH_TIMEOUT(copied(), 60'000);
    QVERIFY2(program.reads(kState, "ready"), qPrintable(program.problem()));
    QVERIFY2(program.click("train"), qPrintable(program.problem()));
    QVERIFY2(program.reads(kState, "finished", 240), qPrintable(program.problem()));
    told(program, 3);
  }

  // Another language is chosen, and the window begins again in it with what was open.
  void languageAtOnce() {
    const QString project = writeProject(home_ + QStringLiteral("/tiny"), 3);
    QDir().mkpath(home_ + QStringLiteral("/.config/Stepscope"));
    writeFile(home_ + QStringLiteral("/.config/Stepscope/stepscope.ini"), "[General]\nlanguage=zh_CN\n");
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start({project}) && program.sees(QString::fromUtf8("训练")), qPrintable(program.problem()));
    program.keys({"ctrl+k"});
    QVERIFY2(program.sees("quickSearch"), qPrintable(program.problem()));
    program.type("English");
    program.keys({"Return"});
    QVERIFY2(program.click(QString::fromUtf8("立即重启")), qPrintable(program.problem()));
    QVERIFY2(program.sees("Train"), qPrintable(program.problem()));
    QVERIFY2(program.reads(kState, "ready"), qPrintable(program.problem()));
    program.keepPicture("english");
    told(program, 1);
  }

  void reopeningAfterACrash() {
    const QString project = writeProject(home_ + QStringLiteral("/tiny"), 100'000);
    {
      GuidedProgram program(*screen_, program_, home_, pictures_);
      QVERIFY2(program.start({project}) && program.reads(kState, "ready"), qPrintable(program.problem()));
      program.keys({"ctrl+r"});
      QVERIFY2(program.reads(kState, "epoch", 240), qPrintable(program.problem()));
      const QString checkpoint = home_ + QStringLiteral("/tiny/.stepscope/runs/1");
      QTRY_VERIFY_WITH_TIMEOUT(!QDir(checkpoint).entryList({QStringLiteral("last*")}).isEmpty(), 120'000);
      program.killAtOnce();
    }
    GuidedProgram program(*screen_, program_, home_, pictures_);
    QVERIFY2(program.start(), qPrintable(program.problem()));
    QVERIFY2(program.click("RecentRow"), qPrintable(program.problem()));
    QVERIFY2(program.reads(kState, "ready"), qPrintable(program.problem()));
    program.keys({"ctrl+k"});
    QVERIFY2(program.sees("quickSearch"), qPrintable(program.problem()));
    program.type("resume run");
    program.keepPicture("palette");
    program.keys({"Return"});
    QVERIFY2(program.reads(kState, "epoch", 240), qPrintable(program.problem()));
    program.keepPicture("resumed");
    told(program, 1);
    program.keys({"ctrl+period"});
    QVERIFY2(program.reads(kState, "stopped", 240), qPrintable(program.problem()));
  }

 private:
  void told(const GuidedProgram& program, int most) {
    std::printf("    %s: %d clicks, %.1f s\n", QTest::currentTestFunction(), program.clicks(), static_cast<double>(timer_.elapsed()) / 1000);
    QVERIFY2(program.clicks() <= most, qPrintable(QStringLiteral("%1 clicks, %2 at most are wanted").arg(program.clicks()).arg(most)));
  }

  QTemporaryDir root_;
  QString program_, home_, pictures_;
  std::optional<Screen> screen_;
  QElapsedTimer timer_;
};

QTEST_MAIN(JourneysTest)
#include "journeys_test.moc"
