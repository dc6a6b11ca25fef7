#include <QtTest>
#include <cmath>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/philox.h"
#include "core/base/shape.h"
#include "core/base/units.h"

using namespace stepscope;

class BaseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Known answers of Random123's kat_vectors for philox4x32-10.
  void philoxKnownAnswers() {
    using Block = std::array<std::uint32_t, 4>;
    QVERIFY((philox({0, 0, 0, 0}, {0, 0}) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    QVERIFY((philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) == Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    QVERIFY((philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
             Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  }

  void philoxStreamsAreNamedByTheirNumbers() {
    PhiloxStream a(1, 2, 3), same(1, 2, 3), other(1, 2, 4);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
      const std::uint32_t draw = a.next();
      QCOMPARE(draw, same.next());
      differs = differs || draw != other.next();
    }
    QVERIFY(differs);
    PhiloxStream moments(5, 6);
    double sum = 0, squares = 0, normals = 0, normalSquares = 0;
    constexpr int n = 20000;
    for (int i = 0; i < n; ++i) {
      const double u = moments.uniform(), z = moments.normal();
      QVERIFY(u >= 0 && u < 1);
      sum += u;
      squares += u * u;
      normals += z;
      normalSquares += z * z;
      QVERIFY(moments.below(7) < 7);
    }
    QVERIFY(std::abs(sum / n - 0.5) < 0.01);
    QVERIFY(std::abs(squares / n - 1.0 / 3) < 0.01);
    QVERIFY(std::abs(normals / n) < 0.03);
    QVERIFY(std::abs(normalSquares / n - 1) < 0.05);
  }

  void shapes() {
    QCOMPARE(toString({}), std::string("scalar"));
    QCOMPARE(toString({64, 3, 32, 32}), std::string("64x3x32x32"));
    QCOMPARE(numel({}), std::int64_t{1});
    QCOMPARE(numel({4, 0, 3}), std::int64_t{0});
    QVERIFY_EXCEPTION_THROWN(numel({1 << 30, 1 << 30, 1 << 30}), Error);
    QVERIFY_EXCEPTION_THROWN(numel({2, -1}), Error);
  }

  void errorsAreSentences() {
    const Error whole(ErrorKind::Input, "project.toml:3:1", "unknown key 'epoch'", "Did you mean 'epochs'?");
    QCOMPARE(QString(whole.what()), QString("project.toml:3:1: unknown key 'epoch'. Did you mean 'epochs'?"));
    const Error bare(ErrorKind::Resource, "", "the disk is full");
    QCOMPARE(QString(bare.what()), QString("the disk is full."));
    QVERIFY_EXCEPTION_THROWN(require(false, "never"), Error);
    require(true, "always");
  }

  // Nearly all is not all, and nearly nothing is not nothing; what sums of shares lose by rounding is told of as all.
  void percent() {
    QCOMPARE(text::percent(1.0), std::string("100 %"));
    QCOMPARE(text::percent(0.0), std::string("0 %"));
    QCOMPARE(text::percent(0.9913), std::string("99.13 %"));
    QCOMPARE(text::percent(0.99996), std::string("99.996 %"));
    QCOMPARE(text::percent(0.99996, 2), std::string("99.996 %"));
    QCOMPARE(text::percent(0.9999999), std::string("99.99999 %"));
    QCOMPARE(text::percent(1.00004), std::string("100.004 %"));
    QCOMPARE(text::percent(0.1 + 0.2 + 0.7 - 1e-12), std::string("100 %"));
    for (int i = 1; i <= 200'000; ++i) {
      const std::string nearlyAll = text::percent(1.0 - i * 1e-8, 3), nearlyNone = text::percent(i * 1e-8, 3);
      QVERIFY2(nearlyAll != "100 %" && nearlyNone != "0 %", qPrintable(QString::number(i)));
    }
  }

  void numbersOfTexts() {
    QCOMPARE(numberInFront("0.3k")->value, 0.3);
    QVERIFY(numberInFront("0.3k")->rest == "k");
    QCOMPARE(numberInFront("+2")->value, 2.0);
    QCOMPARE(numberInFront("-1e-3")->value, -1e-3);
    QVERIFY(!numberInFront("+-2") && !numberInFront("") && !numberInFront("k"));
    QVERIFY(std::isinf(numberInFront("1e999")->value) && numberInFront("-1e999")->value < 0);
    QCOMPARE(text::exact(0.1), std::string("0.1"));
    QCOMPARE(text::exact(1e-5), std::string("1e-05"));
  }

  void editDistances_data() {
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<int>("distance");
    QTest::newRow("equal") << "epochs"
                           << "epochs" << 0;
    QTest::newRow("case") << "Epochs"
                          << "epochs" << 0;
    QTest::newRow("insert") << "epoch"
                            << "epochs" << 1;
    QTest::newRow("delete") << "epochss"
                            << "epochs" << 1;
    QTest::newRow("replace") << "epochz"
                             << "epochs" << 1;
    QTest::newRow("swap") << "ecophs"
                          << "epochs" << 2;
    QTest::newRow("swap of neighbours") << "peochs"
                                        << "epochs" << 1;
    QTest::newRow("empty") << ""
                           << "abc" << 3;
  }

  void editDistances() {
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(int, distance);
    QCOMPARE(editDistance(a.toStdString(), b.toStdString()), distance);
    QCOMPARE(editDistance(b.toStdString(), a.toStdString()), distance);
  }

  void nearestNames() {
    const std::vector<std::string> names{"mlp", "lenet5", "resnet18", "resnet20", "resnet50"};
    QCOMPARE(nearestName("resnet51", names), std::string("resnet50"));
    QCOMPARE(nearestName("lenet", names), std::string("lenet5"));
    QCOMPARE(nearestName("transformer", names), std::string());
    QCOMPARE(suggestName("lenet", names), std::string("Did you mean 'lenet5'? Valid names: mlp, lenet5, resnet18, resnet20, resnet50"));
    QCOMPARE(suggestName("transformer", names), std::string("Valid names: mlp, lenet5, resnet18, resnet20, resnet50"));
  }
};

QTEST_GUILESS_MAIN(BaseTest)
#include "base_test.moc"
