// Cells and columns one by one: numbers in every style that is written somewhere, dates, marks for no value, headers, encodings.
#include <QStringConverter>
#include <cmath>
#include <random>

#include "core/data/cell_numbers.h"
#include "core/data/gz_file.h"
#include "core/data/preview/data_preview.h"
#include "core/data/table/cell_dates.h"
#include "core/data/table/table_parts.h"
#include "core/data/text_encoding.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// 1234567.25 as it is written in some place.
std::string written(std::int64_t quarters, const std::string& group, char decimal, bool decimals) {
  const bool negative = quarters < 0;
  const std::int64_t size = std::abs(quarters);
  std::string digits = std::to_string(size / 4);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), group);
  static const char* const ends[] = {"00", "25", "50", "75"};
  return (negative ? "-" : "") + digits + (decimals ? decimal + std::string(ends[size % 4]) : std::string());
}

}  // namespace

class ColumnReadingTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  DataPreview look(const std::string& text, const DataSpec& asked = {}) {
    const QString file = folder_.filePath("t.csv");
    writeFile(file, Bytes(text.begin(), text.end()));
    return previewData(file.toStdString(), {}, asked);
  }

 private Q_SLOTS:
  void numbers_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("decimal");
    QTest::addColumn<double>("value");
    const auto row = [](const char* cell, const char* decimal, double value) {
      QTest::newRow(qPrintable(QString("%1 with %2").arg(QString::fromUtf8(cell), decimal))) << QString::fromUtf8(cell) << decimal << value;
    };
    const double none = NAN;
    row("1234.5", ".", 1234.5);
    row("1,234.5", ".", 1234.5);
    row("1.234,5", ",", 1234.5);
    row("1 234,5", ",", 1234.5);
    row("1\xC2\xA0"
        "234,5",
        ",", 1234.5);
    row("1\xE2\x80\xAF"
        "234,5",
        ",", 1234.5);
    row("1'234.5", ".", 1234.5);
    row("1\xE2\x80\x99"
        "234.5",
        ".", 1234.5);
    row("12,34,567", ".", 1234567);
    row("0,5", ",", 0.5);
    row(",5", ",", 0.5);
    row(".5", ".", 0.5);
    row("5.", ".", 5);
    row("-1,5E+03", ",", -1500);
    row("\xE2\x88\x92"
        "7",
        ".", -7);
    row("(1,234)", ".", -1234);
    row("+3", ".", 3);
    row("1.234.567", ",", 1234567);
    // None: groups of another size, two marks of one kind, what only begins with a number.
    row("1,23.5", ".", none);
    row("12,3456", ".", none);
    row("0,942", ".", none);
    row("1.2.3", ".", none);
    row("1.5", ",", none);
    row("1,234,5", ",", none);
    row("1 2345", ".", none);
    row("5a5", ".", none);
    row("12 kg", ".", none);
    row("", ".", none);
    row("-", ".", none);
    row("e5", ".", none);
    row("1,234 567", ".", none);
  }
  void numbers() {
    QFETCH(QString, cell);
    QFETCH(QString, decimal);
    QFETCH(double, value);
    NumberStyle style;
    style.decimal = decimal[0].toLatin1();
    const auto number = numberIn(cell.toStdString(), style);
    QCOMPARE(number.has_value(), !std::isnan(value));
    if (number) QCOMPARE(*number, value);
  }

  // A column of numbers is read as what it was written from, whatever wrote it, or the preview names it.
  void styles() {
    struct Style {
      const char* group;
      char decimal;
      bool decimals;
    };
    // clang-format off
    const Style styles[] = {{"", '.', false}, {"", '.', true}, {"", ',', true}, {",", '.', true}, {",", '.', false}, {".", ',', true}, {" ", ',', true},
                            {"\xC2\xA0", ',', true}, {"\xE2\x80\xAF", ',', false}, {"'", '.', true}, {"\xE2\x80\x99", '.', false}, {" ", '.', true}};
    const std::pair<const char*, const char*> affixes[] = {{"", ""}, {"$", ""}, {"", " \xE2\x82\xAC"}, {"", "%"}, {"", "\xC2\xA0%"}, {"\xC2\xA5", ""}, {"", " kg"}, {"", "m/s"}, {"CHF ", ""}, {"", "\xC2\xB0" "C"}, {"", " m\xC2\xB2"}};
    // clang-format on
    std::mt19937 random(3);
    int columns = 0;
    for (const Style& style : styles)
      for (const auto& [before, after] : affixes)
        for (const char* delimiter : {",", ";", "\t"})
          for (const bool signs : {false, true}) {
            std::string text = std::string("amount") + delimiter + "other" + delimiter + "price\n";
            double sum = 0;
            for (int i = 0; i < 40; ++i) {
              std::int64_t quarters = static_cast<std::int64_t>(random() % 40'000'000);
              if (signs && i % 3 == 0) quarters = -quarters;
              if (!style.decimals) quarters -= quarters % 4;
              sum += static_cast<double>(quarters) / 4;
              text += std::string("\"") + before + written(quarters, style.group, style.decimal, style.decimals) + after + "\"" + delimiter +
                      std::to_string(i * 37 % 11) + delimiter + std::to_string(random() % 1000) + "\n";
            }
            const DataPreview data = look(text);
            const QString what = QString::fromStdString(text.substr(0, 60));
            QVERIFY2(data.columns.size() == 3, qPrintable(what));
            const ColumnFacts& column = data.columns[0];
            QVERIFY2(column.numeric(), qPrintable(what + ": " + QString::fromUtf8(nameOf(column.kind).data())));
            double read = 0;
            const CsvDocument document(text, "t");
            for (std::size_t row = 1; row < document.rows(); ++row) read += numberIn(document.cell(row, 0), column.number).value_or(NAN);
            QVERIFY2(read == sum, qPrintable(QString("%1: %2, not %3").arg(what).arg(read, 0, 'g', 17).arg(sum, 0, 'g', 17)));
            ++columns;
          }
    QCOMPARE(columns, 12 * 11 * 3 * 2);
  }

  void dates_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<int>("style");
    QTest::addColumn<double>("days");
    const auto row = [](const char* cell, DateStyle style, double days) {
      QTest::newRow(qPrintable(QString("%1 as %2").arg(QString::fromUtf8(cell)).arg(static_cast<int>(style))))
          << QString::fromUtf8(cell) << static_cast<int>(style) << days;
    };
    // In Python: (date(2024, 3, 5) - date(1970, 1, 1)).days is 19787, of 3 May 19846.
    const double march = 19787, may = 19846, none = NAN;
    row("2024-03-05", DateStyle::YearFirst, march);
    row("2024/3/5", DateStyle::YearFirst, march);
    row("2024.03.05", DateStyle::YearFirst, march);
    row("2024\xE5\xB9\xB4"
        "3\xE6\x9C\x88"
        "5\xE6\x97\xA5",
        DateStyle::YearFirst, march);
    row("2024-03-05T12:00:00Z", DateStyle::YearFirst, march + 0.5);
    row("2024-03-05 12:00:00+02:00", DateStyle::YearFirst, march + 10.0 / 24);
    row("2024-03-05 06:00", DateStyle::YearFirst, march + 0.25);
    row("2024-03", DateStyle::YearFirst, march - 4);
    row("05.03.2024", DateStyle::DayFirst, march);
    row("05/03/2024", DateStyle::DayFirst, march);
    row("05/03/2024", DateStyle::MonthFirst, may);
    row("3/5/24", DateStyle::MonthFirst, march);
    row("5-Mar-2024", DateStyle::DayFirst, march);
    row("5. M\xC3\xA4rz 2024", DateStyle::DayFirst, march);
    row("Mar 5, 2024", DateStyle::MonthFirst, march);
    row("March 5 2024", DateStyle::MonthFirst, march);
    row("3/5/2024 6:00 PM", DateStyle::MonthFirst, march + 0.75);
    row("20240305", DateStyle::Compact, march);
    row("14:30", DateStyle::TimeOfDay, 14.5);
    row("14:30:36", DateStyle::TimeOfDay, 14.51);
    row("1969-12-31", DateStyle::YearFirst, -1);
    row("2024-02-29", DateStyle::YearFirst, march - 5);
    row("2023-02-29", DateStyle::YearFirst, none);
    row("31.04.2024", DateStyle::DayFirst, none);
    row("13/13/2024", DateStyle::DayFirst, none);
    row("1.2.3", DateStyle::DayFirst, none);
    row("25:00", DateStyle::TimeOfDay, none);
    row("2024-03-05x", DateStyle::YearFirst, none);
    row("9.9.13", DateStyle::DayFirst, 15957);
    // Python: date.fromisocalendar(2024, 10, 2), (2020, 53, 7), (2021, 1, 1); date(2024, 1, 1) + 64 days.
    row("2024-W10-2", DateStyle::YearFirst, march);
    row("2024W102", DateStyle::YearFirst, march);
    row("2024-W10", DateStyle::YearFirst, march - 1);
    row("2020-W53-7", DateStyle::YearFirst, 18630);
    row("2021-W01", DateStyle::YearFirst, 18631);
    row("2021-W53", DateStyle::YearFirst, none);
    row("2024-W00", DateStyle::YearFirst, none);
    row("2024-W10-8", DateStyle::YearFirst, none);
    row("2024-065", DateStyle::YearFirst, march);
    row("2024-366", DateStyle::YearFirst, 20088);
    row("2023-366", DateStyle::YearFirst, none);
    row("2024-03-05 14:30 CET", DateStyle::YearFirst, march + 13.5 / 24);
    row("2024-03-05 14:30:00 PST", DateStyle::YearFirst, march + 22.5 / 24);
    row("2024-03-05 14:30:00 CST", DateStyle::YearFirst, none);  // Chicago, Shanghai or Havana
    row("2024-03-05 14:30 UTC+8", DateStyle::YearFirst, march + 6.5 / 24);
    row("2024-03-05T14:30:00+01:00[Europe/Berlin]", DateStyle::YearFirst, march + 13.5 / 24);
    row("Tue Mar  5 14:30:00 CET 2024", DateStyle::MonthFirst, march + 13.5 / 24);
    row("Tue Mar 5 14:30:00 2024 +0100", DateStyle::MonthFirst, march + 13.5 / 24);
    row("2024/3/5 \xE4\xB8\x8B\xE5\x8D\x88 2:30", DateStyle::YearFirst, march + 14.5 / 24);
    row("\xE4\xB8\x8A\xE5\x8D\x88"
        "0:30",
        DateStyle::TimeOfDay, 0.5);
    row("12:15 AM", DateStyle::TimeOfDay, 0.25);
    row("36:15:00", DateStyle::Duration, 36.25);
    row("45:30", DateStyle::Duration, 45.5);
    row("1h 30m", DateStyle::Duration, 1.5);
    row("1 hr 30 min 36 s", DateStyle::Duration, 1.51);
    row("90 min", DateStyle::Duration, 1.5);
    row("14h30", DateStyle::Duration, 14.5);
    row("2 days 03:00:00", DateStyle::Duration, 51);
    row("0 days 00:00:01.800000", DateStyle::Duration, 0.0005);
    row("-1 days +23:00:00", DateStyle::Duration, -1);
    row("1 day, 3:00:00", DateStyle::Duration, 27);
    row("-0:30", DateStyle::Duration, -0.5);
    row("PT1H30M", DateStyle::Duration, 1.5);
    row("P1DT12H", DateStyle::Duration, 36);
    row("P2W", DateStyle::Duration, 336);
    row("PT0.5S", DateStyle::Duration, 0.5 / 3600);
    row("P1M", DateStyle::Duration, none);  // a month
    row("1\xE5\xB0\x8F\xE6\x97\xB6"
        "30\xE5\x88\x86",
        DateStyle::Duration, 1.5);
    row("30m 1h", DateStyle::Duration, none);
    row("1:75:00", DateStyle::Duration, none);
    row("12", DateStyle::Duration, none);
    row("PT", DateStyle::Duration, none);
    row("12345678", DateStyle::Compact, none);
    // Days since 1970 by Python's datetime.date.
    row("5 janvier 2024", DateStyle::DayFirst, 19727);
    row("24 f\xC3\xA9vrier 2021", DateStyle::DayFirst, 18682);
    row("24 F\xC3\x89VRIER 2021", DateStyle::DayFirst, 18682);
    row("5 de enero de 2024", DateStyle::DayFirst, 19727);
    row("3 ottobre 2023", DateStyle::DayFirst, 19633);
    row("3 mei 2023", DateStyle::DayFirst, 19480);
    row("18AUG2021", DateStyle::DayFirst, 18857);
    row("Sat, 21 Jan 2023 12:00:00 GMT", DateStyle::DayFirst, 19378.5);
    row("Thu May 21 06:00:00 2020", DateStyle::DayFirst, 18403.25);
    row("2021/7/14 \xE6\x98\x9F\xE6\x9C\x9F\xE4\xB8\x89", DateStyle::YearFirst, 18822);
    row("22-03-16", DateStyle::ShortYearFirst, 19067);
    row("22-13-16", DateStyle::ShortYearFirst, none);
    row("Dec-23", DateStyle::MonthYear, 19692);
    row("12/2020", DateStyle::MonthYear, 18597);
    row("2017Q1", DateStyle::MonthYear, 17167);
    row("Q4 2016", DateStyle::MonthYear, 17075);
    row("13/2020", DateStyle::MonthYear, none);
    row("2017Q5", DateStyle::MonthYear, none);
    row("Dec 23", DateStyle::MonthYear, none);
  }
  void dates() {
    QFETCH(QString, cell);
    QFETCH(int, style);
    QFETCH(double, days);
    const auto date = dateIn(cell.toStdString(), static_cast<DateStyle>(style));
    QCOMPARE(date.has_value(), !std::isnan(days));
    if (date) QVERIFY2(std::abs(*date - days) < 1e-9, qPrintable(QString::number(*date, 'g', 12)));
  }

  // A few marks among numbers do not make texts of them, up to three in twenty; in a column of texts they are a text.
  void marks() {
    for (const std::string& mark : usualMissingMarks())
      for (const int every : {7, 20}) {
        std::string text = "size,place,price\n";
        for (int i = 0; i < 60; ++i)
          text += (i % every == 3 ? mark : std::to_string(i * 7 % 53) + ".5") + "," + (i % 3 == 0 ? "near" : "far") + "," +
                  std::to_string(i * 13 % 41) + ".25\n";
        const DataPreview data = look(text);
        QVERIFY2(data.trainable() && data.columns[0].numeric(), mark.c_str());
        QCOMPARE(data.columns[0].missing, std::int64_t{every == 7 ? 9 : 3});
        QCOMPARE(data.columns[0].marks, std::vector<std::string>{mark});
      }
    // One that is not listed is told; one that the project file lists is one more, and what it lists with "!" is none.
    DataSpec asked;
    asked.missing = {"none given"};
    std::string text = "size,price\n";
    for (int i = 0; i < 40; ++i)
      text += (i % 10 == 3 ? "none given" : std::to_string(i * 7 % 31)) + std::string(",") + std::to_string(i * 3 % 23) + ".5\n";
    QVERIFY(look(text, asked).columns[0].numeric() && look(text, asked).columns[0].doubt.empty());
    const ColumnFacts own = look(text).columns[0];
    QVERIFY(own.numeric() && own.odd == ColumnReading::kNone);
    QVERIFY2(own.doubt.find("\"none given\"") != std::string::npos, own.doubt.c_str());
    asked.missing = {"NA"};
    QVERIFY(look(text, asked).columns[0].numeric());
    asked.missing = {"!none given"};
    QVERIFY(look(text, asked).columns[0].odd != ColumnReading::kNone);
    std::string places = "place,price\n";
    for (int i = 0; i < 40; ++i) places += (i % 3 == 0 ? "NA" : i % 3 == 1 ? "EU" : "AS") + std::string(",") + std::to_string(i * 3 % 23) + ".5\n";
    asked.missing = {"-9999"};
    QCOMPARE(look(places, asked).columns[0].missing, std::int64_t{14});  // the usual marks stay
    asked.missing = {"!NA"};
    QCOMPARE(look(places, asked).columns[0].missing, std::int64_t{0});
    QCOMPARE(look(places, asked).columns[0].different, std::int64_t{3});
  }

  // What the project file says of a column goes before what it looks like.
  void asked() {
    std::string text = "code,day,amount,price\n";
    for (int i = 0; i < 40; ++i)
      text += std::to_string(i % 4) + ",0" + std::to_string(1 + i % 9) + "/0" + std::to_string(1 + i % 7) + "/2024," + std::to_string(100 + i) +
              "\xE2\x82\xAC,\"" + std::to_string(i % 7 + 1) + ",125\"\n";
    DataSpec asked;
    asked.categories = {"code"};
    asked.dateOrder = "day";
    asked.decimal = "comma";
    DataPreview data = look(text, asked);
    QVERIFY(data.columns[0].kind == ColumnKind::Category && data.columns[1].kind == ColumnKind::Date);
    QVERIFY(data.columns[1].date == DateStyle::DayFirst);
    QCOMPARE(data.columns[3].value, std::string("1.125"));
    asked = {};
    asked.dateOrder = "month";
    data = look(text, asked);
    QVERIFY(data.columns[1].date == DateStyle::MonthFirst);
    QCOMPARE(data.columns[3].value, std::string("1125"));
    asked.ignore = {"day"};
    QVERIFY(look(text, asked).columns[1].kind == ColumnKind::LeftOut);
    asked.numbers = {"day"};
    verifyError(
        [&] {
          openData([&] {
            DataSpec spec = asked;
            spec.kind = "table";
            spec.path = folder_.filePath("t.csv").toStdString();
            return spec;
          }());
        },
        {"data.numbers", "\"day\"", "data.ignore too"});
  }

  // A column whose name says that it is to be predicted is, at the end of a table, also where it has gaps and whatever stands before it.
  void targetsWithGaps() {
    for (const char* name : {"y", "target", "price", "Y"})
      for (const char* before : {"x,z", "z,x", "a,b", "x1,x2", "x,w"})
        for (const int gaps : {0, 1, 2, 3, 4}) {
          std::string text = std::string(before) + "," + name + "\n";
          for (int i = 0; i < 150; ++i)
            text += std::to_string(i * 7 % 31) + ".5," + std::to_string(i * 11 % 37) + ".25," +
                    (i * 3 % 10 < gaps ? "NA" : "-" + std::to_string(i * 13 % 47) + ".75") + "\n";
          const DataPreview data = look(text);
          QVERIFY2(data.spec.target == std::vector<std::string>{name} && data.targetSure, (text.substr(0, 30) + data.targetReason).c_str());
          QCOMPARE(data.train + data.validation, std::int64_t{150 - 15 * gaps});
        }
    std::string places = "x,y,z,class\n";  // lengths, and a class behind them
    for (int i = 0; i < 150; ++i)
      places += std::to_string(i * 7 % 31) + ".5," + std::to_string(i * 11 % 37) + ".25," + std::to_string(i * 13 % 47) + ".75,c" +
                std::to_string(i % 3) + "\n";
    QCOMPARE(look(places).spec.target, std::vector<std::string>{"class"});
  }

  void encodings_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<QString>("text");
    const QString german = QStringLiteral("größe;straße\nfuß;müller\n"), chinese = QStringLiteral("面积,城市\n12,北京\n30,上海\n");
    QTest::newRow("ASCII") << QByteArray("a,b\n1,2\n") << "utf-8"
                           << "a,b\n1,2\n";
    QTest::newRow("UTF-8") << german.toUtf8() << "utf-8" << german;
    QTest::newRow("UTF-8 with a mark") << "\xEF\xBB\xBF" + chinese.toUtf8() << "utf-8" << chinese;
    for (const bool mark : {false, true})
      for (const bool big : {false, true}) {
        QStringEncoder encoder(big ? QStringConverter::Utf16BE : QStringConverter::Utf16LE,
                               mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
        const QString longer = german + german + german;
        QTest::newRow(qPrintable(QString("UTF-16, %1 %2").arg(big).arg(mark)))
            << QByteArray(encoder(longer)) << (big ? "utf-16be" : "utf-16le") << longer;
      }
    QTest::newRow("CP1252") << QByteArray(
                                   "gr\xF6\xDF"
                                   "e;stra\xDF"
                                   "e\nfu\xDF;m\xFCller\n")
                            << "cp1252" << german;
    QTest::newRow("CP1252, euro") << QByteArray(
                                         "ann\xE9"
                                         "e;prix\n2020;5 \x80\n")
                                  << "cp1252" << QStringLiteral("année;prix\n2020;5 €\n");
    QTest::newRow("GB18030") << QByteArray("\xC3\xE6\xBB\xFD,\xB3\xC7\xCA\xD0\n12,\xB1\xB1\xBE\xA9\n30,\xC9\xCF\xBA\xA3\n") << "gb18030" << chinese;
    // The bytes are those that Python's codecs make.
    const auto row = [](const char* title, const char* bytes, const char* encoding, const QString& text) {
      QTest::newRow(title) << QByteArray(bytes) << encoding << text;
    };
    row("Cyrillic", "\343\356\360\356\344;\366\345\355\340\n\314\356\361\352\342\340;1,5\n", "cp1251", QStringLiteral("город;цена\nМосква;1,5\n"));
    row("Cyrillic, KOI8-R", "\307\317\322\317\304;\303\305\316\301\n\355\317\323\313\327\301;1,5\n\353\301\332\301\316\330;2\n", "koi8-r",
        QStringLiteral("город;цена\nМосква;1,5\nКазань;2\n"));
    row("Cyrillic, DOS", "\243\256\340\256\244;\346\245\255\240\n\214\256\341\252\242\240;1,5\n\212\240\247\240\255\354;2\n", "cp866",
        QStringLiteral("город;цена\nМосква;1,5\nКазань;2\n"));
    row("Ukrainian", "\354\263\361\362\356;\366\263\355\340\n\312\350\277\342;1,5\n\313\374\342\263\342;2\n", "cp1251",
        QStringLiteral("місто;ціна\nКиїв;1,5\nЛьвів;2\n"));
    row("Greek", "\360\374\353\347;\364\351\354\336\n\301\350\336\355\341;1,5\n\320\334\364\361\341;2\n", "cp1253",
        QStringLiteral("πόλη;τιμή\nΑθήνα;1,5\nΠάτρα;2\n"));
    row("Turkish", "\376ehir;de\360er\nA\360r\375;1,5\nI\360d\375r;2\n", "cp1254", QStringLiteral("şehir;değer\nAğrı;1,5\nIğdır;2\n"));
    row("Polish", "miasto;warto\234\346\n\243\363d\237;1,5\nWroc\263aw;2\n", "cp1250", QStringLiteral("miasto;wartość\nŁódź;1,5\nWrocław;2\n"));
    row("Polish, Latin-2", "miasto;warto\266\346\n\243\363d\274;1,5\nWroc\263aw;2\n", "latin-2",
        QStringLiteral("miasto;wartość\nŁódź;1,5\nWrocław;2\n"));
    row("Czech", "m\354sto;t\370\355da\nD\354\350\355n;1,5\nPlze\362;2\n", "cp1250", QStringLiteral("město;třída\nDěčín;1,5\nPlzeň;2\n"));
    row("Hungarian", "v\341ros;\351rt\351k\nG\366d\366ll\365;1,5\nSz\373csi;2\n", "cp1250", QStringLiteral("város;érték\nGödöllő;1,5\nSzűcsi;2\n"));
    row("Lithuanian", "miestas;\350ia\nPanev\353\376ys;1,5\n\320iauliai;2\n", "cp1257", QStringLiteral("miestas;čia\nPanevėžys;1,5\nŠiauliai;2\n"));
    row("German of a Mac", "Gr\232\247e;Stra\247e\nK\232ln;1,5\nM\237nchen;2\n", "mac-roman", QStringLiteral("Größe;Straße\nKöln;1,5\nMünchen;2\n"));
    row("French of a Mac", "ville;\216t\216\nBesan\215on;1,5\nOrl\216ans;2\n", "mac-roman", QStringLiteral("ville;été\nBesançon;1,5\nOrléans;2\n"));
    row("German of DOS", "Gr\224\341e;Stra\341e\nK\224ln;1,5\nM\201nchen;2\n", "cp850", QStringLiteral("Größe;Straße\nKöln;1,5\nMünchen;2\n"));
    row("capitals", "ST\304DTE;GR\326\337E\nM\334NCHEN;\311CLAIR\nK\326LN;\334\n", "cp1252",
        QStringLiteral("STÄDTE;GRÖßE\nMÜNCHEN;ÉCLAIR\nKÖLN;Ü\n"));
    row("capitals that are words of nothing", "A;B\n\304\326\334;\311\310\n\326\304;\334\n", "", QString());  // or Cyrillic ones
    row("signs beside letters", "m\263;Temp \260C;\243m\n1;2;\265g\n", "cp1252", QStringLiteral("m³;Temp °C;£m\n1;2;µg\n"));
    row("names of several languages", "name;x\nJos\351;1\nJ\374rgen;2\nBj\370rn;3\nJo\343o;4\n", "cp1252",
        QStringLiteral("name;x\nJosé;1\nJürgen;2\nBjørn;3\nJoão;4\n"));
    row("Hebrew", "\362\351\370;\362\370\352\n\347\351\364\344;1\n\372\354 \340\341\351\341;2\n", "cp1255",
        QStringLiteral("עיר;ערך\nחיפה;1\nתל אביב;2\n"));
    row("Arabic", "\343\317\355\344\311;\336\355\343\311\n\307\341\336\307\345\321\311;1\n\317\343\324\336;2\n", "cp1256",
        QStringLiteral("مدينة;قيمة\nالقاهرة;1\nدمشق;2\n"));
    row("Japanese", "\202\310\202\334\202\246;\202\255\202\347\202\267\n\202\306\202\244\202\253\202\345\202\244;1\n\223\214\213\236;2\n",
        "shift_jis", QStringLiteral("なまえ;くらす\nとうきょう;1\n東京;2\n"));
    row("Japanese, EUC", "\244\312\244\336\244\250;\244\257\244\351\244\271\n\244\310\244\246\244\255\244\347\244\246;1\n\305\354\265\376;2\n",
        "euc-jp", QStringLiteral("なまえ;くらす\nとうきょう;1\n東京;2\n"));
    row("Korean", "\265\265\275\303;\260\241\260\335;\265\356\261\336\n\274\255\277\357;1;\272\316\273\352\n\264\353\261\270;2;\300\316\303\265\n",
        "euc-kr", QStringLiteral("도시;가격;등급\n서울;1;부산\n대구;2;인천\n"));
    row("Big5", "\253\260\245\253;\273\371\256\346\n\273O\245_;1\n\260\252\266\257;2\n", "big5", QStringLiteral("城市;價格\n臺北;1\n高雄;2\n"));
    QTest::newRow("damaged UTF-8") << german.toUtf8().repeated(20) + "\xFF\n"
                                   << ""
                                   << "";
    QByteArray numbers;
    for (int i = 0; i < 400; ++i) numbers.append(char(i % 100)).append('\0');
    QTest::newRow("an array of 16 bits, no UTF-16") << numbers << "utf-8" << QString::fromUtf8(numbers);
    QTest::newRow("binary") << QByteArray("\x93NUMPY\x01\x00v\x00\x81\x00\x00", 13) << ""
                            << "";
  }
  void encodings() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, encoding);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(encodingOf(bytes.toStdString())), encoding);
    if (encoding.isEmpty()) return;
    QCOMPARE(QString::fromStdString(toUtf8(bytes.toStdString(), encoding.toStdString(), "t")), text);
    // The head of a file may end within a character.
    for (qsizetype length = bytes.size() * 3 / 4; length < bytes.size(); ++length) {
      const std::string head = bytes.left(length).toStdString();
      QCOMPARE(QString::fromStdString(encodingOf(head, true)), encoding);
      const QString read = QString::fromStdString(toUtf8(head, encoding.toStdString(), "t", true));
      QVERIFY2(encoding == "utf-8" || text.startsWith(read), qPrintable(read));
    }
  }

  // Names of columns that a project file must be able to hold.
  void names() {
    for (const char* name : {"a\"b", "a\\b", "a\nb",
                             "a\x01"
                             "b",
                             "\xE5\x88\x97", "a.b", "[a]", "a'b", "#a", "a=b"}) {
      std::string quoted;
      for (const char* c = name; *c; ++c) quoted += *c == '"' ? "\"\"" : std::string(1, *c);
      std::string text = "\"" + quoted + "\",size,price\n";
      for (int i = 0; i < 40; ++i)
        text += std::to_string(i * 7 % 31) + ".5," + std::to_string(i * 11 % 37) + "," + std::to_string(i * 3 % 23) + ".5\n";
      const DataPreview data = look(text);
      QVERIFY2(data.trainable(), name);
      QCOMPARE(data.columns[0].name, std::string(name));
    }
  }
};

QTEST_GUILESS_MAIN(ColumnReadingTest)
#include "column_reading_test.moc"
