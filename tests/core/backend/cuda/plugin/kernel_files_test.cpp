// Machine code of kernels that travels with the program: used where it was made for such a GPU, of the same text, and is whole; else there is
// none, and NVRTC is asked. Needs no CUDA.
#include "core/backend/cuda/plugin/kernel_files.h"

#include <QtTest>

using namespace stepscope::cuda;

class KernelFilesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  void write(const char* name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }

 private Q_SLOTS:
  void init() {
    writeKernels(path("a.cubin"), {"code of a", {"_Zmap", "_Zsum"}});
    writeKernels(path("b.cubin"), {"code of b", {"_Zpool"}});
    write("index.sm_80", "17\na.cubin\tMap<1>\tSum\nb.cubin\tPool\n");
    QFile::remove(folder_.filePath("index.sm_90"));
  }

  void whatIsPackedIsFoundByItsType() {
    PackedKernels packed(folder_.path().toStdString(), 8, 0, 17);
    const PackedKernels::Image* const sum = packed.holding("Sum");
    QVERIFY(sum && sum == packed.holding("Map<1>"));
    QCOMPARE(sum->kernels.image, std::string("code of a"));
    QCOMPARE(sum->entryOf("Sum"), std::string("_Zsum"));
    QCOMPARE(sum->entryOf("Map<1>"), std::string("_Zmap"));
    QVERIFY(packed.holding("Pool") && packed.holding("Pool") != sum);
    QVERIFY(!packed.holding("Pool<2>"));
  }

  // Machine code runs on the later GPUs of its major version, and on no others; the nearest is taken.
  void whichGpus_data() {
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");
    QTest::addColumn<bool>("found");
    QTest::newRow("A100") << 8 << 0 << true;
    QTest::newRow("L4") << 8 << 9 << true;
    QTest::newRow("H100") << 9 << 0 << false;
    QTest::newRow("V100") << 7 << 0 << false;
  }
  void whichGpus() {
    QFETCH(int, major);
    QFETCH(int, minor);
    QFETCH(bool, found);
    PackedKernels packed(folder_.path().toStdString(), major, minor, 17);
    QCOMPARE(packed.holding("Sum") != nullptr, found);
  }
  void theNearestIsTaken() {
    writeKernels(path("c.cubin"), {"code for 8.6", {"_Zsum"}});
    write("index.sm_86", "17\nc.cubin\tSum\n");
    PackedKernels ampere(folder_.path().toStdString(), 8, 0, 17), ada(folder_.path().toStdString(), 8, 9, 17);
    QCOMPARE(ampere.holding("Sum")->kernels.image, std::string("code of a"));
    QCOMPARE(ada.holding("Sum")->kernels.image, std::string("code for 8.6"));
    QFile::remove(folder_.filePath("index.sm_86"));
  }

  // What is not as it was made is not there, and takes nothing else with it.
  void whatIsNotWholeIsNotThere_data() {
    QTest::addColumn<int>("damage");
    QTest::newRow("other text") << 0;
    QTest::newRow("no index") << 1;
    QTest::newRow("empty index") << 2;
    QTest::newRow("another number of kernels") << 3;
    QTest::newRow("a byte of the code is another") << 4;
    QTest::newRow("the code is cut off") << 5;
    QTest::newRow("the code is missing") << 6;
  }
  void whatIsNotWholeIsNotThere() {
    QFETCH(int, damage);
    if (damage == 1) QFile::remove(folder_.filePath("index.sm_80"));
    if (damage == 2) write("index.sm_80", "");
    if (damage == 3) write("index.sm_80", "17\na.cubin\tSum\nb.cubin\tPool\n");
    QFile code(folder_.filePath("a.cubin"));
    QVERIFY(code.open(QIODevice::ReadWrite));
    if (damage == 4) code.seek(code.size() - 1), code.write("!");
    if (damage == 5) code.resize(code.size() - 2);
    if (damage == 6) code.remove();
    code.close();
    PackedKernels packed(folder_.path().toStdString(), 8, 0, damage == 0 ? 18 : 17);
    QVERIFY(!packed.holding("Sum"));
    QVERIFY(!packed.holding("Sum"));  // nor is it asked for again
    QCOMPARE(packed.holding("Pool") != nullptr, damage >= 3);
  }

  // One letter of one file makes it another text, and so does a letter that moves to the next file.
  void theSumIsOfTheText() {
    const SourceFile files[] = {{"a.h", "int a;"}, {"b.h", "int b;"}}, other[] = {{"a.h", "int a;"}, {"b.h", "int c;"}},
                     moved[] = {{"a.h", "int a"}, {"b.h", ";int b;"}};
    QVERIFY(textSum(files, 2) != textSum(other, 2));
    QVERIFY(textSum(files, 2) != textSum(moved, 2));
    QVERIFY(textSum(files, 2) != textSum(files, 1));
    QCOMPARE(textSum(files, 2), textSum(files, 2));
  }
};

QTEST_GUILESS_MAIN(KernelFilesTest)
#include "kernel_files_test.moc"
