// The GPU tab: kernels, idle time and its reasons, of a trace with numbers known by hand and of real ones, with real clicks.
#include "views/gpu/gpu_view.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"
#include "views/common/empty_state.h"
#include "views/common/share_bar.h"
#include "views/common/theme.h"
#include "views/gpu/gap_table_model.h"
#include "views/gpu/kernel_table_model.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace stepscope;

namespace {

constexpr int kPatience = 20'000;
constexpr auto kKernel = SpanKind::Kernel;

std::shared_ptr<const Trace> example() {
  TraceBuilder b;
  b.node("conv2d", "layer1.conv", Category::Forward, 8'000'000, 400'000);
  b.span("Trainer", "train step", Category::Step, 0, 2'000'000, -1, 0);
  b.span("Trainer", "data wait", Category::Data, 600'000, 300'000);
  b.gpu("GPU stream 7", "sm90_gemm", kKernel, 100'000, 400'000, 0, 0, 0,
        R"({"registers per thread":128,"shared memory":1024,"blocks per SM":2.0,"est. achieved occupancy %":50})");
  b.gpu("GPU stream 7", "reduce", kKernel, 1'000'000, 100'000);
  return std::make_shared<const Trace>(b.build());
}

QString cell(const QAbstractItemModel& model, int row, int column) {
  return model.index(row, column).data().toString().replace(QChar::Nbsp, QLatin1Char(' '));  // between number and unit
}

}  // namespace

class GpuViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }

  void withoutKernelsThereIsASentence() {
    GpuView view;
    QVERIFY(view.isEmpty());
    TraceBuilder b;
    b.span("Trainer", "train step", Category::Step, 0, 100, -1, 0);
    view.setTrace(std::make_shared<const Trace>(b.build()));
    QVERIFY(view.isEmpty());
    view.setTrace(nullptr);
    QVERIFY(view.isEmpty());
  }

  void kernelsAndIdleTime() {
    GpuView view;
    view.resize(1100, 700);
    view.setPeak({40e12, 40e12, 40e12, 4e12});
    QSignalSpy counted(&view, &GpuView::counted);
    view.setTrace(example());
    QVERIFY(counted.wait(kPatience));
    QVERIFY(!view.isEmpty());
    const KernelTableModel& kernels = view.kernels();
    QCOMPARE(kernels.rowCount(), 2);
    QCOMPARE(cell(kernels, 0, KernelTableModel::Name), QStringLiteral("sm90_gemm"));
    QCOMPARE(cell(kernels, 0, KernelTableModel::Calls), QStringLiteral("1"));
    QCOMPARE(cell(kernels, 0, KernelTableModel::Share), QStringLiteral("80 %"));
    QCOMPARE(cell(kernels, 0, KernelTableModel::Occupancy), QStringLiteral("50 %"));
    QCOMPARE(cell(kernels, 0, KernelTableModel::Flops), QStringLiteral("20 GFLOP/s"));
    QCOMPARE(cell(kernels, 0, KernelTableModel::Bandwidth), QStringLiteral("1 GB/s"));
    QVERIFY2(cell(kernels, 0, KernelTableModel::Roofline).contains(QStringLiteral("arithmetic")),
             qPrintable(cell(kernels, 0, KernelTableModel::Roofline)));
    QCOMPARE(cell(kernels, 0, KernelTableModel::Layer), QStringLiteral("layer1.conv"));
    QCOMPARE(cell(kernels, 1, KernelTableModel::Occupancy), QStringLiteral("—"));
    QCOMPARE(cell(kernels, 1, KernelTableModel::Flops), QStringLiteral("—"));
    // 500 of 1000 µs idle: 300 for data, 200 of which nobody tells the reason.
    const auto& parts = view.bar()->parts();
    QCOMPARE(static_cast<int>(parts.size()), 3);
    QCOMPARE(parts[0].share, 0.5);
    QCOMPARE(parts[1].title, titleOf(IdleReason::Data));
    QCOMPARE(parts[1].share, 0.3);
    QCOMPARE(parts[2].share, 0.2);
    QCOMPARE(view.gaps().rowCount(), 1);
    QCOMPARE(cell(view.gaps(), 0, GapTableModel::Reason), QStringLiteral("waiting for data"));
    QCOMPARE(cell(view.gaps(), 0, GapTableModel::Before), QStringLiteral("sm90_gemm"));
    QCOMPARE(cell(view.gaps(), 0, GapTableModel::After), QStringLiteral("reduce"));
    QVERIFY(kernels.toTable().contains(QStringLiteral("sm90_gemm\t1\t")));
  }

  void rowsLeadToTheTimeline() {
    GpuView view;
    view.resize(1100, 700);
    view.show();
    QSignalSpy counted(&view, &GpuView::counted), kernel(&view, &GpuView::kernelActivated), range(&view, &GpuView::rangeActivated);
    view.setTrace(example());
    QVERIFY(counted.wait(kPatience));
    const auto doubleClick = [](QTableView* table, int row) {
      const QPoint at = table->visualRect(table->model()->index(row, 0)).center();
      QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
      QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at);
    };
    doubleClick(view.kernelTable(), 1);
    QCOMPARE(kernel.count(), 1);
    QCOMPARE(kernel[0][0].toString(), QStringLiteral("reduce"));
    // The first gap as a table: a heading, and a line for each row shown.
    view.gapTable()->setFocus();
    view.gapTable()->actions().front()->trigger();
    const QStringList gaps = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(gaps.size(), view.gapTable()->model()->rowCount() + 1);
    QVERIFY(gaps[0].startsWith("at ms\tidle for ms\t"));
    QCOMPARE(gaps[1].split('\t').value(3), view.gapTable()->model()->index(0, 3).data().toString());
    QVERIFY(gaps[1].split('\t').value(1).toDouble() > 0);
    doubleClick(view.gapTable(), 0);
    QCOMPARE(range.count(), 1);
    QCOMPARE(range[0][0].value<TimeRange>(), (TimeRange{100'000, 1'100'000}));
    // By name instead of time.
    view.kernelTable()->sortByColumn(KernelTableModel::Name, Qt::AscendingOrder);
    QCOMPARE(cell(view.kernels(), 0, KernelTableModel::Name), QStringLiteral("reduce"));
  }

  void realTraces_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("devices");
    QTest::newRow("PyTorch") << QByteArray("resnet50_num_workers_0.pt.trace.json.gz") << 1;
    QTest::newRow("Nsight Systems, two GPUs") << QByteArray("h100_2gpu_1s.sqlite.gz") << 2;
  }
  void realTraces() {
    QFETCH(QByteArray, file);
    QFETCH(int, devices);
    const QString given = qEnvironmentVariable("STEPSCOPE_DATA");
    const QString path =
        (given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : given) + QStringLiteral("/traces/") + QString::fromUtf8(file);
    if (!QFile::exists(path)) QSKIP("the sample traces are not here");
    GpuView view;
    view.resize(1280, 760);
    QSignalSpy counted(&view, &GpuView::counted);
    view.setTrace(std::make_shared<const Trace>(*importTrace(path.toStdString())));
    QVERIFY(counted.wait(kPatience));
    QCOMPARE(view.devices()->count(), devices);
    QVERIFY(view.kernels().rowCount() > 10);
    QVERIFY(view.gaps().rowCount() > 10);
    QVERIFY(view.bar()->parts().size() >= 2);
    for (const auto* theme : {"dark", "light"}) {
      applyTheme(*qApp, themeChoiceFromName(QString::fromLatin1(theme)));
      const QPixmap picture = view.grab();
      QVERIFY(!picture.isNull());
      const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");  // to look at by hand
      if (!folder.isEmpty()) picture.save(folder + QStringLiteral("/gpu-%1-%2.png").arg(QString::fromLatin1(theme)).arg(devices));
    }
    applyTheme(*qApp, ThemeChoice::Dark);
    if (devices < 2) return;
    const QString first = cell(view.kernels(), 0, KernelTableModel::Total);
    view.devices()->setCurrentIndex(1);
    QVERIFY(counted.wait(kPatience));
    QVERIFY(cell(view.kernels(), 0, KernelTableModel::Total) != first);
  }
};

QTEST_MAIN(GpuViewTest)
#include "gpu_view_test.moc"
