#include "views/rates/schedule_preview.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/train/steps/accumulation.h"
#include "core/train/steps/schedule_preview.h"
#include "views/common/picture_menu.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/plot_library.h"
#include "views/rates/rate_plot.h"

namespace stepscope {
namespace {

constexpr int kPlotHeight = 160;
constexpr std::size_t kPoints = 2048;  // for runs with more steps: several per pixel

QString epochText(double epoch) {
  return formatNumber(epoch, 3);
}

}  // namespace

SchedulePreview::SchedulePreview(QWidget* parent)
    : QWidget(parent), plot_(new RatePlot), note_(new QLabel), summary_(new QLabel), test_(new QPushButton(tr("LR range test..."))) {
  setObjectName(QStringLiteral("schedulePreview"));
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  auto* heading = new QLabel(tr("Learning rate"));
  heading->setProperty("role", "section");
  note_->setProperty("role", "dim");
  note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  summary_->setProperty("role", "dim");
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  test_->setToolTip(tr("Tries growing rates for some steps and suggests one; nothing of the project changes"));
  plot_->setFixedHeight(kPlotHeight);
  plot_->setAccessibleName(tr("Learning rate over the run"));
  plot_->setWholeNumbers();
  QCustomPlot* plot = plot_->plot();
  rate_ = plot->addGraph();
  momentum_ = plot->addGraph(plot->xAxis, plot->yAxis2);
  for (QCPGraph* graph : {rate_, momentum_}) graph->setAntialiased(true);
  plot->xAxis->ticker()->setTickCount(5);

  auto* line = new QFrame;
  line->setFrameShape(QFrame::HLine);
  line->setFrameShadow(QFrame::Plain);
  line->setFixedHeight(1);
  line->setForegroundRole(QPalette::Mid);
  auto* top = new QHBoxLayout;
  top->addWidget(heading);
  top->addWidget(note_, 1);
  top->addWidget(pictureButton({plot_, QStringLiteral("schedule"), [this] { return table(); }}, this));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 0, 14, 12);
  layout->setSpacing(8);
  layout->addWidget(line);
  layout->addLayout(top);
  layout->addWidget(plot_);
  layout->addWidget(summary_);
  layout->addWidget(test_);

  connect(test_, &QPushButton::clicked, this, &SchedulePreview::rangeTestRequested);
  connect(plot_, &RatePlot::themeChanged, this, &SchedulePreview::showCurve);
  plot_->setReadout([this](double epoch) {
    if (!curve_ || curve_->rates.empty()) return QString();
    const std::size_t i = pointAt(epoch);
    QString text = tr("epoch %1\nrate %2").arg(epochText(epochOf(i)), formatLearningRate(curve_->rates[i]));
    if (!curve_->momenta.empty()) text += tr("\nmomentum %1").arg(formatNumber(curve_->momenta[i], 4));
    return text;
  });
  showCurve();
}

void SchedulePreview::setProject(const Project* project, std::int64_t trainSamples) {
  curve_.reset();
  watched_.clear();
  if (project && trainSamples >= project->switches.batchSize && project->switches.batchSize > 0) {
    curve_ = previewSchedule(*project, trainSamples, kPoints);
    stepsPerEpoch_ = static_cast<double>(std::max<std::int64_t>(1, stepsPerEpoch(trainSamples, project->switches)));
    const ScheduleRun run = scheduleRunOf(project->train, samplesPerUpdate(project->switches), static_cast<std::int64_t>(stepsPerEpoch_));
    lastRate_ = scheduleAt(project->train.schedule, run, static_cast<double>(curve_->steps - 1)).rate;
    if (curve_->dependsOnMetric) watched_ = QString::fromStdString(project->train.monitor);
  }
  showCurve();
}

void SchedulePreview::setTestable(bool testable, const QString& why) {
  test_->setEnabled(testable);
  test_->setToolTip(testable ? tr("Tries growing rates for some steps and suggests one; nothing of the project changes") : why);
}

double SchedulePreview::epochOf(std::size_t point) const {
  const auto points = static_cast<std::int64_t>(curve_->rates.size());
  return static_cast<double>(static_cast<std::int64_t>(point) * curve_->steps / points) / stepsPerEpoch_;
}

std::size_t SchedulePreview::pointAt(double epoch) const {
  std::size_t best = 0;
  for (std::size_t i = 0; i < curve_->rates.size(); ++i)
    if (std::abs(epochOf(i) - epoch) < std::abs(epochOf(best) - epoch)) best = i;
  return best;
}

QString SchedulePreview::summary() const {
  return summary_->text();
}

void SchedulePreview::showCurve() {
  QVector<double> epochs, rates, momenta;
  if (curve_) {
    for (std::size_t i = 0; i < curve_->rates.size(); ++i) epochs << epochOf(i);
    rates = QVector<double>(curve_->rates.begin(), curve_->rates.end());
    momenta = QVector<double>(curve_->momenta.begin(), curve_->momenta.end());
  }
  QCustomPlot* plot = plot_->plot();
  rate_->setPen(QPen(trainColor(), 1.6));
  momentum_->setPen(QPen(validationColor(), 1.2, Qt::DashLine));
  rate_->setData(epochs, rates, true);
  momentum_->setData(momenta.isEmpty() ? QVector<double>() : epochs, momenta, true);
  plot->yAxis2->setVisible(!momenta.isEmpty());
  plot_->setVisible(!epochs.isEmpty());  // axes without a curve would be meaningless
  note_->setText(momenta.isEmpty() ? tr("by epoch") : tr("momentum dashed, right axis"));
  if (epochs.isEmpty()) {
    plot->xAxis->setRange(0, 1);
    plot->yAxis->setRange(0, 1);
    summary_->setText(tr("The schedule appears here once the data of a project are open."));
    plot_->draw();
    return;
  }
  plot->xAxis->setRange(0, static_cast<double>(curve_->steps) / stepsPerEpoch_);
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  plot->yAxis->setRange(0, *high > 0 ? *high * 1.08 : 1);
  if (!momenta.isEmpty()) {
    const auto [least, most] = std::minmax_element(momenta.begin(), momenta.end());
    const double pad = std::max((*most - *least) * 0.08, 1e-3);
    plot->yAxis2->setRange(*least - pad, *most + pad);
  }
  const auto peak = static_cast<std::size_t>(high - rates.begin());
  QString text = *low == *high ? tr("%1 throughout").arg(formatLearningRate(*high))
                               : tr("%1 at its highest, at epoch %2; %3 in the last step")
                                     .arg(formatLearningRate(*high), epochText(epochOf(peak)), formatLearningRate(lastRate_));
  text += tr(" · %1").arg(counted(curve_->steps, tr("step"), tr("steps")));
  if (!watched_.isEmpty()) text += tr(". Cuts depend on %1 and are not drawn.").arg(watched_);
  summary_->setText(text);
  plot_->setAccessibleDescription(text);
  plot_->draw();
}

QString SchedulePreview::table() const {
  QString text = curve_ && !curve_->momenta.empty() ? tr("step\tepoch\tlearning rate\tmomentum\n") : tr("step\tepoch\tlearning rate\n");
  if (!curve_) return text;
  const auto points = static_cast<std::int64_t>(curve_->rates.size());
  for (std::int64_t i = 0; i < points; ++i) {
    const auto at = static_cast<std::size_t>(i);
    text += QString::number(i * curve_->steps / points) + QLatin1Char('\t') + QString::number(epochOf(at), 'g', 8) + QLatin1Char('\t') +
            QString::number(curve_->rates[at], 'g', 12);
    if (!curve_->momenta.empty()) text += QLatin1Char('\t') + QString::number(curve_->momenta[at], 'g', 12);
    text += QLatin1Char('\n');
  }
  return text;
}

}  // namespace stepscope
