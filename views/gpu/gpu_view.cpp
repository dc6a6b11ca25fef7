#include "views/gpu/gpu_view.h"

#include <limits>

#include "core/base/error.h"
#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/gpu/gap_table_model.h"
#include "views/gpu/idle_parts.h"
#include "views/gpu/kernel_table_model.h"
#include "views/session/device_peaks.h"
#include "views/session/shown_trace.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope {
namespace {

QTableView* table(QAbstractItemModel* model, const QString& name) {
  auto* view = new QTableView;
  view->setModel(model);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setAlternatingRowColors(true);
  view->setShowGrid(false);
  view->setWordWrap(false);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(24);
  view->horizontalHeader()->setHighlightSections(false);
  view->horizontalHeader()->setStretchLastSection(true);
  view->setMinimumHeight(90);
  view->setAccessibleName(name);
  return view;
}

// px: names of kernels are long, and often differ only at their ends.
constexpr int kNameWidth = 380;

struct Counted {
  GpuIdle idle;
  std::vector<KernelRow> rows;
  QString problem;
};

}  // namespace

GpuView::GpuView(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedLayout(this)),
      empty_(new EmptyState({}, {}, {}, this)),
      content_(new QWidget(this)),
      timeCard_(new Card(tr("Time of the GPU"))),
      kernelCard_(new Card(tr("Kernels"))),
      gapCard_(new Card(tr("Longest idle times"))),
      bar_(new ShareBar(28)),
      legend_(new QLabel),
      devices_(new QComboBox),
      kernelModel_(new KernelTableModel(this)),
      gapModel_(new GapTableModel(this)),
      kernelTable_(table(kernelModel_, tr("Kernels"))),
      gapTable_(table(gapModel_, tr("Longest idle times"))) {
  stack_->addWidget(empty_);
  stack_->addWidget(content_);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  devices_->setAccessibleName(tr("Which GPU"));
  timeCard_->addToHeader(devices_);
  timeCard_->body()->addWidget(bar_);
  timeCard_->body()->addWidget(legend_);
  timeCard_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  kernelTable_->setSortingEnabled(true);
  kernelTable_->sortByColumn(KernelTableModel::Total, Qt::DescendingOrder);
  kernelTable_->setColumnWidth(KernelTableModel::Name, kNameWidth);
  for (int column = 1; column < KernelTableModel::Layer; ++column)
    kernelTable_->setColumnWidth(column, column >= KernelTableModel::Flops ? 124 : 104);
  kernelTable_->setTextElideMode(Qt::ElideMiddle);
  kernelTable_->setToolTip(tr("Enter or a double click finds the calls of a kernel in the timeline"));
  auto* copy = new QAction(tr("Copy as Table"), kernelTable_);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(kernelModel_->toTable()); });
  kernelTable_->addAction(copy);
  kernelTable_->setContextMenuPolicy(Qt::ActionsContextMenu);
  kernelCard_->addToHeader(pictureButton({kernelCard_, QStringLiteral("kernels"), [this] { return kernelModel_->toTable(); }}, this));
  kernelCard_->body()->addWidget(kernelTable_, 1);
  gapTable_->setColumnWidth(GapTableModel::Reason, 150);
  gapTable_->setColumnWidth(GapTableModel::Before, kNameWidth);
  gapTable_->setTextElideMode(Qt::ElideMiddle);
  gapTable_->setToolTip(tr("Enter or a double click shows it in the timeline"));
  auto* copyGaps = new QAction(tr("Copy as Table"), gapTable_);
  copyGaps->setShortcut(QKeySequence::Copy);
  copyGaps->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copyGaps, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(gapModel_->toTable()); });
  gapTable_->addAction(copyGaps);
  gapTable_->setContextMenuPolicy(Qt::ActionsContextMenu);
  gapCard_->addToHeader(pictureButton({gapCard_, QStringLiteral("idle"), [this] { return gapModel_->toTable(); }}, this));
  gapCard_->body()->addWidget(gapTable_, 1);
  connect(kernelTable_, &QTableView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT kernelActivated(QString::fromStdString(kernelModel_->rows()[static_cast<std::size_t>(index.row())].name));
  });
  connect(gapTable_, &QTableView::activated, this, [this](const QModelIndex& index) {
    const GpuGap& gap = gapModel_->gaps()[static_cast<std::size_t>(index.row())];
    const auto endOf = [&](const SpanRef& span) {
      const TraceLane& lane = trace_->laneOf(span);
      return lane.start[span.index] + lane.duration[span.index];
    };
    Q_EMIT rangeActivated({trace_->laneOf(gap.before).start[gap.before.index], endOf(gap.after)});
  });
  connect(devices_, &QComboBox::currentIndexChanged, this, &GpuView::count);

  auto* tables = new QSplitter(Qt::Vertical);
  tables->setChildrenCollapsible(false);
  tables->setHandleWidth(8);
  tables->addWidget(kernelCard_);
  tables->addWidget(gapCard_);
  tables->setStretchFactor(0, 2);
  tables->setStretchFactor(1, 1);
  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->setSpacing(8);
  layout->addWidget(timeCard_);
  layout->addWidget(tables, 1);
  setTrace(nullptr);
}

bool GpuView::isEmpty() const {
  return stack_->currentWidget() == empty_;
}

void GpuView::setPeak(const GpuPeak& peak) {
  peak_ = peak;
  if (!isEmpty()) count();
}

void GpuView::setTrace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  const std::vector<std::int32_t> devices = trace_ ? computingDevices(*trace_) : std::vector<std::int32_t>();
  if (devices.empty()) {
    job_.cancel();
    empty_->setTexts(trace_ ? tr("No GPU worked in this trace") : tr("Nothing captured yet"),
                     tr("The kernels of a GPU, how well each uses it, and why it waited. Train on a GPU, or open a trace of one."), {});
    stack_->setCurrentWidget(empty_);
    kernelModel_->setRows({}, {});
    gapModel_->setGaps(nullptr, {});
    return;
  }
  {
    const QSignalBlocker quiet(devices_);
    devices_->clear();
    for (const std::int32_t id : devices) {
      QString name = id < 0 ? tr("GPU") : tr("GPU %1").arg(id);
      for (const TraceDevice& device : trace_->devices)
        if (device.id == id && !device.name.empty()) name += QStringLiteral(" · ") + QString::fromStdString(device.name);
      devices_->addItem(name, id);
    }
    devices_->setVisible(devices.size() > 1);
    timeCard_->setNote(devices.size() == 1 ? devices_->itemText(0) : QString());
  }
  stack_->setCurrentWidget(content_);
  count();
}

void GpuView::count() {
  if (!trace_ || devices_->currentIndex() < 0) return;
  const auto device = static_cast<std::int32_t>(devices_->currentData().toInt());
  // The peaks were measured on this machine's GPU, so they are used for our own recordings only.
  const GpuPeak peak = trace_->nodes.empty() ? GpuPeak{} : peak_;
  job_.start([this, trace = trace_, device, peak](const std::atomic<bool>&) -> std::function<void()> {
    auto counted = std::make_shared<Counted>();
    try {
      counted->idle = gpuIdle(*trace, device);
      counted->rows = stepscope::kernelTable(*trace, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), device);
    } catch (const Error& error) {
      counted->problem = engineText(error);
    }
    return [this, trace, counted, peak] {
      kernelModel_->setRows(std::move(counted->rows), peak);
      gapModel_->setGaps(trace, counted->idle.longest);
      kernelCard_->setNote(!counted->problem.isEmpty() ? counted->problem
                                                       : stepscope::counted(kernelModel_->rowCount(), tr("kernel"), tr("kernels")));
      showIdle(counted->idle);
      Q_EMIT this->counted();
    };
  });
}

void GpuView::showIdle(const GpuIdle& idle) {
  idle_ = idle;
  bar_->setParts(idleParts(idle));
  legend_->setText(idleLegend(bar_->parts()));
  gapCard_->setNote(
      tr("%1 of %2 idle in %3").arg(formatNs(idle.idleNs()), formatNs(idle.spanNs), stepscope::counted(idle.gaps, tr("gap"), tr("gaps"))));
}

void GpuView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) && legend_ && idle_.spanNs > 0) legend_->setText(idleLegend(bar_->parts()));
}

// Connects the GPU tab to the displayed trace and to the timeline.
QWidget* makeGpuView(const ViewContext& c) {
  auto* view = new GpuView;
  QObject::connect(&c.trace, &ShownTrace::changed, view, [c, view] { view->setTrace(c.trace.trace()); });
  QObject::connect(&c.peaks, &DevicePeaks::changed, view, [c, view] {
    const MachineSpeed& speed = c.peaks.speed();
    if (c.peaks.ofGpu()) view->setPeak({speed.f32, speed.bf16, speed.f16, speed.bandwidth});
  });
  QObject::connect(view, &GpuView::kernelActivated, &c.trace, &ShownTrace::find);
  QObject::connect(view, &GpuView::rangeActivated, view, [c](TimeRange range) {
    Q_EMIT c.window.viewRequested(QStringLiteral("timeline"));
    c.selection.ranges()->setSelected(range);
    c.selection.ranges()->setSeen(range);
  });
  return view;
}

}  // namespace stepscope
