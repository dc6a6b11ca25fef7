// Databases that are no export of Nsight Systems, or damaged ones: what is readable is shown, what is not is counted with its reason.
#include <sqlite3.h>

#include "core/base/error.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/export.h"
#include "profiler/io/import.h"
#include "profiler/trace/trace_file.h"
#include "tests/profiler/io/simple_reader.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

class BadSqliteTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  Trace open(std::string_view content, const char* name) {
    const std::optional<Trace> trace = importTrace(writeFile(folder_, name, content));
    return trace ? *trace : Trace();
  }
  // The sentence of the error; empty if there was none.
  QString sentence(std::string_view content, const char* name) {
    try {
      open(content, name);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }

 private Q_SLOTS:
  void sqliteThatIsNoExport() {
    const QString path = folder_.filePath("other.sqlite");
    const auto make = [&](const char* sql) {
      QFile::remove(path);
      sqlite3* database = nullptr;
      sqlite3_open(path.toUtf8().constData(), &database);
      const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
      sqlite3_close(database);
      return code == SQLITE_OK;
    };
    const auto said = [&]() -> QString {
      try {
        importTrace(path.toStdString());
      } catch (const Error& error) {
        return error.what();
      }
      return {};
    };
    QVERIFY(make("CREATE TABLE people(name TEXT)"));
    QVERIFY2(said().contains("not an export of Nsight Systems"), qPrintable(said()));
    // An export that lacks nearly everything, with columns of the wrong type and rows that end before they begin.
    QVERIFY(
        make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, shortName INTEGER);"
             "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10, 20, 0, 7, 1), (30, 25, 0, 7, 1), (NULL, 5, 0, 7, 1), (40, 60, 0, 7, 1)"));
    const std::optional<Trace> trace = importTrace(path.toStdString());
    QVERIFY(trace);
    QCOMPARE(trace->spanCount(), std::size_t{2});
    QCOMPARE(noted(*trace, "duration is negative"), std::int64_t{1});
    QCOMPARE(noted(*trace, "start or end is missing"), std::int64_t{1});
    QCOMPARE(noted(*trace, "no table StringIds"), std::int64_t{1});
    QCOMPARE(noted(*trace, "no table CUPTI_ACTIVITY_KIND_RUNTIME"), std::int64_t{1});
    QVERIFY(make("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start TEXT, end BLOB);INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES('x', x'00')"));
    const std::optional<Trace> odd = importTrace(path.toStdString());
    QVERIFY(odd && odd->spanCount() == 0 && !odd->notes.empty());
    QVERIFY(make("CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1; CREATE TABLE META_DATA_EXPORT(name, value)"));
    const std::optional<Trace> view = importTrace(path.toStdString());
    QVERIFY(view && view->spanCount() == 0);
  }

  // A copy that was broken off, plain and packed: the tables are read as far as they go.
  void sqliteCutOff() {
    const std::string path = writeFile(folder_, "whole.sqlite", "");
    sqlite3* database = nullptr;
    sqlite3_open(path.c_str(), &database);
    const int made = sqlite3_exec(database,
                                  "PRAGMA page_size=512; CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER);"
                                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)"
                                  "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i * 1000000, i * 1000000 + 500000 FROM n;",
                                  nullptr, nullptr, nullptr);
    sqlite3_close(database);
    QCOMPARE(made, SQLITE_OK);
    const std::string whole = readAll(path);
    const Trace half = open(whole.substr(0, whole.size() / 2), "half.sqlite");
    QCOMPARE(QString::fromStdString(broken(half)), QString());
    QVERIFY(half.spanCount() > 1000 && half.spanCount() < 3000);
    QCOMPARE(noted(half, "the SQLite file is cut off"), std::int64_t{1});
    QVERIFY(half.endsEarly);
    QVERIFY(!argumentsOf(half, half.lanes[0].argumentsOf(0)).empty());
    const std::string packed = gzipped(whole);
    const Trace part = open(packed.substr(0, packed.size() * 3 / 4), "part.sqlite.gz");
    QVERIFY(part.spanCount() > 1000 && part.spanCount() < 4000);
    QCOMPARE(noted(part, "the gzip data is cut off; what came before is shown"), std::int64_t{1});
    QVERIFY(!argumentsOf(part, part.lanes[0].argumentsOf(0)).empty());
    QVERIFY(sentence(packed.substr(0, 60), "start.sqlite.gz").contains("start.sqlite.gz: the gzip data is cut off"));
  }

  // Pages that lead to one page again and again: each row counts once, and reading ends.
  void sqliteThatGoesRound() {
    const std::string path = writeFile(folder_, "round.sqlite", "");
    sqlite3* database = nullptr;
    sqlite3_open(path.c_str(), &database);
    const int made = sqlite3_exec(database,
                                  "PRAGMA page_size=512; CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER);"
                                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)"
                                  "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i * 1000000, i * 1000000 + 500000 FROM n;",
                                  nullptr, nullptr, nullptr);
    sqlite3_close(database);
    QCOMPARE(made, SQLITE_OK);
    const auto whole = importTrace(path);
    QVERIFY(whole && whole->spanCount() == 400 && noted(*whole, "damaged") == 0);
    std::string bytes = readAll(path);
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
    const std::size_t root = 512;          // the second page, that of the first table
    QCOMPARE(byte(root), std::size_t{5});  // an inner page; its cells begin with the number of a page below it
    const std::size_t cells = byte(root + 3) << 8 | byte(root + 4), cellsAt = root + 12;
    QVERIFY(cells > 4);
    const auto cell = [&](std::size_t i) { return root + (byte(cellsAt + 2 * i) << 8 | byte(cellsAt + 2 * i + 1)); };
    for (std::size_t i = 2; i < cells; ++i) bytes.replace(cell(i), 4, bytes.substr(cell(1), 4));
    const Trace trace = open(bytes, "round.sqlite");
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    QVERIFY(trace.spanCount() > 0 && trace.spanCount() < 400);
    QCOMPARE(noted(trace, "the table CUPTI_ACTIVITY_KIND_KERNEL is damaged"), std::int64_t{1});
  }

  void sqliteWithoutNames() {
    const std::string path = writeFile(folder_, "names.sqlite", "");
    sqlite3* database = nullptr;
    sqlite3_open(path.c_str(), &database);
    const int made = sqlite3_exec(database,
                                  "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, words TEXT);"
                                  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, shortName INTEGER);"
                                  "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10, 20, 5)",
                                  nullptr, nullptr, nullptr);
    sqlite3_close(database);
    QCOMPARE(made, SQLITE_OK);
    const auto trace = importTrace(path);
    QVERIFY(trace && trace->spanCount() == 1);
    QCOMPARE(QString::fromStdString(spansOf(*trace)[0].name), QString("(name 5)"));
    QCOMPARE(noted(*trace, "the table StringIds has other columns"), std::int64_t{1});
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::BadSqliteTest)
#include "bad_sqlite_test.moc"
