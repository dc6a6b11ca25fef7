// A file that is written whole: who may read it stays, one that its owner protected is not replaced, a link is followed.
#include "core/base/whole_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"

using namespace stepscope;
namespace fs = std::filesystem;

class WholeFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  static std::string textOf(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static unsigned modeOf(const std::string& file) {
    struct stat info {};
    return ::stat(file.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
  }

 private Q_SLOTS:
  void aNewFileFollowsTheUmask() {
    const mode_t before = ::umask(027);
    writeWhole("one", path("new"));
    ::umask(before);
    QCOMPARE(modeOf(path("new")), 0640u);
    QCOMPARE(textOf(path("new")), std::string("one"));
  }
  void theModeStays_data() {
    QTest::addColumn<unsigned>("mode");
    for (const unsigned mode : {0600u, 0640u, 0664u, 0755u}) QTest::newRow(qPrintable(QString::number(mode, 8))) << mode;
  }
  void theModeStays() {
    QFETCH(unsigned, mode);
    writeWhole("one", path("kept"));
    QCOMPARE(::chmod(path("kept").c_str(), mode), 0);
    writeWhole("two", path("kept"));
    QCOMPARE(textOf(path("kept")), std::string("two"));
    QCOMPARE(modeOf(path("kept")), mode);
  }
  void aLinkIsFollowed() {
    writeWhole("one", path("target"));
    QCOMPARE(::chmod(path("target").c_str(), 0600), 0);
    fs::create_symlink("target", path("link"));
    writeWhole("two", path("link"));
    QVERIFY(fs::is_symlink(path("link")));
    QCOMPARE(textOf(path("target")), std::string("two"));
    QCOMPARE(modeOf(path("target")), 0600u);
  }
  void aProtectedFileIsNotReplaced() {
    const bool root = ::geteuid() == 0;  // may write every file, so that it becomes somebody else
    constexpr uid_t kNobody = 65534;
    if (root) QVERIFY(::chown(folder_.path().toStdString().c_str(), kNobody, kNobody) == 0 && ::seteuid(kNobody) == 0);
    const auto back = qScopeGuard([root] { return !root || ::seteuid(0) == 0; });
    writeWhole("one", path("protected"));
    QCOMPARE(::chmod(path("protected").c_str(), 0444), 0);
    QVERIFY_THROWS_EXCEPTION(Error, writeWhole("two", path("protected")));
    QCOMPARE(textOf(path("protected")), std::string("one"));
    int left = 0;
    for (const auto& entry : fs::directory_iterator(folder_.path().toStdString())) left += entry.path().string().find(".tmp-") != std::string::npos;
    QCOMPARE(left, 0);
  }
};

QTEST_APPLESS_MAIN(WholeFileTest)
#include "whole_file_test.moc"
