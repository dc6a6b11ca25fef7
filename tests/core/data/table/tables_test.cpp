// Tables as pandas, Excel in three languages, R and databases write them (tests/core/data/tables): every column is read as a person would
// read it. What is expected stands beside each table, written by hand; the sums are of the values from which the table was made.
#include <QDirIterator>
#include <QRegularExpression>
#include <cmath>

#include "core/data/gz_file.h"
#include "core/data/preview/data_preview.h"
#include "core/data/table/table_dataset.h"
#include "core/data/table/table_parts.h"
#include "core/project/project.h"
#include "core/project/starting_point.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

QString all(const DataPreview& data) {
  QStringList lines;
  for (const DataFinding& finding : data.findings) {
    lines << QString::fromStdString(finding.what) + ". " + QString::fromStdString(finding.cure);
    for (const std::string& example : finding.examples) lines << "    " + QString::fromStdString(example);
  }
  return lines.join('\n');
}

// The sum of a column as it is read.
double sumOf(const DataSpec& spec, const std::string& name) {
  const ReadText read = readTextFile(spec.path, kMostTableBytes, spec.encoding);
  const CsvDocument document(read.text, spec.path, tableDelimiter(spec.delimiter));
  const Table table = tableOf(document, spec.header, MissingMarks(spec.missing));
  const TableReading reading = readingOf(table, spec);
  const std::size_t column = columnNamed(table, name, "");
  double sum = 0;
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (!reading.missing(column, table.cell(row, column))) sum += reading.value(column, table.cell(row, column)).value_or(NAN);
  return sum;
}

QString listed(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  return list.join(' ');
}

}  // namespace

class TablesTest : public QObject {
  Q_OBJECT

  static QString folder() { return QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/data/tables/"); }

  static QStringList allTables() {
    QStringList files;
    for (QDirIterator at(folder(), QDir::Files, QDirIterator::Subdirectories); at.hasNext();)
      if (const QString file = at.next(); !file.endsWith(".expect")) files << file;
    files.sort();
    return files;
  }

  static void checkColumn(const DataPreview& data, const QStringList& parts) {
    const auto found =
        std::find_if(data.columns.begin(), data.columns.end(), [&](const ColumnFacts& c) { return QString::fromStdString(c.name) == parts[1]; });
    QVERIFY2(found != data.columns.end(), qPrintable("no column " + parts[1]));
    const QString kind = QString::fromUtf8(nameOf(found->kind).data());
    QVERIFY2(kind == parts[2], qPrintable(parts[1] + " is read as " + kind + " (" + QString::fromStdString(found->why) + "), not as " + parts[2]));
    if (parts.size() < 4) return;
    const QString what = parts[3];
    if (what.startsWith("sum ")) {
      const double wanted = what.mid(4).toDouble(), got = sumOf(data.spec, found->name);
      QVERIFY2(std::abs(got - wanted) <= 1e-9 * (1 + std::abs(wanted)),
               qPrintable(QString("%1: %2, not %3").arg(parts[1]).arg(got, 0, 'g', 15).arg(wanted, 0, 'g', 15)));
    } else {
      QCOMPARE(QString("%1 values").arg(found->different), what);
    }
  }

 private Q_SLOTS:
  void tables_data() {
    QTest::addColumn<QString>("file");
    const QStringList files = allTables();
    for (const QString& file : files) QTest::newRow(qPrintable(file.mid(folder().size()))) << file;
    QVERIFY(files.size() >= 70);
  }
  void tables() {
    QFETCH(QString, file);
    const Bytes bytes = readFile(file + ".expect");
    const QStringList lines =
        QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())).split('\n', Qt::SkipEmptyParts);
    QVERIFY2(!lines.isEmpty(), "nothing is expected of this table");
    DataSpec asked;
    for (const QString& line : lines)
      if (line.startsWith("set ")) applyToData(asked, {{line.mid(4).section('=', 0, 0).toStdString(), line.section('=', 1).toStdString()}});
    const DataPreview data = previewData(file.toStdString(), {}, asked);
    const QString said = all(data);
    const bool stops = std::any_of(lines.begin(), lines.end(), [](const QString& line) { return line.startsWith("stops "); });
    QVERIFY2(data.trainable() != stops, qPrintable(said));
    std::size_t columns = 0;
    bool guess = false;
    for (const QString& line : lines) {
      const QString key = line.section(' ', 0, 0), rest = line.section(' ', 1);
      if (key == "says" || key == "stops") {
        QVERIFY2(said.contains(rest), qPrintable("nothing says \"" + rest + "\":\n" + said));
      } else if (key == "silent") {
        QVERIFY2(!said.contains(rest), qPrintable(said));
      } else if (key == "rows") {
        QCOMPARE(data.train + data.validation, rest.toLongLong());
      } else if (key == "target") {
        QCOMPARE(listed(data.spec.target), rest);
      } else if (key == "task") {
        QCOMPARE(QString::fromUtf8(infoOf(data.task).name.data()), rest);
      } else if (key == "classes") {
        QStringList names;
        for (const ClassCount& one : data.classes) names << QString::fromStdString(one.name);
        QCOMPARE(names.join(' '), rest);
      } else if (key == "guess") {
        guess = true;
      } else if (key == "column") {
        ++columns;
        QStringList parts = line.split(" | ");
        checkColumn(data, parts);
        if (QTest::currentTestFailed()) return;
      } else if (key != "set") {
        QFAIL(qPrintable("no such expectation: " + line));
      }
    }
    if (stops) return;
    QCOMPARE(columns, data.columns.size());
    if (asked.target.empty()) QCOMPARE(data.targetSure, !guess);
  }

  // Who follows a cure gets on.
  void cures_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("cure");  // in the words of the message
    QTest::addColumn<QString>("settings");
    // clang-format off
    QTest::newRow("add the mark") << "refused/one_bad_cell.csv" << "add it to data.missing" << "data.missing=[\"about 50\"]";
    QTest::newRow("leave the column out") << "refused/one_bad_cell.csv" << "name the column in data.ignore" << "data.ignore=area";
    QTest::newRow("each text is a class") << "refused/text_target.csv" << "set data.task = \"classification\"" << "data.target=remark;data.task=classification";
    QTest::newRow("another target") << "refused/text_target.csv" << "name another data.target" << "data.target=area";
    QTest::newRow("another encoding") << "refused/damaged_utf8.csv" << "set data.encoding" << "data.encoding=latin-1";
    QTest::newRow("what decides the day") << "dates/dates_ambiguous.csv" << "data.date_order decides" << "data.date_order=day";
    QTest::newRow("a column that tells") << "leaks/leak_code.csv" << "Name in data.ignore" << "data.ignore=code";
    // clang-format on
  }
  void cures() {
    QFETCH(QString, table);
    QFETCH(QString, cure);
    QFETCH(QString, settings);
    DataSpec first, then;
    for (const QString& setting : settings.split(';')) {
      const std::pair<std::string, std::string> one{setting.section('=', 0, 0).toStdString(), setting.section('=', 1).toStdString()};
      if (one.first == "data.target" && !cure.contains("another")) applyToData(first, {one});
      applyToData(then, {one});
    }
    if (cure.contains("another data.target")) first.target = {"remark"};
    const QString before = all(previewData((folder() + table).toStdString(), {}, first));
    QVERIFY2(before.contains(cure), qPrintable(before));
    const DataPreview data = previewData((folder() + table).toStdString(), {}, then);
    QVERIFY2(data.trainable() && !all(data).contains(cure), qPrintable(all(data)));
  }

  // The project that is made of a table opens again, and reads it in the same way.
  void projects_data() {
    QTest::addColumn<QString>("file");
    for (const QString& file : allTables())
      if (previewData(file.toStdString()).trainable()) QTest::newRow(qPrintable(file.mid(folder().size()))) << file;
  }
  void projects() {
    QFETCH(QString, file);
    const DataPreview data = previewData(file.toStdString());
    const std::string text = projectText("t", data, data.spec.path, startingPoint(data));
    const Project project = parseProject(text, "/tmp/t/project.toml");
    QCOMPARE(project.data.target, data.spec.target);
    QCOMPARE(project.data.ignore, data.spec.ignore);
    const DataSplits splits = openData(project.data);
    QCOMPARE(splits.train->size(), data.train);
    QVERIFY(splits.train->info().task == data.task);
    QCOMPARE(splits.train->info().input().shape[0], data.inputs);
  }
};

QTEST_GUILESS_MAIN(TablesTest)
#include "tables_test.moc"
