#include "views/system/machine_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/chart_texts.h"
#include "views/curves/curve_axis.h"
#include "views/curves/curve_panel.h"
#include "views/curves/plot_library.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kRefreshMs = 1000;  // the trainer samples once a second

}  // namespace

MachineView::MachineView(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedLayout),
      empty_(new EmptyState({}, {}, {})),
      bar_(new MessageBar),
      sentence_(new QLabel),
      of_(new QLabel),
      grid_(new QGridLayout) {
  setObjectName(QStringLiteral("machineView"));
  setFocusPolicy(Qt::ClickFocus);
  sentence_->setWordWrap(true);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  of_->setWordWrap(true);
  of_->setProperty("role", "dim");
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(sentence_);
  layout->addWidget(of_);
  grid_->setSpacing(8);
  for (int column = 0; column < 2; ++column) grid_->setColumnStretch(column, 1);
  layout->addLayout(grid_, 1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addLayout(aboveCards(bar_));
  outer->addLayout(stack_, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(scrolledDown(page));
  connect(empty_, &EmptyState::activated, this, &MachineView::nextRequested);
  timer_.setInterval(kRefreshMs);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (grows_ && isVisible() && !job_.busy()) load();
  });
  timer_.start();
  showEmpty();
}

void MachineView::setProjectOpen(bool open) {
  open_ = open;
  if (charts_.empty()) showEmpty();
}

void MachineView::setRun(const QString& storePath, RunId run, const QString& name, bool grows) {
  const bool other = run != run_ || storePath != path_, ended = grows_ && !grows;
  path_ = storePath;
  run_ = run;
  name_ = name;
  grows_ = grows;
  if (!other && !ended) return;
  if (other) {
    bar_->dismiss();
    take({});
  }
  stale_ = true;
  if (isVisible()) load();
}

CurvePanel* MachineView::panel(const QString& key) const {
  for (const auto& [name, panel] : panels_)
    if (name == key && !panel->isHidden()) return panel;
  return nullptr;
}

QString MachineView::sentence() const {
  return sentence_->text();
}

void MachineView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) load();
}

void MachineView::load() {
  stale_ = false;
  if (run_ <= 0 || path_.isEmpty()) return take({});
  job_.start([this, path = path_.toStdString(), run = run_](const std::atomic<bool>&) -> std::function<void()> {
    Message failure;
    try {
      auto charts = machineCharts(RunReader(path), run);
      return [this, charts = std::move(charts)] { take(charts); };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] { bar_->showMessage(failure); };
  });
}

void MachineView::take(std::vector<MachineChart> charts) {
  charts_ = std::move(charts);
  int shown = 0;
  for (const auto& [key, panel] : panels_) panel->hide();
  double end = 0;
  for (const MachineChart& chart : charts_)
    for (const MachineLine& line : chart.lines) end = std::max(end, line.data.x.back());
  for (const MachineChart& chart : charts_) {
    const QString key = QString::fromLatin1(chart.key);
    auto at = std::find_if(panels_.begin(), panels_.end(), [&](const auto& one) { return one.first == key; });
    if (at == panels_.end()) {
      auto* panel = new CurvePanel(chart.title, {});
      panel->addToHeader(pictureButton({panel->plot(), QStringLiteral("machine-") + key, [this, key] { return table(key); }}, panel));
      panel->setTicks([](double x) { return formatPosition(XAxis::Time, x); },
                      [](double low, double high) { return timeTicks(XAxis::Time, low, high); });
      panels_.emplace_back(key, panel);
      at = panels_.end() - 1;
    }
    CurvePanel* panel = at->second;
    panel->setValueFormat(chart.format);
    panel->setValueLimits(chart.low, chart.high);
    const QColor colors[] = {trainColor(), validationColor()};
    std::vector<LineStyle> styles;
    Legend legend;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
      const MachineLine& line = chart.lines[i];
      const QColor color = colors[std::min<std::size_t>(i, 1)];
      styles.push_back({line.title, color, 1.6, i == 0 ? Qt::SolidLine : Qt::DashLine});
      legend.add(color, tr("%1 %2").arg(line.title, chart.format(line.data.y.back())));
    }
    panel->setLines(styles);
    for (std::size_t i = 0; i < chart.lines.size(); ++i) panel->replace(i, chart.lines[i].data);
    panel->setLegend(legend.html.join(QStringLiteral(" &nbsp; ")), legend.plain.join(QStringLiteral(", ")));
    panel->setXRange(0, std::max(end, 1.0));
    panel->fitY();
    panel->draw();
    grid_->addWidget(panel, shown / 2, shown % 2);
    panel->show();
    ++shown;
  }
  stack_->setCurrentIndex(charts_.empty() ? 0 : 1);
  if (charts_.empty()) {
    showEmpty();
  } else {
    QStringList parts;
    for (const MachineChart& chart : charts_)
      if (chart.key == std::string_view("cores") && chart.lines.size() == 2)
        parts << tr("this program uses %1 of the cores, other programs %2")
                     .arg(chart.format(chart.lines[0].data.y.back()), chart.format(chart.lines[1].data.y.back()));
      else if (chart.key == std::string_view("memory") && chart.lines.size() == 2)
        parts << tr("%1 of memory are left").arg(chart.format(chart.lines[1].data.y.back()));
    sentence_->setText(tr("After %1: %2").arg(formatDuration(end), parts.join(tr(", "))));
    of_->setText(tr("%1 · sampled about once a second during the training; the values above are the last sample").arg(name_));
  }
  Q_EMIT loaded();
}

void MachineView::showEmpty() {
  const QString what = tr("Cores, memory, disk and GPU over the time of a training appear here, and what other programs take of them.");
  if (!open_) return empty_->setTexts(tr("No project is open"), what, tr("Open Project..."));
  if (run_ <= 0) return empty_->setTexts(tr("No run yet"), what, tr("Train"));
  if (grows_) return empty_->setTexts(tr("%1 begins").arg(name_), tr("The first sample comes a second after the first step."), {});
  empty_->setTexts(tr("%1 kept no samples of the machine").arg(name_),
                   tr("Runs that train for more than a second keep them. Train a new run to get them."), tr("Train"));
}

QString MachineView::table(const QString& key) const {
  QString out;
  for (const MachineChart& chart : charts_) {
    if (QString::fromLatin1(chart.key) != key) continue;
    QStringList titles{tr("seconds")};
    for (const MachineLine& line : chart.lines) titles << line.title;
    out = titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (std::size_t i = 0; i < chart.lines.front().data.size(); ++i) {
      QStringList row{QString::number(chart.lines.front().data.x[i], 'g', 7)};
      for (const MachineLine& line : chart.lines) row << (i < line.data.size() ? QString::number(line.data.y[i], 'g', 5) : QString());
      out += row.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
  }
  return out;
}

// Connects the view to the displayed run.
QWidget* makeMachineView(const ViewContext& c) {
  auto* view = new MachineView;
  const auto update = [c, view] {
    const RunInfo* run = c.run.find(c.run.first());
    const bool here = c.session.training() && c.session.run() == c.run.first();
    view->setProjectOpen(c.session.project().has_value());
    view->setRun(c.session.project() ? QString::fromStdString(c.session.project()->storePath()) : QString(), c.run.first(), c.run.firstName(),
                 here || (run && run->status == RunStatus::Running));
  };
  QObject::connect(&c.run, &ShownRun::firstChanged, view, update);
  QObject::connect(&c.run, &ShownRun::knownChanged, view, update);
  QObject::connect(&c.session, &Session::projectChanged, view, update);
  QObject::connect(&c.session, &Session::trainingChanged, view, update);
  QObject::connect(view, &MachineView::nextRequested, view,
                   [c] { c.session.project() ? Q_EMIT c.window.trainRequested() : Q_EMIT c.window.projectRequested({}); });
  update();
  return view;
}

}  // namespace stepscope
