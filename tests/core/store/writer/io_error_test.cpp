// The Nth call to the disk fails, for every N until none is reached: an error that says so, nothing acknowledged is lost, and the store
// stays whole.
#include <atomic>
#include <cstring>

#include "tests/core/store/store_fixture.h"

using namespace stepscope;

namespace {

// A file system for SQLite that hands everything on to the real one, and fails once.
std::atomic<int> callsUntilFailure{-1};
std::atomic<int> failure{SQLITE_OK};
std::atomic<bool> failed{false};

bool failsNow() {
  if (callsUntilFailure.load() < 0 || callsUntilFailure.fetch_sub(1) != 0) return false;
  failed = true;
  return true;
}

struct ShimFile {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
ShimFile* shim(sqlite3_file* file) {
  return reinterpret_cast<ShimFile*>(file);
}
sqlite3_file* realOf(sqlite3_file* file) {
  return shim(file)->real();
}
const sqlite3_io_methods* methodsOf(sqlite3_file* file) {
  return realOf(file)->pMethods;
}
sqlite3_vfs* realVfs(sqlite3_vfs* vfs) {
  return static_cast<sqlite3_vfs*>(vfs->pAppData);
}

const sqlite3_io_methods kMethods = {
    3,
    [](sqlite3_file* f) { return methodsOf(f)->xClose(realOf(f)); },
    [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) { return methodsOf(f)->xRead(realOf(f), to, n, at); },
    [](sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
      return failsNow() ? failure.load() : methodsOf(f)->xWrite(realOf(f), from, n, at);
    },
    [](sqlite3_file* f, sqlite3_int64 size) { return failsNow() ? SQLITE_IOERR_TRUNCATE : methodsOf(f)->xTruncate(realOf(f), size); },
    [](sqlite3_file* f, int flags) { return failsNow() ? SQLITE_IOERR_FSYNC : methodsOf(f)->xSync(realOf(f), flags); },
    [](sqlite3_file* f, sqlite3_int64* size) { return methodsOf(f)->xFileSize(realOf(f), size); },
    [](sqlite3_file* f, int lock) { return methodsOf(f)->xLock(realOf(f), lock); },
    [](sqlite3_file* f, int lock) { return methodsOf(f)->xUnlock(realOf(f), lock); },
    [](sqlite3_file* f, int* out) { return methodsOf(f)->xCheckReservedLock(realOf(f), out); },
    [](sqlite3_file* f, int op, void* argument) { return methodsOf(f)->xFileControl(realOf(f), op, argument); },
    [](sqlite3_file* f) { return methodsOf(f)->xSectorSize(realOf(f)); },
    [](sqlite3_file* f) { return methodsOf(f)->xDeviceCharacteristics(realOf(f)); },
    [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
      return extend && failsNow() ? SQLITE_IOERR_SHMSIZE : methodsOf(f)->xShmMap(realOf(f), page, size, extend, out);
    },
    [](sqlite3_file* f, int at, int n, int flags) { return methodsOf(f)->xShmLock(realOf(f), at, n, flags); },
    [](sqlite3_file* f) { methodsOf(f)->xShmBarrier(realOf(f)); },
    [](sqlite3_file* f, int remove) { return methodsOf(f)->xShmUnmap(realOf(f), remove); },
    [](sqlite3_file* f, sqlite3_int64 at, int n, void** out) { return methodsOf(f)->xFetch(realOf(f), at, n, out); },
    [](sqlite3_file* f, sqlite3_int64 at, void* page) { return methodsOf(f)->xUnfetch(realOf(f), at, page); },
};

int openShim(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
  file->pMethods = nullptr;
  if (failsNow()) return SQLITE_CANTOPEN;
  const int code = realVfs(vfs)->xOpen(realVfs(vfs), name, realOf(file), flags, out);
  if (methodsOf(file)) file->pMethods = &kMethods;
  return code;
}

void installShim() {
  static sqlite3_vfs shimVfs;
  sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
  shimVfs = *real;
  shimVfs.zName = "failing";
  shimVfs.szOsFile = static_cast<int>(sizeof(ShimFile)) + real->szOsFile;
  shimVfs.pAppData = real;
  shimVfs.xOpen = openShim;
  shimVfs.xDelete = [](sqlite3_vfs* v, const char* n, int s) { return realVfs(v)->xDelete(realVfs(v), n, s); };
  shimVfs.xAccess = [](sqlite3_vfs* v, const char* n, int f, int* o) { return realVfs(v)->xAccess(realVfs(v), n, f, o); };
  shimVfs.xFullPathname = [](sqlite3_vfs* v, const char* n, int s, char* o) { return realVfs(v)->xFullPathname(realVfs(v), n, s, o); };
  sqlite3_vfs_register(&shimVfs, 1);
}

}  // namespace

class IoErrorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { installShim(); }

  void everyNthCall_data() {
    QTest::addColumn<int>("code");
    QTest::newRow("disk full") << SQLITE_FULL;
    QTest::newRow("write error") << SQLITE_IOERR_WRITE;
  }
  void everyNthCall() {
    QFETCH(int, code);
    failure = code;
    int reached = 0;
    bool any = true;
    for (int n = 0; any && n < 400; ++n) {
      const QTemporaryDir folder;
      const std::string path = folder.filePath("runs.db").toStdString();
      callsUntilFailure = n;
      failed = false;
      RunInfo info = newRun();
      int acknowledged = 0, told = 0;
      bool finished = false;
      try {
        RunWriter writer(path);
        try {
          info.id = writer.createRun(info);
        } catch (const Error&) {
          ++told;
          info.id = writer.createRun(info);
        }
        for (int i = 0; i < 1500; ++i) {
          writer.append(info.id, "train_loss", {i, 0, 0.5});
          if (i % 700 != 699) continue;
          try {
            writer.flush();
          } catch (const Error&) {
            ++told;
            writer.flush();
          }
          acknowledged = i + 1;
        }
        info.status = RunStatus::Finished;
        try {
          writer.finish(info);
        } catch (const Error&) {
          ++told;
          writer.flush();
        }
        finished = true;
        acknowledged = 1500;
        told += writer.takeError().has_value();
      } catch (const Error& error) {
        ++told;  // the store could not even be opened; a second attempt can
        QVERIFY2(QString(error.what()).contains(folder.path()), error.what());
      }
      any = failed;
      reached += any;
      callsUntilFailure = -1;
      {
        RunWriter again(path);
        const RunReader reader(path);
        const auto points = info.id ? reader.points(info.id, "train_loss") : std::vector<Point>{};
        QVERIFY2(points.size() >= static_cast<std::size_t>(acknowledged),
                 qPrintable(QString("call %1: %2 points of %3").arg(n).arg(points.size()).arg(acknowledged)));
        for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i].step, static_cast<std::int64_t>(i));
        if (finished) QVERIFY(reader.run(info.id)->status == RunStatus::Finished);
        QCOMPARE(reader.runs().size(), std::size_t{finished || info.id ? 1u : 0u});
      }
      QCOMPARE(RawDatabase(path).value("PRAGMA integrity_check"), QString("ok"));
    }
    QVERIFY(reached > 30);
    QVERIFY2(!any, "there was always one more call");
  }
};

QTEST_GUILESS_MAIN(IoErrorTest)
#include "io_error_test.moc"
