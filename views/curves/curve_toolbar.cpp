#include "views/curves/curve_toolbar.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "views/common/text.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

// The weight at a position p of the slider is 1 - 10^(-p / 50), which is finer near 1: 0 at 0, 0.9 at 50, 0.99 at 100, 0.999 at 150.
constexpr int kPlaces = 150;

double weightOf(int place) {
  return place <= 0 ? 0 : 1 - std::pow(10.0, -place / 50.0);
}
int placeOf(double weight) {
  return weight <= 0 ? 0 : static_cast<int>(std::lround(-50 * std::log10(1 - weight)));
}

QToolButton* toggle(const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setProperty("flat", true);
  button->setProperty("outlined", true);
  button->setCheckable(true);
  button->setText(text);
  button->setToolTip(tip);
  return button;
}

QLabel* dim(const QString& text) {
  auto* label = new QLabel(text);
  label->setProperty("role", "dim");
  return label;
}

}  // namespace

CurveToolbar::CurveToolbar(QWidget* parent)
    : QWidget(parent),
      axes_(new QButtonGroup(this)),
      smoothing_(new QSlider(Qt::Horizontal)),
      weight_(new QLabel),
      logX_(toggle(stepscope::tr("log x"), stepscope::tr("Logarithmic axis below"))),
      robust_(toggle(stepscope::tr("clip outliers"),
                     stepscope::tr("Few values that are far off do not flatten the rest; they are listed above the chart"))),
      undo_(toggle(stepscope::tr("undo zoom"), stepscope::tr("Takes the last zoom back (Backspace)"))),
      grouping_(new QComboBox),
      band_(new QComboBox) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(14, 8, 12, 0);
  rows->setSpacing(4);
  auto* layout = new QHBoxLayout;
  layout->setSpacing(4);
  first_ = layout;
  rows->addLayout(layout);
  layout->addWidget(dim(stepscope::tr("over")));
  for (const XAxis axis : kXAxes) {
    QToolButton* button = toggle(titleOf(axis), explanationOf(axis));
    axes_->addButton(button, static_cast<int>(axis));
    layout->addWidget(button);
  }
  layout->addSpacing(10);
  layout->addWidget(dim(stepscope::tr("smooth")));
  smoothing_->setRange(0, kPlaces);
  smoothing_->setMinimumWidth(40);
  smoothing_->setMaximumWidth(90);
  smoothing_->setToolTip(stepscope::tr("Weight of the moving average of the batches, debiased as TensorBoard does"));
  smoothing_->setAccessibleName(stepscope::tr("Smoothing"));
  layout->addWidget(smoothing_);
  weight_->setFixedWidth(weight_->fontMetrics().horizontalAdvance(QStringLiteral("0.9999")) + 4);
  layout->addWidget(weight_);
  layout->addWidget(logX_);
  layout->addWidget(robust_);
  grouping_->addItem(stepscope::tr("each run"), static_cast<int>(Grouping::None));
  grouping_->addItem(stepscope::tr("mean over seeds"), static_cast<int>(Grouping::Repeats));
  grouping_->addItem(stepscope::tr("mean of groups"), static_cast<int>(Grouping::Group));
  grouping_->setToolTip(stepscope::tr("One line for each run, or the mean of runs that differ only in their seed, or of the runs of one group"));
  grouping_->setAccessibleName(stepscope::tr("Groups"));
  // These controls are in a second line. In a single line, the window would be too wide for small screens.
  auto* second = new QHBoxLayout;
  second->setSpacing(4);
  rows->addLayout(second);
  second->addWidget(grouping_);
  band_->addItem(stepscope::tr("± std"), static_cast<int>(Band::Deviation));
  band_->addItem(stepscope::tr("± stderr"), static_cast<int>(Band::Error));
  band_->addItem(stepscope::tr("min–max"), static_cast<int>(Band::Extremes));
  band_->addItem(stepscope::tr("no band"), static_cast<int>(Band::None));
  band_->setToolTip(stepscope::tr("The meaning of the band around a mean: sample standard deviation, standard error of the mean, or the extremes"));
  band_->setAccessibleName(stepscope::tr("Band"));
  second->addWidget(band_);
  second->addStretch(1);
  layout->addStretch(1);
  undo_->setCheckable(false);
  undo_->setEnabled(false);
  layout->addWidget(undo_);
  setSeveral(false);
  showOptions();

  connect(axes_, &QButtonGroup::idClicked, this, &CurveToolbar::change);
  connect(smoothing_, &QSlider::valueChanged, this, &CurveToolbar::change);
  connect(logX_, &QToolButton::toggled, this, &CurveToolbar::change);
  connect(robust_, &QToolButton::toggled, this, &CurveToolbar::change);
  connect(grouping_, &QComboBox::currentIndexChanged, this, &CurveToolbar::change);
  connect(band_, &QComboBox::currentIndexChanged, this, &CurveToolbar::change);
  connect(undo_, &QToolButton::clicked, this, &CurveToolbar::undoRequested);
}

QToolButton* CurveToolbar::axisButton(XAxis axis) const {
  return static_cast<QToolButton*>(axes_->button(static_cast<int>(axis)));
}

void CurveToolbar::setSeveral(bool several) {
  grouping_->setVisible(several);
  band_->setVisible(several && options_.grouping != Grouping::None);
}

void CurveToolbar::setCanUndo(bool can) {
  undo_->setEnabled(can);
}

void CurveToolbar::setCompanion(QWidget* widget) {
  if (widget == companion_) return;
  companion_ = widget;
  if (widget) first_->addWidget(widget);
}

void CurveToolbar::setOptions(const CurveOptions& options) {
  options_ = options;
  showOptions();
}

void CurveToolbar::showOptions() {
  showing_ = true;
  axisButton(options_.axis)->setChecked(true);
  smoothing_->setValue(placeOf(options_.smoothing));
  weight_->setText(formatNumber(options_.smoothing, 3));
  logX_->setChecked(options_.logX);
  robust_->setChecked(options_.robust);
  grouping_->setCurrentIndex(grouping_->findData(static_cast<int>(options_.grouping)));
  band_->setCurrentIndex(band_->findData(static_cast<int>(options_.band)));
  showing_ = false;
}

void CurveToolbar::change() {
  if (showing_) return;
  CurveOptions now = options_;
  now.axis = static_cast<XAxis>(axes_->checkedId());
  if (smoothing_->value() != placeOf(options_.smoothing)) now.smoothing = weightOf(smoothing_->value());
  now.logX = logX_->isChecked();
  now.robust = robust_->isChecked();
  now.grouping = static_cast<Grouping>(grouping_->currentData().toInt());
  now.band = static_cast<Band>(band_->currentData().toInt());
  if (now == options_) return;
  options_ = now;
  weight_->setText(formatNumber(options_.smoothing, 3));
  band_->setVisible(!grouping_->isHidden() && options_.grouping != Grouping::None);
  Q_EMIT changed(options_);
}

}  // namespace stepscope
