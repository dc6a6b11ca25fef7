// What stands in the files of tables beside their rows (comments, rows of totals, remarks below) changes nothing in what is read, and is told.
// Every table is read with it and without it.
#include "core/data/gz_file.h"
#include "core/data/preview/data_preview.h"
#include "core/data/table/column_reading.h"
#include "core/data/table/table_dataset.h"
#include "core/data/table/table_parts.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

class TableNoiseTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  // Names and all cells, as they are read.
  QString readingOfText(const QByteArray& text, QString* notes = nullptr) {
    const QString path = folder_.filePath("t.csv");
    writeFile(path, Bytes(text.begin(), text.end()));
    DataSpec spec;
    spec.path = path.toStdString();
    const ReadText read = readTextFile(spec.path, kMostTableBytes, spec.encoding);
    const CsvDocument document(read.text, spec.path, tableDelimiter(spec.delimiter));
    const Table table = tableOf(document, spec.header, MissingMarks(spec.missing));
    const TableReading reading = readingOf(table, spec);
    QString all;
    for (std::size_t c = 0; c < table.names.size(); ++c)
      all += QString::fromStdString(table.names[c]) + " " + nameOf(reading.columns[c].kind).data() + "; ";
    for (std::size_t row = 0; row < table.rows(); ++row)
      for (std::size_t c = 0; c < table.names.size(); ++c)
        all += QString::fromUtf8(table.cell(row, c).data(), static_cast<qsizetype>(table.cell(row, c).size())) + ' ';
    if (notes)
      for (const std::string& note : table.notes) *notes += QString::fromStdString(note) + '\n';
    return all;
  }

  // Figures that follow from their place, so that none is a sum of others by chance.
  static QString figure(int row, int column, QChar decimal) {
    const quint32 mixed = (static_cast<quint32>(row) * 2654435761U + static_cast<quint32>(column) * 40503U) >> 9;
    return QString("%1%2%3").arg(10 + mixed % 89).arg(decimal).arg(mixed / 89 % 90 + 10);
  }

 private Q_SLOTS:
  void noise_data() {
    QTest::addColumn<char>("cut");
    QTest::addColumn<bool>("textFirst");
    QTest::addColumn<QString>("line");   // with | for the delimiter
    QTest::addColumn<QString>("where");  // "above", "within", "below"; several of them
    QTest::addColumn<QString>("says");
    struct Noise {
      const char *line, *where, *says;
      int textFirst;  // -1: in both kinds of table
    };
    const Noise all[] = {{"# device: A", "above", "above the table", -1},
                         {"# site: A|B|C", "above", "above the table", -1},
                         {"# calibrated|2024-01-02|ok", "above", "above the table", -1},
                         {"#made|by|hand", "above", "above the table", 0},
                         {"// unit one| two| three", "above", "above the table", -1},
                         {"# stopped|here|again", "within", "comment", 0},
                         {"# stopped here", "within", "comment", -1},
                         {"# a|b|c|d|e", "within", "comment", -1},
                         {"#12.5|30|40", "within below", "comment", 0},
                         {"# the|end|now", "below", "comment", 0},
                         {"Total||9999.5", "within below", "rows of totals", 1},
                         {"TOTAL:||77", "within below", "rows of totals", 1},
                         {"Summe||9999", "within", "a row of totals", 1},
                         {"Итого||9999", "within below", "rows of totals", 1},
                         {"合计||9999", "within below", "rows of totals", 1},
                         {"p subtotal||500", "within", "a row of subtotals", 1},
                         {"North Total||5000", "within below", "rows of totals", 1},
                         {"Total||9999", "below", "a row of totals", 1},
                         {"(60 rows affected)", "below", "below the table", -1},
                         {"(1 row)", "below", "below the table", -1},
                         {"60 rows selected.", "below", "below the table", -1},
                         {"\"Source: Office| 2024\"||", "below", "below the table", -1},
                         {"Source: Office||", "below", "below the table", -1},
                         {"Source: Office| 2024", "below", "below the table", 0},
                         {"Quelle: Amt|Stand|Mai", "below", "below the table", 0}};
    for (const char cut : {',', ';', '\t'})
      for (const bool textFirst : {false, true})
        for (const Noise& noise : all) {
          if (noise.textFirst >= 0 && textFirst != (noise.textFirst == 1)) continue;
          QTest::addRow("%s, %s, cut by %s%s", noise.line, noise.where,
                        cut == '\t'  ? "tabs"
                        : cut == ';' ? ";"
                                     : "commas",
                        textFirst ? ", names first" : "")
              << cut << textFirst << QString(noise.line) << QString(noise.where) << QString(noise.says);
        }
  }
  void noise() {
    QFETCH(char, cut);
    QFETCH(bool, textFirst);
    QFETCH(QString, line);
    QFETCH(QString, where);
    QFETCH(QString, says);
    QStringList rows{textFirst ? "name|x|y" : "t|x|y"}, noisy;
    const QStringList names{"north", "south", "east", "west"};
    for (int row = 0; row < 60; ++row)
      rows << (textFirst ? names[(row * 7 / 3) % 4] : QString::number(row / 2.0)) + '|' + figure(row, 1, '.') + '|' + figure(row, 2, '.');
    if (where.contains("above")) noisy << line;
    for (int row = 0; row < rows.size(); ++row) {
      noisy << rows[row];
      if (where.contains("within") && (row == 20 || row == 40)) {
        if (row == 20 || !says.startsWith("a ")) noisy << line;
      }
    }
    if (where.contains("below")) noisy << line;
    const auto bytes = [&](const QStringList& lines) { return QString(lines.join('\n') + '\n').replace('|', QChar(cut)).toUtf8(); };
    QString notes;
    const QString clean = readingOfText(bytes(rows), &notes);
    QCOMPARE(notes, QString());
    QVERIFY(clean.startsWith(textFirst ? "name category; x number; y number; " : "t number; x number; y number; "));
    QCOMPARE(readingOfText(bytes(noisy), &notes), clean);
    QVERIFY2(notes.contains(says), qPrintable(notes));
    QString shown = line.section('|', 0, 0).remove('"');
    QVERIFY2(notes.contains(shown), qPrintable(notes));
  }

  // Sums of groups, whose numbers say what they are: of any words beside them.
  void sumsOfGroups() {
    for (const char* called : {"Total", "Sum of the group", "Gesamt (EUR)", "Total|north"}) {
      QStringList rows{"name|what|y"}, noisy = rows;
      double sum = 0;
      for (int row = 0; row < 40; ++row) {
        const double value = 10 + (row * 37 % 50);
        rows << QString("%1|item %2|%3").arg(row % 3 ? "p" : "q").arg(row % 5).arg(value);
        noisy << rows.last();
        sum += value;
        if (row % 8 != 7) continue;
        noisy << QString("%1%2|%3").arg(called, QString(called).contains('|') ? "" : "|all", QString::number(sum));
        sum = 0;
      }
      QString notes;
      const QString clean = readingOfText(rows.join('\n').replace('|', QChar(',')).toUtf8());
      QCOMPARE(readingOfText(noisy.join('\n').replace('|', QChar(',')).toUtf8(), &notes), clean);
      QVERIFY2(notes.contains("5 rows of totals, line 10"), qPrintable(notes));
    }
  }

  // What only looks like it stays.
  void dataStays_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("odd");  // a row among the others
    QTest::addColumn<QString>("notes");
    // clang-format off
    QTest::newRow("a product called Total") << "name,x,y" << "Total Gym,20.5,30.5" << "";
    QTest::newRow("a word alone says little") << "name,x,y" << "Total,20.5,30.5" << "line 32 (\"Total, 20.5, 30.5\") is named like a row of totals";
    QTest::newRow("a person") << "name,x,y" << "Max,,30.5" << "";
    QTest::newRow("a name with a mark") << "name,x,y" << "#9,20.5,30.5" << "";
    QTest::newRow("no value, as Excel has it") << "t,x,y" << "#N/A,20.5,30.5" << "";
    QTest::newRow("no value, in words of its own") << "t,x,y" << "#miss,20.5,30.5" << "";
    QTest::newRow("a number with a mark") << "#,x,y" << "7,20.5,30.5" << "";
    // clang-format on
  }
  void dataStays() {
    QFETCH(QString, header);
    QFETCH(QString, odd);
    QFETCH(QString, notes);
    QStringList rows{header};
    const QStringList names{"north", "south", "east", "west"};
    for (int row = 0; row < 60; ++row)
      rows << (row == 30 ? odd
                         : (!header.startsWith("name") ? QString::number(row * 3) : names[row % 4]) + ',' + figure(row, 1, '.') + ',' +
                               figure(row, 2, '.'));
    QString said;
    const QString read = readingOfText(rows.join('\n').toUtf8(), &said);
    QVERIFY2(read.contains(QString(odd).replace(',', ' ')), qPrintable(read));
    QVERIFY2(notes.isEmpty() ? said.isEmpty() : said.contains(notes), qPrintable(said));
  }
};

QTEST_GUILESS_MAIN(TableNoiseTest)
#include "table_noise_test.moc"
