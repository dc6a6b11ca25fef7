// The CSV reader against csv-spectrum, and where broken files are said to be broken.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/data/table/csv_document.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Rows as objects by the names in the first row, as csv-spectrum has them.
QJsonArray objectsOf(const CsvDocument& document) {
  QJsonArray rows;
  const auto text = [](std::string_view cell) { return QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size())); };
  for (std::size_t row = 1; row < document.rows(); ++row) {
    QJsonObject object;
    for (std::size_t column = 0; column < document.columns(); ++column) object[text(document.cell(0, column))] = text(document.cell(row, column));
    rows << object;
  }
  return rows;
}

std::string fileText(const QString& file) {
  const Bytes bytes = readFile(file);
  return {bytes.begin(), bytes.end()};
}

std::string joined(const CsvDocument& document) {
  std::string all;
  for (std::size_t row = 0; row < document.rows(); ++row) {
    for (std::size_t column = 0; column < document.columns(); ++column)
      all.append(column ? ",<" : "<").append(document.cell(row, column)).append(">");
    all += "\n";
  }
  return all;
}

}  // namespace

class CsvTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

 private Q_SLOTS:
  void spectrum_data() {
    NEEDS_SHARED_DATA();
    QVERIFY(unpack("tabular/csv-spectrum.tar.gz", folder_.path()));
    QTest::addColumn<QString>("csv");
    QTest::addColumn<QString>("json");
    const QDir csvs(folder_.path() + "/csv-spectrum/csvs");
    for (const QString& name : csvs.entryList({"*.csv"}))
      QTest::newRow(qPrintable(name)) << csvs.filePath(name) << csvs.filePath("../json/" + QFileInfo(name).completeBaseName() + ".json");
    QCOMPARE(csvs.entryList({"*.csv"}).size(), 11);
  }

  void spectrum() {
    QFETCH(QString, csv);
    QFETCH(QString, json);
    std::string text = fileText(csv);
    // The files whose line ends are CRLF came to the collection with LF.
    if (csv.contains("crlf") && text.find('\r') == std::string::npos)
      for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, 1, '\r');
    const CsvDocument document(text, "spectrum.csv");
    const Bytes expected = readFile(json);
    const QJsonArray wanted =
        QJsonDocument::fromJson(QByteArray(reinterpret_cast<const char*>(expected.data()), static_cast<qsizetype>(expected.size()))).array();
    QVERIFY(!wanted.isEmpty());
    QCOMPARE(objectsOf(document), wanted);
  }

  void cells_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cells");
    QTest::newRow("no end of line") << "a,b\n1,2"
                                    << "<a>,<b>\n<1>,<2>\n";
    QTest::newRow("CR alone") << "a,b\r1,2\r"
                              << "<a>,<b>\n<1>,<2>\n";
    QTest::newRow("empty lines") << "a,b\n\n1,2\r\n\r\n"
                                 << "<a>,<b>\n<1>,<2>\n";
    QTest::newRow("empty cells") << "a,b,c\n,,\n1,,3\n"
                                 << "<a>,<b>,<c>\n<>,<>,<>\n<1>,<>,<3>\n";
    QTest::newRow("empty last cell at the end") << "a,b\n1,"
                                                << "<a>,<b>\n<1>,<>\n";
    QTest::newRow("spaces stay") << "a, b\n 1,2 "
                                 << "<a>,< b>\n< 1>,<2 >\n";
    QTest::newRow("a quote inside a bare cell") << "a,b\n5\" pipe,2"
                                                << "<a>,<b>\n<5\" pipe>,<2>\n";
    QTest::newRow("only quotes") << "\"\"\"\",\"\"\n1,2"
                                 << "<\">,<>\n<1>,<2>\n";
    QTest::newRow("semicolons") << "a;b;c\n1,5;2;3\n2,5;3;4"
                                << "<a>,<b>,<c>\n<1,5>,<2>,<3>\n<2,5>,<3>,<4>\n";
    QTest::newRow("tabs") << "a\tb\n1,2\t3"
                          << "<a>,<b>\n<1,2>,<3>\n";
    QTest::newRow("pipes") << "a|b\n1|3"
                           << "<a>,<b>\n<1>,<3>\n";
    QTest::newRow("delimiters in quotes do not count") << "a;b\n\"1,2,3\";4\n\"5,6,7\";8"
                                                       << "<a>,<b>\n<1,2,3>,<4>\n<5,6,7>,<8>\n";
    QTest::newRow("one column") << "a\n1\n2"
                                << "<a>\n<1>\n<2>\n";
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("nothing but lines") << "\n\r\n\n"
                                       << "";
  }

  void cells() {
    QFETCH(QString, text);
    QFETCH(QString, cells);
    QCOMPARE(QString::fromStdString(joined(CsvDocument(text.toStdString(), "x.csv"))), cells);
  }

  void places() {
    const CsvDocument document("a,b\r\n\"two\r\nlines\",2\n3,4\n", "x.csv");
    QCOMPARE(document.place(0, 1), std::string("x.csv:1:3"));
    QCOMPARE(document.place(1, 0), std::string("x.csv:2:1"));
    QCOMPARE(document.place(1, 1), std::string("x.csv:3:8"));
    QCOMPARE(document.place(2, 1), std::string("x.csv:4:3"));
  }

  void refusals_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("open quote") << QByteArray("a,b\n1,\"2\n3,4\n") << QStringList{"x.csv:2:3", "never closed"};
    QTest::newRow("text after a quote") << QByteArray("a,b\n\"1\"x,2\n") << QStringList{"x.csv:2:4", "follows a closing quote"};
    QTest::newRow("short row") << QByteArray("a,b,c\n1,2,3\n1,2\n") << QStringList{"x.csv:3:1", "2 cells", "3"};
    QTest::newRow("long row") << QByteArray("a,b\n1,2,3\n") << QStringList{"x.csv:2:1", "3 cells", "2"};
    QTest::newRow("zero byte") << QByteArray("a,b\n1,\0\n", 8) << QStringList{"x.csv:2:3", "zero byte"};
  }

  void refusals() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, words);
    verifyError([&] { CsvDocument(text.toStdString(), "x.csv"); }, std::vector<QString>(words.begin(), words.end()));
  }
};

QTEST_GUILESS_MAIN(CsvTest)
#include "csv_test.moc"
