#include "views/inspector/inspector.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/view_timeline/sample_trace.h"
#include "views/common/selection.h"
#include "views/common/theme.h"

using namespace stepscope;

class InspectorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSpanOfAnOp() {
    const std::shared_ptr<const Trace> trace = sampleTrace();
    // The lane under the steps: data wait, conv2d, batch norm, ... of each step.
    const Description d = describeSpan(*trace, nullptr, {1, 1});
    QCOMPARE(d.heading, QStringLiteral("layer1.0.conv1 · conv2d"));
    const QString table = d.table().replace(QChar(0x00A0), QLatin1Char(' '));
    for (const char* part : {"this span\t20 ms · step 418 · begins at 5 ms", "20 ms median, 20 ms p95 over 3 spans",
                             "slowest of 2 layers of its kind", "50 GFLOP/s", "winograd"})
      QVERIFY2(table.contains(QLatin1String(part)) || table.contains(QString::fromUtf8(part)),
               qPrintable(QString::fromUtf8(part) + " not in\n" + table));
  }

  void aSpanOfNoOp() {
    const Description d = describeSpan(*sampleTrace(), nullptr, {1, 0});
    QCOMPARE(d.heading, QStringLiteral("Trainer · data wait"));
    QVERIFY(d.table().contains(QStringLiteral("over 3 spans")));
  }

  void theInspectorFollowsClicks() {
    Selection selection;
    Inspector inspector(&selection);
    QSignalSpy described(&inspector, &Inspector::described);
    inspector.setTrace(sampleTrace());
    inspector.setSpan(SpanRef{1, 0});
    QCOMPARE(inspector.description().heading, QStringLiteral("Trainer · data wait"));
    QCOMPARE(described.count(), 1);
    inspector.setSpan(std::nullopt);
    QVERIFY(inspector.description().empty());
    selection.setNode(3);
    QCOMPARE(inspector.description().heading, QStringLiteral("layer2.0.conv2 · conv2d"));
    inspector.setSpan(std::nullopt);  // a node that another view selected stays
    QVERIFY(!inspector.description().empty());
    inspector.setSpan(SpanRef{1, 1});
    inspector.setTrace(nullptr);
    QVERIFY(inspector.description().empty());
  }
};

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
