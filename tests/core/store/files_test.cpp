// Files that are not what they should be: each ends in a sentence that names the file, and the file stays as it is.
#include <filesystem>
#include <fstream>

#include "core/base/philox.h"
#include "core/store/chunk.h"
#include "core/store/database.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

// The schema of version 1 as it was released. Written out here, so that a change of schema.cpp that forgets a migration is seen.
const char* const kGoldenV1 = R"sql(
PRAGMA application_id=1398035267;
PRAGMA user_version=1;
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES('oldest_reader', '1');
CREATE TABLE run(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, model TEXT NOT NULL, status INTEGER NOT NULL, message TEXT NOT NULL,
  created_ms INTEGER NOT NULL, seconds REAL, step INTEGER NOT NULL, epoch INTEGER NOT NULL, configuration TEXT NOT NULL, finals TEXT NOT NULL,
  trashed_ms INTEGER, owner_host TEXT NOT NULL DEFAULT '', owner_boot TEXT NOT NULL DEFAULT '', owner_namespace TEXT NOT NULL DEFAULT '',
  owner_pid INTEGER NOT NULL DEFAULT 0, owner_start INTEGER NOT NULL DEFAULT 0, heartbeat_ms INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE series(id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, key TEXT NOT NULL, n INTEGER NOT NULL,
  last_step INTEGER NOT NULL, last_value REAL, min REAL, max REAL, UNIQUE(run_id, key)) STRICT;
CREATE TABLE chunk_data(id INTEGER PRIMARY KEY, codec INTEGER NOT NULL, crc32 INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE TABLE series_chunk(series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, seq INTEGER NOT NULL, superseded INTEGER NOT NULL,
  n INTEGER NOT NULL, first_step INTEGER NOT NULL, last_step INTEGER NOT NULL, min REAL, max REAL, last REAL, data_id INTEGER NOT NULL,
  buckets BLOB NOT NULL, PRIMARY KEY(series_id, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE series_tail(series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, i INTEGER NOT NULL, step INTEGER NOT NULL, wall REAL,
  value REAL, PRIMARY KEY(series_id, i)) STRICT, WITHOUT ROWID;
CREATE TABLE marker(id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, superseded INTEGER NOT NULL,
  step INTEGER NOT NULL, wall REAL, kind TEXT NOT NULL, label TEXT NOT NULL) STRICT;
CREATE INDEX marker_run ON marker(run_id, id);
CREATE TABLE artefact(run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, name TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY(run_id, name)) STRICT;
INSERT INTO run(name, model, status, message, created_ms, seconds, step, epoch, configuration, finals)
  VALUES('run 1', 'lenet5', 1, '', 1700000000000, 2.5, 4, 1, '{}', '[["val_accuracy",0.5]]');
INSERT INTO series VALUES(1, 1, 'train_loss', 4, 4, 0.25, 0.25, 2.0);
INSERT INTO chunk_data
INSERT INTO series_tail VALUES(1, 0, 3, 0.2, NULL);
INSERT INTO series_tail VALUES(1, 1, 4, 0.3, 0.25);
INSERT INTO marker VALUES(1, 1, 0, 2, 0.1, 'switch', 'batch size 64 -> 128');
INSERT INTO artefact VALUES(1, 'memory_plan', '{}');
)sql";

QByteArray bytesOf(const std::string& path) {
  QFile file(QString::fromStdString(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString openForReading(const std::string& path) {
  return errorOf([&] {
    const RunReader reader(path);
    for (const RunInfo& run : reader.runs())
      for (const SeriesInfo& series : reader.series(run.id)) {
        reader.points(run.id, series.key);
        reader.overview(run.id, series.key, 3);
        reader.markers(run.id);
        reader.artefact(run.id, "memory_plan");
      }
  });
}

QString openForWriting(const std::string& path) {
  return errorOf([&] {
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    writer.append(id, "lr", {1, 0, 1});
    writer.flush();
  });
}

}  // namespace

class FilesTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;

  void makeStore() const {
    RunWriter writer(path_);
    RunInfo info = newRun();
    info.id = writer.createRun(info);
    for (int i = 0; i < 2500; ++i) {
      writer.append(info.id, "train_loss", {i, i * 0.1, 1.0 / (i + 1)});
      writer.append(info.id, "lr", {i, i * 0.1, 0.1});
    }
    writer.mark(info.id, {5, 0, "switch", "batch size 64 -> 128"});
    writer.setArtefact(info.id, "memory_plan", std::string(10000, '{'));
    writer.flush();
    info.status = RunStatus::Finished;
    writer.finish(info);
    for (int i = 2500; i < 2510; ++i) writer.append(info.id, "lr", {i, i * 0.1, 0.1});
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
    path_ = folder_->filePath("runs.db").toStdString();
  }

  void notADatabase_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray("these are my notes, do not lose them\n").repeated(100);
    QTest::newRow("short") << QByteArray("x");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
    QTest::newRow("only the magic") << QByteArray("SQLite format 3\0", 16);
    QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n").append(QByteArray(5000, 'p'));
  }
  void notADatabase() {
    QFETCH(QByteArray, content);
    QFile file(QString::fromStdString(path_));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    for (const QString& message : {openForReading(path_), openForWriting(path_)})
      QVERIFY2(message.startsWith(QString::fromStdString(path_) + ": "), qPrintable(message));
    QCOMPARE(bytesOf(path_), content);
  }

  void anEmptyFileIsAStoreToBe() {
    QFile(QString::fromStdString(path_)).open(QIODevice::WriteOnly);
    QCOMPARE(openForReading(path_), QString());
    QCOMPARE(openForWriting(path_), QString());
    QCOMPARE(RunReader(path_).runs().size(), std::size_t{1});
  }

  void anotherProgramsDatabase() {
    RawDatabase(path_).execute("CREATE TABLE bookmarks(url TEXT); INSERT INTO bookmarks VALUES('x')");
    const QByteArray before = bytesOf(path_);
    for (const QString& message : {openForReading(path_), openForWriting(path_)}) QVERIFY2(message.contains("another program"), qPrintable(message));
    QCOMPARE(bytesOf(path_), before);
  }

  void aFolderInItsPlace() {
    fs::create_directories(path_);
    QVERIFY(openForReading(path_).contains("not a file"));
    QVERIFY(!openForWriting(path_).isEmpty());
  }

  void viewsAndTriggers() {
    makeStore();
    RawDatabase(path_).execute("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END");
    for (const QString& message : {openForReading(path_), openForWriting(path_)}) QVERIFY2(message.contains("triggers"), qPrintable(message));
  }

  void newerStoreThatCanBeRead() {
    makeStore();
    RawDatabase(path_).execute("ALTER TABLE run ADD COLUMN colour TEXT; PRAGMA user_version=7");
    QCOMPARE(openForReading(path_), QString());
    const QByteArray before = bytesOf(path_);
    const QString message = openForWriting(path_);
    QVERIFY2(message.contains("newer Stepscope") && message.contains("Update Stepscope"), qPrintable(message));
    QCOMPARE(bytesOf(path_), before);
    QCOMPARE(RawDatabase(path_).value("PRAGMA user_version"), QString("7"));
  }

  void newerStoreThatCannotBeRead() {
    makeStore();
    RawDatabase(path_).execute("UPDATE meta SET value='7'; PRAGMA user_version=7");
    QVERIFY(openForReading(path_).contains("newer Stepscope"));
    RawDatabase(path_).execute("UPDATE meta SET value='1'; ALTER TABLE run RENAME COLUMN finals TO results");
    QVERIFY(openForReading(path_).contains("newer Stepscope"));
    RawDatabase(path_).execute("DROP TABLE meta");
    QVERIFY(openForReading(path_).contains("newer Stepscope"));
  }

  void goldenV1() {
    {
      const RawDatabase golden(path_);
      std::string sql = kGoldenV1;
      // Steps 1 and 2, walls 0 and 0.1, values 2.0 and NaN, packed by hand.
      const std::vector<std::byte> data = encodePoints(std::vector<Point>{{1, 0, 2}, {2, 0.1, std::numeric_limits<double>::quiet_NaN()}});
      QCOMPARE(data.size(), std::size_t{48});
      const QByteArray raw(reinterpret_cast<const char*>(data.data()), 48);
      QCOMPARE(raw.left(32).toHex(), QByteArray("010000000000000002000000000000000000000000000000"
                                                "9a9999999999b93f"));
      const std::size_t from = sql.find("INSERT INTO chunk_data"), to = sql.find('\n', from);
      sql.replace(from, to - from,
                  "INSERT INTO chunk_data VALUES(1, 1, " + std::to_string(crcOf(data)) + ", x'" + raw.toHex().toStdString() +
                      "'); INSERT INTO series_chunk VALUES(1, 0, 0, 2, 1, 2, 2.0, 2.0, NULL, 1, "
                      "x'01000000000000000200000000000000"
                      "0000000000000040"
                      "0000000000000040"
                      "000000000000f87f');");
      QCOMPARE(golden.execute(sql), QString());
    }
    {
      const RunReader reader(path_);
      const RunInfo run = reader.runs().at(0);
      QCOMPARE(run.name, std::string("run 1"));
      QVERIFY(run.status == RunStatus::Finished);
      QCOMPARE(run.finals.at(0).second, 0.5);
      const auto points = reader.points(1, "train_loss");
      QCOMPARE(points.size(), std::size_t{4});
      QCOMPARE(points[0].value, 2.0);
      QVERIFY(std::isnan(points[1].value) && std::isnan(points[2].value));
      QCOMPARE(points[3].value, 0.25);
      QCOMPARE(reader.overview(1, "train_loss", 1).at(0).max, 2.0);
      QCOMPARE(reader.markers(1).at(0).label, std::string("batch size 64 -> 128"));
    }
    // Today's program goes on with it.
    RunWriter writer(path_);
    writer.reopenRun(1, 3);
    writer.append(1, "train_loss", {4, 0.5, 0.125});
    writer.flush();
    const RunReader reader(path_);
    QCOMPARE(reader.points(1, "train_loss").back().value, 0.125);
    QCOMPARE(reader.points(1, "train_loss").size(), std::size_t{4});
    QCOMPARE(RawDatabase(path_).value("PRAGMA user_version").toInt(), static_cast<int>(kSchemaVersion));
  }

  void migrationsAreExclusiveAndBackedUp() {
    makeStore();
    const std::vector<Migration> steps = {{3, "SELECT 1"},
                                          {4, "ALTER TABLE run ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'"},
                                          {5, "CREATE TABLE tag(run_id INTEGER NOT NULL REFERENCES run(id), name TEXT) STRICT"}};
    {
      const Connection connection(path_, SQLITE_OPEN_READWRITE);
      migrate(connection, steps);
      QCOMPARE(connection.integer("PRAGMA user_version"), std::int64_t{5});
      QCOMPARE(connection.text("SELECT colour FROM run"), std::string("grey"));
      migrate(connection, steps);  // nothing left to do
    }
    const std::string backup = folder_->filePath("runs.bak-v3.db").toStdString();
    QCOMPARE(RawDatabase(backup).value("PRAGMA user_version"), QString("3"));
    QCOMPARE(RunReader(backup).points(1, "train_loss").size(), std::size_t{2500});
    QVERIFY(!fs::exists(folder_->filePath("runs.bak-v3-2.db").toStdString()));
  }

  void aFailingMigrationChangesNothing() {
    makeStore();
    const Connection connection(path_, SQLITE_OPEN_READWRITE);
    const std::vector<Migration> steps = {{4, "CREATE TABLE half(x INTEGER); INSERT INTO absent VALUES(1)"}};
    QVERIFY(!errorOf([&] { migrate(connection, steps); }).isEmpty());
    QCOMPARE(connection.integer("PRAGMA user_version"), kSchemaVersion);
    QCOMPARE(connection.integer("SELECT count(*) FROM sqlite_schema WHERE name='half'"), std::int64_t{0});
    const std::vector<Migration> dangling = {{4, "PRAGMA defer_foreign_keys=1; INSERT INTO series VALUES(77, 9999, 'x', 0, 0, NULL, NULL, NULL, 0)"}};
    QVERIFY(errorOf([&] { migrate(connection, dangling); }).contains("references"));
    QCOMPARE(connection.integer("SELECT count(*) FROM series WHERE id=77"), std::int64_t{0});
  }

  void aBackupADay() {
    const auto backup = [&](int number) { return folder_->filePath(QString("runs.backup-%1.db").arg(number)).toStdString(); };
    makeStore();
    QCOMPARE(RunReader(backup(1)).points(1, "train_loss").size(), std::size_t{2500});
    QCOMPARE(RawDatabase(backup(1)).value("PRAGMA integrity_check"), QString("ok"));
    for (int day = 2; day <= 5; ++day) {
      makeStore();
      QCOMPARE(RunReader(backup(1)).runs().size(), static_cast<std::size_t>(day - 1));  // none is made the same day
      fs::last_write_time(backup(1), fs::file_time_type::clock::now() - std::chrono::hours(25));
      RunWriter(path_).rename(1, "day " + std::to_string(day));
      QCOMPARE(RunReader(backup(1)).runs().size(), static_cast<std::size_t>(day));
      QCOMPARE(RunReader(backup(2)).runs().size(), static_cast<std::size_t>(day - 1));
    }
    QVERIFY(fs::exists(backup(3)) && !fs::exists(backup(4)) && !fs::exists(backup(0)));
  }

  void readOnlyFolder() {
    makeStore();
    for (const char* suffix : {"-wal", "-shm"}) QFile::remove(QString::fromStdString(path_) + suffix);
    fs::permissions(path_, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
    fs::permissions(folder_->path().toStdString(), fs::perms(0555));
    QProcess child;
    child.start(STEPSCOPE_STORE_PROCESS, {"open-as-nobody", QString::fromStdString(path_)});
    QVERIFY(child.waitForFinished(30000));
    fs::permissions(folder_->path().toStdString(), fs::perms(0755));
    if (child.exitCode() == 77) QSKIP("this process may not give up root's rights");
    const QString output = child.readAllStandardOutput();
    QVERIFY2(output.startsWith("write " + folder_->path() + ": "), qPrintable(output));
    QVERIFY2(output.contains("write permission") && output.contains("copy the project"), qPrintable(output));
    QVERIFY2(output.contains("read 1\n"), qPrintable(output));  // looking is still possible
  }

  void readOnlyProjectWithoutAStore() {
    fs::permissions(folder_->path().toStdString(), fs::perms(0555));
    QProcess child;
    child.start(STEPSCOPE_STORE_PROCESS, {"open-as-nobody", folder_->filePath(".stepscope/runs.db")});
    QVERIFY(child.waitForFinished(30000));
    fs::permissions(folder_->path().toStdString(), fs::perms(0755));
    if (child.exitCode() == 77) QSKIP("this process may not give up root's rights");
    const QString output = child.readAllStandardOutput();
    QVERIFY2(output.contains(folder_->path()) && output.contains("write permission"), qPrintable(output));
    QVERIFY2(output.contains("read 0\n"), qPrintable(output));
  }

  // Databases that SQLite's own test suite calls corrupt; the second time with our identity, so that they are read.
  void corruptFiles() {
    QString data = qEnvironmentVariable("STEPSCOPE_DATA");
    if (data.isEmpty()) data = QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data");
    const QString archive = data + "/sqlite_corrupt.tar.gz";
    if (!QFile::exists(archive)) QSKIP("sqlite_corrupt.tar.gz is not there; set STEPSCOPE_DATA to the folder of test inputs");
    QCOMPARE(QProcess::execute("tar", {"-xzf", archive, "-C", folder_->path()}), 0);
    int files = 0;
    for (QDirIterator it(folder_->filePath("sqlite_corrupt"), {"*.db"}, QDir::Files); it.hasNext(); ++files) {
      const QString file = it.next();
      for (bool ours : {false, true}) {
        if (ours) {
          QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
          QFile patched(file);
          QVERIFY(patched.open(QIODevice::ReadWrite));
          patched.seek(60);
          patched.write(QByteArray("\0\0\0\1", 4));
          patched.seek(68);
          patched.write("STSC");
        }
        const QByteArray before = bytesOf(file.toStdString());
        for (const QString& message : {openForReading(file.toStdString()), openForWriting(file.toStdString())})
          QVERIFY2(message.startsWith(file + ": "), qPrintable(file + " -> " + message));
        if (!ours) QCOMPARE(bytesOf(file.toStdString()), before);
      }
    }
    QCOMPARE(files, 20);
  }

  // Random damage to a store: an error that names the file, or what is still right; never a crash, never a wrong point.
  void damagedStores() {
    makeStore();
    const QByteArray good = bytesOf(path_);
    std::vector<Point> truth;
    for (int i = 0; i < 2500; ++i) truth.push_back({i, i * 0.1, 1.0 / (i + 1)});
    QVERIFY(samePoints(RunReader(path_).points(1, "train_loss"), truth));
    int refused = 0;
    QElapsedTimer timer;
    timer.start();
    for (std::uint64_t round = 0; round < 400 && timer.elapsed() < 20000; ++round) {
      PhiloxStream random(23, round);
      QByteArray bad = good;
      const std::uint32_t kind = random.below(3);
      if (kind == 0) bad.truncate(static_cast<int>(random.below(static_cast<std::uint32_t>(good.size()))));
      for (std::uint32_t i = 0, n = 1 + random.below(20); kind != 0 && i < n; ++i) {
        const std::uint32_t range = kind == 1 ? 4096 : static_cast<std::uint32_t>(good.size());
        bad[static_cast<int>(random.below(range))] = static_cast<char>(random.next());
      }
      const std::string path = folder_->filePath(QString("damaged%1.db").arg(round)).toStdString();
      QFile file(QString::fromStdString(path));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bad);
      file.close();
      const QString reading = errorOf([&] {
        const RunReader reader(path);
        reader.runs();
        reader.overview(1, "train_loss", 7);
        const auto points = reader.points(1, "train_loss");
        QVERIFY(points.size() <= truth.size());
      });
      const QString writing = openForWriting(path);
      refused += !reading.isEmpty() || !writing.isEmpty();
      for (const QString& message : {reading, writing})
        QVERIFY2(message.isEmpty() || message.contains("damaged" + QString::number(round)) || message.contains(folder_->path()), qPrintable(message));
      for (const char* suffix : {"", "-wal", "-shm", "-lock", "-queue"}) QFile::remove(QString::fromStdString(path) + suffix);
    }
    QVERIFY(refused > 20);
  }

  void aDamagedStoreFoundWhileWriting() {
    makeStore();
    const qint64 page = RawDatabase(path_).value("SELECT rootpage FROM sqlite_schema WHERE name='series_tail'").toLongLong();
    QVERIFY(page > 1);
    QFile file(QString::fromStdString(path_));
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek((page - 1) * 4096);
    file.write(QByteArray(4096, '\xff'));
    file.close();
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    for (int i = 0; i < 10; ++i) writer.append(id, "train_loss", {i, 0, 0});
    const QString message = errorOf([&] { writer.flush(); });
    QVERIFY2(message.contains("damaged") && message.contains(QString::fromStdString(path_)), qPrintable(message));
    QVERIFY(writer.takeError());
    // From here on the file is left alone, and nothing hangs.
    const QByteArray before = bytesOf(path_ + "-wal");
    writer.append(id, "train_loss", {11, 0, 0});
    writer.rename(id, "x");
    QVERIFY(errorOf([&] { writer.createRun(newRun()); }).contains("damaged"));
    QVERIFY(errorOf([&] { writer.flush(); }).contains("damaged"));
    QCOMPARE(bytesOf(path_ + "-wal"), before);
    QCOMPARE(RunReader(path_).runs().size(), std::size_t{2});  // what is whole can be read
  }
};

QTEST_GUILESS_MAIN(FilesTest)
#include "files_test.moc"
