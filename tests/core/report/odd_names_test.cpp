// Names of runs and series that strangers gave, in the pages of a report: escaped, on one line, never endless, never turning what stands beside.
#include <QXmlStreamReader>
#include <QtTest>

#include "core/base/one_line.h"
#include "core/report/html.h"
#include "core/report/report.h"
#include "core/report/svg_chart.h"

using namespace stepscope;

namespace {

const QString kArabic = QString::fromUtf8("دقة التحقق");

QString lineOf(const QString& name) {
  return QString::fromStdString(oneLine(name.toStdString()));
}

}  // namespace

class OddNamesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lines_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("line");
    const QString most(kLineCharacters, QLatin1Char('x'));
    QTest::newRow("plain") << QStringLiteral("val/loss") << QStringLiteral("val/loss");
    QTest::newRow("newline, tab, blanks") << QStringLiteral(" a\n b\t\tc ") << QStringLiteral("a b c");
    QTest::newRow("line separator") << QStringLiteral("a\u2028b") << QStringLiteral("a b");
    QTest::newRow("turned direction") << QStringLiteral("\u202Etxt\u202C.\u2066exe\u2069") << QStringLiteral("txt.exe");
    QTest::newRow("empty") << QString() << QStringLiteral("(unnamed)");
    QTest::newRow("whole") << most << most;
    QTest::newRow("10,000") << QString(10'000, QLatin1Char('x')) << most + QChar(0x2026);
    QTest::newRow("a tower of marks") << QStringLiteral("e") + QString(10'000, QChar(0x0301)) + QLatin1Char('x')
                                      << QStringLiteral("e") + QString(6, QChar(0x0301)) + QLatin1Char('x');
    QTest::newRow("from the right") << kArabic << kArabic;
  }
  void lines() {
    QFETCH(QString, name);
    QFETCH(QString, line);
    QCOMPARE(lineOf(name), line);
    QCOMPARE(QString::fromStdString(html::name(name.toStdString())), QStringLiteral("<bdi>") + line + QStringLiteral("</bdi>"));
  }

  void pages() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const std::string hostile = "<script>alert('1')</script>\nand more", endless(10'000, 'W');
    std::vector<RunId> ids;
    {
      RunWriter writer(path);
      for (const std::string& name : {kArabic.toStdString(), hostile, endless,
                                      std::string("\xE2\x80\xAE"
                                                  "turned")}) {
        RunInfo run;
        run.name = name;
        run.configuration = R"({"switches":{"batch_size":64}})";
        run.id = writer.createRun(run);
        for (int i = 1; i <= 3; ++i)
          for (const std::string& series : {std::string("val_loss"), name, std::string()}) writer.append(run.id, series, {i * 10, i * 1.0, 0.5 / i});
        run.status = RunStatus::Finished;
        writer.finish(run);
        ids.push_back(run.id);
      }
    }
    const RunReader store(path);
    std::vector<std::vector<RunId>> asked{ids};
    for (const RunId id : ids) asked.push_back({id});
    for (const auto& runs : asked) {
      const QByteArray page = QByteArray::fromStdString(reportHtml(store, runs));
      QVERIFY(page.contains("(unnamed)") && !page.contains(">, last"));  // a series without a name
      QVERIFY(!page.contains("<script") && !page.contains("\xE2\x80\xAE"));
      // Of the endless name there is no line of more than a name's characters.
      const QByteArray body = page.mid(page.indexOf("<body>"));
      QVERIFY(!body.contains(QByteArray(kLineCharacters + 1, 'W')));
      const qsizetype from = page.indexOf("<main>"), end = page.indexOf("</main>");
      QXmlStreamReader xml(page.mid(from, end - from + 7));
      while (!xml.atEnd()) xml.readNext();
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }
    const QByteArray page = QByteArray::fromStdString(reportHtml(store, ids));
    QVERIFY(page.contains("<bdi>" + kArabic.toUtf8() + "</bdi>: "));  // of a legend
    QVERIFY(page.contains("<title>\xE2\x81\xA8" + kArabic.toUtf8() + "\xE2\x81\xA9, step "));
    QVERIFY(page.contains(QByteArray(kLineCharacters, 'W') + "\xE2\x80\xA6</bdi>"));
  }
};

QTEST_GUILESS_MAIN(OddNamesTest)
#include "odd_names_test.moc"
