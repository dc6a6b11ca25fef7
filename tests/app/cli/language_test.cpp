// stepscope-cli in Chinese: what a user reads of every command is translated whole or stays English whole, its figures are those of the English
// output, and JSON is the same in every language.
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

// A trace of PyTorch: two steps, an op, a kernel, and a record that cannot be read.
constexpr char kTrace[] =
    "{\"traceEvents\":["
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#7\",\"pid\":1,\"tid\":1,\"ts\":100,\"dur\":40},"
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#8\",\"pid\":1,\"tid\":1,\"ts\":150,\"dur\":50.5},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":110,\"dur\":10},"
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":120,\"dur\":9,\"args\":{\"device\":0,\"stream\":7}},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"bad\",\"pid\":1,\"tid\":1,\"ts\":160,\"dur\":-1}]}";

// Without what is no sentence: names in quotes, commands, options, paths, keys, versions and what is known as a name.
QString withoutNames(QString line) {
  static const QStringList patterns = {
      // Names of ops, tracks and classes.
      "(conv2d|linear|relu|softmax cross-entropy|bias gradient|max pool)( backward)?( weights| input)?( \\+ bias gradient)?",
      "(data wait|copy batch|load batch|small parameters|Loader worker \\d+|class \\d+)",
      "\"[^\"]*\"",
      "'[^']*'",
      "`[^`]*`",
      "(stepscope|stepscope-cli)( [a-z]+)* ",  // commands
      "https?://\\S+",
      "--?[A-Za-z][\\w-]*(=\\S+)?",                          // options
      "\\S*[/_.=:\\\\#|]\\S*",                               // paths, keys, ops, units, values
      "(host|gpu|op|layer|kernel|stream|shape|node)(, | )",  // values of options
      "\\b(cuda|hip)[A-Z]\\w+( in)?",                        // calls, and the op that one is in
      "CompiledFxGraph codegen|Torch-Compiled Region|Optimizer step",
      "\\b(JSON Lines|JSON|HTML|PDF|GPU|CPU|kernel|roofline|rank|bench|tensor core)\\b",
  };
  for (const QString& pattern : patterns) line.replace(QRegularExpression(pattern), " ");
  return line;
}

QStringList englishIn(const QByteArray& said) {
  static const QRegularExpression sentence("[A-Za-z]{2,} [a-z]{2,}");
  QStringList found;
  for (const QString& line : QString::fromUtf8(said).split('\n'))
    if (sentence.match(withoutNames(line)).hasMatch()) found << line;
  return found;
}

// Digits in the order of their size: a translation may put them in another order within a line.
QStringList figuresOf(const QString& line) {
  static const QRegularExpression figure("\\d+(?:[.,]\\d+)*");
  QStringList figures;
  for (auto it = figure.globalMatch(line); it.hasNext();) figures << it.next().captured();
  figures.sort();
  return figures;
}

bool hasChinese(const QByteArray& said) {
  static const QRegularExpression character("\\p{Han}");
  return character.match(QString::fromUtf8(said)).hasMatch();
}

}  // namespace

class LanguageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    project_ = writeProject(folder_, kSmallProject);
    for (const char* batch : {"32", "16"}) {
      const Said said = cli({"train", project_, "--lang", "zh_CN", "--set", QString("switches.batch_size=") + batch});
      QVERIFY2(said.exitCode == 0, said.err);
      trained_ = said;
    }
    QFile trace(folder_.filePath("trace.json"));
    QVERIFY(trace.open(QIODevice::WriteOnly));
    trace.write(kTrace);
    QFile table(folder_.filePath("table.csv"));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("width,colour,price\n");
    for (int row = 0; row < 60; ++row)
      table.write(QByteArray::number(row * 7 % 13) + (row % 2 ? ",red," : ",blue,") + QByteArray::number(row * 3 % 17) + "\n");
  }

  void training() {
    QVERIFY2(englishIn(trained_.out).isEmpty(), qPrintable(englishIn(trained_.out).join('\n')));
    QVERIFY2(englishIn(trained_.err).isEmpty(), qPrintable(englishIn(trained_.err).join('\n')));
    QVERIFY(hasChinese(trained_.out) && hasChinese(trained_.err));
  }

  // Of what is on disk: line by line the same figures in both languages, and no English sentence.
  void results_data() {
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QStringList& arguments) { QTest::newRow(qPrintable(arguments.join(' '))) << arguments; };
    for (const char* what : {"summary", "ops", "kernels", "path", "flame"}) row({"trace", what, "trace.json"});
    for (const char* what : {"summary", "ops", "path"}) row({"trace", what, "runs/1/capture.sstrace"});
    row({"trace", "diff", "project.toml", "1", "2"});
    row({"advise", "trace.json"});
    row({"advise", "project.toml", "--run", "2"});
    row({"advise", "project.toml", "--calibration"});
    row({"runs", "list", "project.toml"});
    row({"runs", "show", "project.toml", "1"});
    row({"runs", "compare", "project.toml", "1", "2"});
    row({"checkpoints", "project.toml"});
    row({"checkpoints", "clean", "project.toml"});
    row({"store", "check", "project.toml"});
    row({"data", "check", "project.toml"});
    row({"data", "check", "table.csv"});
    row({"model", "summary", "lenet5"});
    row({"model", "init", "mlp"});
    row({"sweep", "project.toml", "--vary", "switches.batch_size=16,32", "--list"});
    row({"advise"});
    row({"trace", "summary", "nowhere.json"});
    row({"runs", "show", "project.toml", "9"});
    row({"train", "project.toml", "--set", "switches.batch_sise=3"});
    row({"report", "project.toml", "1", "--out", "a.txt"});
  }
  void results() {
    QFETCH(QStringList, arguments);
    const Said english = cli(arguments + QStringList{"--lang", "en"}, folder_.path()),
               chinese = cli(arguments + QStringList{"--lang=zh_CN"}, folder_.path());
    QCOMPARE(chinese.exitCode, english.exitCode);
    for (const auto& [ours, theirs] : {std::pair(english.out, chinese.out), std::pair(english.err, chinese.err)}) {
      const QStringList left = englishIn(theirs);
      QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
      if (!englishIn(ours).isEmpty()) QVERIFY2(hasChinese(theirs), theirs);
      const QStringList before = QString::fromUtf8(ours).split('\n'), after = QString::fromUtf8(theirs).split('\n');
      QCOMPARE(after.size(), before.size());
      for (qsizetype i = 0; i < before.size(); ++i)
        if (!before[i].contains("loaded in") && figuresOf(before[i]) != figuresOf(after[i]))
          QFAIL(qPrintable(before[i] + "\n" + after[i] + "\n" + figuresOf(before[i]).join(' ') + " / " + figuresOf(after[i]).join(' ')));
    }
  }

  // What the diagnosis says of every trace at hand: those of the tree, and those beside the checkout.
  void diagnosesOfTraces_data() {
    QTest::addColumn<QString>("file");
    const QString data = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data"));
    for (const char* archive : {"traces_diagnosis.tar.gz", "traces_attach.tar.gz"})
      if (QFile::exists(data + "/" + archive)) QCOMPARE(QProcess::execute("tar", {"xzf", data + "/" + archive, "-C", traces_.path()}), 0);
    for (const QString& folder : {QStringLiteral(STEPSCOPE_SOURCE_DIR "/examples/traces"), data + "/traces", traces_.path()})
      for (const QFileInfo& file : QDir(folder).entryInfoList({"*.sstrace", "*.json", "*.json.gz", "*.sqlite.gz"}, QDir::Files))
        QTest::newRow(qPrintable(file.fileName())) << file.filePath();
  }
  void diagnosesOfTraces() {
    QFETCH(QString, file);
    for (const char* command : {"advise", "trace summary"}) {
      const Said said = cli(QString(command).split(' ') + QStringList{file, "--lang", "zh_CN"});
      const QStringList left = englishIn(said.out) + englishIn(said.err);
      QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
      QVERIFY2(hasChinese(said.out + said.err), said.out);
    }
  }

  // Each run of these measures anew, so that only words can be compared.
  void measurements_data() {
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QStringList& arguments) { QTest::newRow(qPrintable(arguments.join(' '))) << arguments; };
    row({"bench", "lenet5", "--steps", "2", "--roofline"});
    row({"bench", "lenet5", "--fit", "--budget", "64MiB"});
    row({"doctor"});
    row({"lrtest", "project.toml", "--steps", "20"});
    row({"try", "project.toml", "batch_size=16", "--seconds", "1"});
    row({"train", "project.toml", "--check"});
    row({"new", "table.csv", "--out", "made"});
  }
  void measurements() {
    QFETCH(QStringList, arguments);
    const Said said = cli(arguments + QStringList{"--lang", "zh_CN"}, folder_.path());
    for (const QByteArray& words : {said.out, said.err}) {
      const QStringList left = englishIn(words);
      QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
    }
    QVERIFY2(hasChinese(said.out + said.err), said.out);
  }

  // The help of every command, and what the parser says of a wrong one.
  void help() {
    QStringList commands{""};
    for (const char* all : {"train",
                            "new",
                            "data check",
                            "bench",
                            "lrtest",
                            "switches",
                            "try",
                            "model summary",
                            "model init",
                            "runs list",
                            "runs show",
                            "runs compare",
                            "runs import",
                            "runs export",
                            "runs rename",
                            "runs tag",
                            "runs note",
                            "runs delete",
                            "runs restore",
                            "checkpoints",
                            "checkpoints export",
                            "checkpoints delete",
                            "checkpoints clean",
                            "sweep",
                            "store check",
                            "store repair",
                            "store compact",
                            "store backup",
                            "report",
                            "sample",
                            "doctor",
                            "trace summary",
                            "trace ops",
                            "trace kernels",
                            "trace memory",
                            "trace flame",
                            "trace path",
                            "trace diff",
                            "trace convert",
                            "trace merge",
                            "advise"})
      commands << all;
    for (const QString& command : commands) {
      const Said said = cli(command.split(' ', Qt::SkipEmptyParts) + QStringList{"--help", "--lang", "zh_CN"});
      QCOMPARE(said.exitCode, 0);
      const QStringList left = englishIn(said.out);
      QVERIFY2(left.isEmpty(), qPrintable(command + ":\n" + left.join('\n')));
      QVERIFY(hasChinese(said.out));
    }
    for (const QStringList& wrong : {QStringList{"trian"}, {"train"}, {"bench", "lenet5", "--steps", "0"}, {"trace"}, {"runs", "show", "x", "y"}}) {
      const Said said = cli(wrong + QStringList{"--lang", "zh_CN"});
      QCOMPARE(said.exitCode, 2);
      QVERIFY2(englishIn(said.err).isEmpty() && hasChinese(said.err), said.err);
    }
  }

  void jsonIsTheSame() {
    for (const QStringList& arguments : {QStringList{"trace", "path", "trace.json"},
                                         {"advise", "trace.json"},
                                         {"advise", "project.toml", "--run", "1"},
                                         {"runs", "list", "project.toml"},
                                         {"runs", "show", "project.toml", "1"},
                                         {"runs", "compare", "project.toml", "1", "2"},
                                         {"data", "check", "table.csv"}}) {
      const Said english = cli(arguments + QStringList{"--json", "--lang", "en"}, folder_.path());
      QVERIFY2(!english.out.isEmpty(), english.err);
      QCOMPARE(cli(arguments + QStringList{"--json", "--lang", "zh_CN"}, folder_.path()).out, english.out);
    }
  }

  void choice() {
    const auto in = [](const QStringList& environment, const QStringList& more = {}) {
      return hasChinese(cli(QStringList{"doctor", "--help"} + more, {}, QStringList{"LC_ALL=", "LC_MESSAGES=", "LANG="} + environment).out);
    };
    QVERIFY(!in({}));
    QVERIFY(in({"LANG=zh_CN.UTF-8"}));
    QVERIFY(in({"LC_MESSAGES=zh_CN.UTF-8", "LANG=en_US.UTF-8"}));
    QVERIFY(!in({"LC_ALL=C", "LANG=zh_CN.UTF-8"}));
    QVERIFY(!in({"LANG=zh_CN.UTF-8"}, {"--lang", "en"}));
    const Said unknown = cli({"doctor", "--lang", "tlh"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("tlh") && unknown.err.contains("zh_CN"), unknown.err);
    QCOMPARE(cli({"doctor", "--lang"}).exitCode, 2);
  }

  // Comments of a new project are Chinese, and it is the same project.
  void newProject() {
    const Said english = cli({"new", "table.csv", "--out", "english", "--name", "same", "--lang", "en"}, folder_.path());
    const Said chinese = cli({"new", "table.csv", "--out", "chinese", "--name", "same", "--lang", "zh_CN"}, folder_.path());
    QVERIFY2(english.exitCode == 0 && chinese.exitCode == 0, chinese.err);
    const auto partsOf = [&](const char* name, bool comments) {
      QFile file(folder_.filePath(QString(name) + "/project.toml"));
      QByteArray out;
      if (!file.open(QIODevice::ReadOnly)) return out;
      for (const QByteArray& line : file.readAll().split('\n')) {
        const qsizetype mark = line.indexOf('#');
        out += (comments ? (mark < 0 ? QByteArray() : line.mid(mark)) : line.left(mark < 0 ? line.size() : mark).trimmed()) + "\n";
      }
      return out;
    };
    QCOMPARE(partsOf("chinese", false), partsOf("english", false));
    QVERIFY2(englishIn(partsOf("chinese", true)).isEmpty(), partsOf("chinese", true));
    QVERIFY(hasChinese(partsOf("chinese", true)));
  }

  // A report of a run and of a comparison: no English sentence outside of names, and the figures of the English page.
  void reports() {
    const auto textOf = [&](const QStringList& runs, const QString& language) {
      const QString file = folder_.filePath("report-" + language + ".html");
      const Said said = cli(QStringList{"report", project_} + runs + QStringList{"--out", file, "--lang", language});
      QFile page(file);
      if (said.exitCode != 0 || !page.open(QIODevice::ReadOnly)) return QString(said.err);
      return QString::fromUtf8(page.readAll());
    };
    const auto lines = [](QString page) {
      page.remove(QRegularExpression("<style>.*</style>", QRegularExpression::DotMatchesEverythingOption));
      page.replace(QRegularExpression("<bdi>[^<]*</bdi>|\\x{2068}[^\\x{2069}]*\\x{2069}"), "NAME");
      page.replace(QRegularExpression("(?:aria-label|alt)=\"([^\"]*)\"[^>]*>"), ">\\1<");
      page.replace(QRegularExpression("<(?!/?(?:span|b|i)\\b)[^>]*>"), "\n");
      page.remove(QRegularExpression("<[^>]*>"));
      return page.replace("&#39;", "'").replace("&quot;", "\"").replace("&gt;", ">");
    };
    for (const QStringList& runs : {QStringList{"1"}, {"1", "2"}}) {
      const QString chinese = textOf(runs, "zh_CN"), english = textOf(runs, "en");
      QVERIFY2(chinese.contains("<html lang=\"zh-CN\">") && english.contains("<html lang=\"en\">"), qPrintable(chinese.left(300)));
      const QStringList left = englishIn(lines(chinese).toUtf8());
      QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
      QCOMPARE(figuresOf(lines(chinese)), figuresOf(lines(english)));
    }
    QFile kept(folder_.filePath(".stepscope/runs/1/report.html"));  // the one that training wrote
    QVERIFY(kept.open(QIODevice::ReadOnly) && kept.readAll().contains("<html lang=\"zh-CN\">"));
  }

 private:
  QTemporaryDir folder_, traces_;
  QString project_;
  Said trained_;
};

QTEST_GUILESS_MAIN(LanguageTest)
#include "language_test.moc"
