// A folder of photos trained to the accuracy that the README tells.
#include "tests/core/train/accuracy.h"

#include <QProcess>

using namespace stepscope;
using namespace stepscope::test;

class PhotoAccuracyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void signDigits() {
    const QString archive = dataFolder() + "/sign_digits.tar.gz";
    if (!QFile::exists(archive)) QSKIP("No sign digits: set STEPSCOPE_DATA to a folder that holds sign_digits.tar.gz");
    QTemporaryDir folder;
    QCOMPARE(QProcess::execute("tar", {"-xzf", archive, "-C", folder.path()}), 0);
    // 114 of 120 photos. Seeds and the order of sums, which kernels and CPUs change, move the best validation by some photos: of sixteen
    // runs (ten seeds with AVX-512, six with AVX2) the least had 115, the mean 117.4. tests/bench/claims/sign_digits measures it.
    requireAccuracy(projectIn(folder, "tests/core/train/sign_digits.toml", {{"data.path", folder.filePath("sign_digits").toStdString()}}), 0.95);
  }
};

QTEST_GUILESS_MAIN(PhotoAccuracyTest)
#include "photo_accuracy_test.moc"
