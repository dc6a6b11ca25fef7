// Every key that a message about a table offers is set, on the column that it names: the table can be trained on then, and the message is gone.
#include <QRegularExpression>

#include "core/data/preview/data_preview.h"
#include "core/project/project.h"
#include "core/project/starting_point.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// A cell of the odd column in a row.
struct Odd {
  const char* name;
  QString (*cell)(int row);
};
const Odd kOdd[] = {
    {"durations", [](int i) { return QString("%1:%2:%3").arg(25 + i * 7 % 40).arg(10 + i * 11 % 50).arg(10 + i * 13 % 50); }},
    {"durations of ISO", [](int i) { return QString("PT%1H%2M").arg(i * 7 % 40).arg(i * 11 % 60); }},
    {"hours and minutes", [](int i) { return QString("%1h %2m").arg(i * 7 % 24).arg(i * 11 % 60); }},
    {"two units", [](int i) { return i % 2 ? QString("%1 g").arg(4000 + i * 37 % 900) : QString("%1.5 kg").arg(i * 7 % 40); }},
    {"K and M", [](int i) { return QString("%1.%2%3").arg(1 + i * 7 % 60).arg(i % 10).arg(i % 3 ? "K" : "M"); }},
    {"two forms of dates",
     [](int i) {
       return i % 3 ? QString("2024-%1-%2").arg(10 + i % 3).arg(10 + i * 7 % 18) : QString("%1.%2.2024").arg(10 + i * 7 % 18).arg(10 + i % 3);
     }},
    {"weeks", [](int i) { return QString("20%1-W%2").arg(20 + i % 4).arg(10 + i * 7 % 40); }},
    {"zones by name", [](int i) { return QString("2024-01-%1 %2:00 CEST").arg(10 + i * 7 % 20).arg(10 + i % 12); }},
    {"basic ISO", [](int i) { return QString("202401%1T%20000Z").arg(10 + i * 7 % 20).arg(10 + i % 12); }},
    {"codes", [](int i) { return QString("00%1").arg(100 + i * 37 % 800); }},
    {"limits, a few", [](int i) { return QString("\"%1,000+\"").arg(1 + i % 9); }},
    {"two decimal marks",
     [](int i) { return i % 2 ? QString("\"%1,%2\"").arg(i * 7 % 40).arg(10 + i % 80) : QString("%1.%2").arg(i * 7 % 40).arg(10 + i % 80); }},
    {"placeholders",
     [](int i) {
       return i % 4        ? QString("%1.5").arg(i * 7 % 90)
              : i % 3 == 0 ? QString("not yet here")
              : i % 3 == 1 ? QString("sensor was off")
                           : QString("broken");
     }},
    {"one placeholder in four", [](int i) { return i % 4 ? QString("%1").arg(i * 7 % 90) : QString("pending"); }},
    {"rows counted", [](int i) { return QString::number(i + 1); }},
    {"another text in each row", [](int i) { return QString("remark number %1").arg(QChar('a' + i % 26)) + QString::number(i * i) + " x"; }},
    {"figures in words", [](int i) { return QString("%1 of %2").arg(i * 7 % 40).arg(40 + i % 30); }},
    {"heights", [](int i) { return QString("%1ft %2in").arg(4 + i % 3).arg(i * 7 % 12); }},
    {"ratios", [](int i) { return QString("%1/%2").arg(80 + i * 7 % 60).arg(50 + i * 3 % 40); }},
    {"empty", [](int) { return QString(); }},
    {"numbers", [](int i) { return QString("%1.5").arg(i * 7 % 90); }},
};

QString all(const DataPreview& data) {
  QStringList lines;
  for (const DataFinding& finding : data.findings) {
    lines << QString::fromStdString(finding.what) + ". " + QString::fromStdString(finding.cure);
    for (const std::string& example : finding.examples) lines << "    " + QString::fromStdString(example);
  }
  return lines.join('\n');
}

bool says(const DataPreview& data, const DataFinding& finding, const QString& column) {
  for (const DataFinding& one : data.findings) {
    if (one.what != finding.what && one.cure != finding.cure) continue;
    if (column.isEmpty() || one.examples.empty()) return one.cure == finding.cure && one.what == finding.what;
    for (const std::string& example : one.examples)
      if (one.cure == finding.cure && QString::fromStdString(example).startsWith(column)) return true;
  }
  return false;
}

}  // namespace

class TableCuresTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

 private Q_SLOTS:
  void cures_data() {
    QTest::addColumn<int>("odd");
    QTest::addColumn<int>("rows");
    QTest::addColumn<bool>("alone");    // it is the only column beside the target
    QTest::addColumn<bool>("ignored");  // the project leaves it out
    for (int i = 0; i < static_cast<int>(std::size(kOdd)); ++i)
      for (const int rows : {60, 400})
        for (const bool alone : {false, true})
          for (const bool ignored : {false, true})
            QTest::addRow("%s, %d rows%s%s", kOdd[i].name, rows, alone ? ", alone" : "", ignored ? ", in data.ignore" : "")
                << i << rows << alone << ignored;
  }
  void cures() {
    QFETCH(int, odd);
    QFETCH(int, rows);
    QFETCH(bool, alone);
    QFETCH(bool, ignored);
    QByteArray text = alone ? "odd,y\n" : "odd,size,y\n";
    for (int i = 0; i < rows; ++i)
      text += (kOdd[odd].cell(i) + ',' + (alone ? "" : QString("%1.25,").arg(i * 29 % 97)) + QString("%1.75\n").arg(i * 31 % 89)).toUtf8();
    const QString path = folder_.filePath("t.csv");
    writeFile(path, Bytes(text.begin(), text.end()));
    DataSpec asked;
    if (ignored) asked.ignore = {"odd"};
    const DataPreview data = previewData(path.toStdString(), {}, asked);
    const QString before = all(data);
    static const QRegularExpression key(R"x(data\.(numbers|dates|categories|missing|ignore|decimal)\b)x"), name(R"x(ame "(\w+)" in)x");
    int followed = 0;
    for (const DataFinding& finding : data.findings) {
      const QString cure = QString::fromStdString(finding.cure),
                    what = QString::fromStdString(finding.what) + QString::fromStdString(finding.examples.empty() ? "" : finding.examples[0]);
      // Figures say nothing of the column: leaks, gaps.
      if (!cure.contains(key)) continue;
      const QString column = name.match(cure).hasMatch() ? name.match(cure).captured(1) : QStringLiteral("odd");
      for (auto at = key.globalMatch(cure); at.hasNext();) {
        const QString offered = at.next().captured(1);
        DataSpec then = asked;
        if (offered == "numbers") then.numbers = {column.toStdString()};
        if (offered == "dates") then.dates = {column.toStdString()};
        if (offered == "categories") then.categories = {column.toStdString()};
        if (offered == "ignore") {
          if (cure.contains("out of data.ignore")) then.ignore.clear();
          else then.ignore = {column.toStdString()};
        }
        if (offered == "missing") then.missing = {"not yet here", "sensor was off", "broken", "pending"};
        if (offered == "decimal") continue;  // which of both is right is not said
        const DataPreview read = previewData(path.toStdString(), {}, then);
        const QString told = before + "\n-- " + cure + "\n-- data." + offered + "\n" + all(read);
        // Out of data.ignore it may be left out for a reason of its own, which is told then.
        const bool others = cure.contains("out of data.ignore") && (odd == 15 || odd == 14 || odd == 19 || alone);
        QVERIFY2(read.trainable() || others, qPrintable(told));
        QVERIFY2(!says(read, finding, column), qPrintable(told));
        ++followed;
      }
    }
    QVERIFY2(!data.trainable() || followed > 0 || !before.contains("odd: ") || before.contains("Write ") || before.contains("data.missing decides") ||
                 rows > 256 || QString(kOdd[odd].name) == "empty" || QString(kOdd[odd].name) == "another text in each row",
             qPrintable(before));
    if (!data.trainable())
      QVERIFY2(before.contains("Name \"odd\" in data.") || before.contains("Write the cells") || before.contains("out of data.ignore") ||
                   before.contains("more columns"),
               qPrintable(before));
  }

  // Two columns of one name: a first row of names is one, whatever data.header says.
  void equalNames() {
    for (const bool figures : {false, true}) {
      QByteArray text = figures ? "5,5,7\n" : "a,a,b\n";
      for (int i = 0; i < 40; ++i)
        text += QByteArray::number(i * 7 % 31) + "," + QByteArray::number(i * 11 % 37) + "," + QByteArray::number(i * 13 % 41) + "\n";
      writeFile(folder_.filePath("t.csv"), Bytes(text.begin(), text.end()));
      DataSpec named;
      named.header = "yes";
      const QString said = all(previewData(folder_.filePath("t.csv").toStdString(), {}, named));
      QVERIFY2(said.contains("two columns") && said.contains("data.header") == figures, qPrintable(said));
      if (!figures) continue;
      named.header = "no";
      QVERIFY(previewData(folder_.filePath("t.csv").toStdString(), {}, named).trainable());
    }
  }

  // What a project of a table leaves out can be used by the cure that its check says.
  void ofProjects() {
    QByteArray text = "id,size,y\n";
    for (int i = 0; i < 60; ++i)
      text += QByteArray::number(i + 1) + "," + QByteArray::number(i * 29 % 97) + ".5," + QByteArray::number(i * 31 % 89) + ".25\n";
    writeFile(folder_.filePath("t.csv"), Bytes(text.begin(), text.end()));
    const DataPreview data = previewData(folder_.filePath("t.csv").toStdString());
    const Project project = parseProject(projectText("t", data, data.spec.path, startingPoint(data)), "/tmp/t/project.toml");
    QCOMPARE(project.data.ignore, std::vector<std::string>{"id"});
    const DataPreview again = previewData(data.spec.path, {}, project.data);
    QVERIFY2(all(again).contains("Take it out of data.ignore"), qPrintable(all(again)));
    DataSpec then = project.data;
    then.ignore.clear();
    then.numbers = {"id"};
    QVERIFY(previewData(data.spec.path, {}, then).trainable());
  }
};

QTEST_GUILESS_MAIN(TableCuresTest)
#include "table_cures_test.moc"
