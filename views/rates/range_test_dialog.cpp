#include "views/rates/range_test_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "views/common/picture_menu.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/plot_library.h"
#include "views/rates/rate_plot.h"

namespace stepscope {
namespace {

// Powers of ten in the usual form: 1e-6 rather than 0.000001.
class DecadeTicker : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    return tick >= 1e-3 && tick < 1e4 ? formatNumber(tick, 3) : QString::number(tick, 'g', 3);
  }
};

QLabel* labelOf(const QString& text, QWidget* field) {
  auto* label = new QLabel(text);
  label->setProperty("role", "dim");
  label->setBuddy(field);
  return label;
}

}  // namespace

RangeTestDialog::RangeTestDialog(QWidget* parent)
    : QDialog(parent),
      chosen_(kNaN),
      suggestion_(kNaN),
      test_(new RangeTest(this)),
      least_(new QLineEdit(QStringLiteral("1e-6"))),
      most_(new QLineEdit(QStringLiteral("1"))),
      steps_(new QSpinBox),
      start_(new QPushButton(tr("Start"))),
      use_(new QPushButton(tr("Use This Rate"))),
      progress_(new QProgressBar),
      progressText_(new QLabel),
      verdict_(new QLabel),
      bar_(new MessageBar),
      plot_(new RatePlot) {
  setWindowTitle(tr("Learning-Rate Range Test"));
  resize(860, 540);
  auto* about = new QLabel(tr("Trains while the rate grows: a good one is where the loss falls most steeply (Smith, 2017). Nothing is kept."));
  about->setWordWrap(true);
  about->setProperty("role", "dim");
  least_->setAccessibleName(tr("First rate"));
  most_->setAccessibleName(tr("Last rate"));
  for (QLineEdit* field : {least_, most_}) field->setFixedWidth(84);
  steps_->setRange(20, 100'000);
  steps_->setValue(200);
  steps_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  steps_->setFixedWidth(84);
  steps_->setAccessibleName(tr("Steps"));
  start_->setDefault(true);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(6);
  progressText_->setProperty("role", "dim");
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);

  QCustomPlot* plot = plot_->plot();
  plot->setMinimumHeight(220);
  plot_->setAccessibleName(tr("Loss over the learning rate"));
  plot->xAxis->setScaleType(QCPAxis::stLogarithmic);
  plot->xAxis->setTicker(QSharedPointer<DecadeTicker>::create());
  plot->xAxis->setLabel(tr("learning rate"));
  plot->yAxis->setLabel(tr("loss"));
  loss_ = plot->addGraph();
  smoothed_ = plot->addGraph();
  smoothed_->setAntialiased(true);
  const auto mark = [plot](QCPItemLine*& line, QCPItemText*& text, double height) {
    line = new QCPItemLine(plot);
    text = new QCPItemText(plot);
    line->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->setPadding(QMargins(4, 1, 4, 1));
    text->position->setCoords(1, height);
    line->setVisible(false);
    text->setVisible(false);
  };
  mark(currentLine_, currentText_, 0.88);
  mark(chosenLine_, chosenText_, 0.02);

  auto* form = new QHBoxLayout;
  form->setSpacing(8);
  form->addWidget(labelOf(tr("From"), least_));
  form->addWidget(least_);
  form->addWidget(labelOf(tr("to"), most_));
  form->addWidget(most_);
  form->addWidget(labelOf(tr("in"), steps_));
  form->addWidget(steps_);
  form->addWidget(labelOf(tr("steps"), steps_));
  form->addSpacing(8);
  form->addWidget(start_);
  form->addStretch(1);
  form->addWidget(pictureButton({plot_, QStringLiteral("range-test"), [this] { return table(); }}, this));
  auto* running = new QHBoxLayout;
  running->addWidget(progress_, 1);
  running->addWidget(progressText_);
  auto* bottom = new QHBoxLayout;
  auto* close = new QPushButton(tr("Close"));
  bottom->addWidget(verdict_, 1);
  bottom->addWidget(use_);
  bottom->addWidget(close);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 14, 16, 14);
  layout->setSpacing(10);
  layout->addWidget(bar_);
  layout->addWidget(about);
  layout->addLayout(form);
  layout->addLayout(running);
  layout->addWidget(plot_, 1);
  layout->addLayout(bottom);

  connect(start_, &QPushButton::clicked, this, &RangeTestDialog::startOrCancel);
  connect(close, &QPushButton::clicked, this, &QWidget::close);
  connect(use_, &QPushButton::clicked, this, [this] {
    if (project_ && std::isfinite(chosen_)) Q_EMIT rateChosen(learningRateFor(*project_, chosen_));
  });
  connect(test_, &RangeTest::progressed, this, [this](qint64 step, qint64 steps) {
    progress_->setRange(0, step == 0 ? 0 : static_cast<int>(steps));  // the data are being opened: the duration is unknown
    progress_->setValue(static_cast<int>(step));
    progressText_->setText(step == 0 ? tr("opening the data, choosing kernels") : tr("step %1 of %2").arg(step).arg(steps));
    showPoints();
  });
  connect(test_, &RangeTest::finished, this, &RangeTestDialog::showResult);
  connect(test_, &RangeTest::failed, bar_, &MessageBar::showMessage);
  connect(test_, &RangeTest::cancelled, this, [this] {
    verdict_->setText(tr("Cancelled after %1.").arg(counted(static_cast<std::int64_t>(test_->points().size()), tr("step"), tr("steps"))));
  });
  connect(this, &QDialog::finished, test_, &RangeTest::cancel);
  connect(test_, &RangeTest::began, this, &RangeTestDialog::updateButtons);
  connect(test_, &RangeTest::ended, this, &RangeTestDialog::updateButtons);
  connect(plot_, &RatePlot::clicked, this, [this](double rate) {
    if (!test_->busy() && test_->points().size() > 1) choose(std::clamp(rate, test_->points().front().rate, test_->points().back().rate));
  });
  connect(plot_, &RatePlot::themeChanged, this, &RangeTestDialog::colorLines);
  plot_->setReadout([this](double rate) {
    const auto& points = test_->points();
    if (points.empty()) return QString();
    const auto next = std::min_element(points.begin(), points.end(), [rate](const LrRangePoint& a, const LrRangePoint& b) {
      return std::abs(std::log(a.rate / rate)) < std::abs(std::log(b.rate / rate));
    });
    return tr("rate %1\nloss %2\nsmoothed %3").arg(formatNumber(next->rate, 3), formatNumber(next->loss), formatNumber(next->smoothed));
  });
  colorLines();
  showPoints();
  updateButtons();
  start_->setFocus();
}

void RangeTestDialog::setProject(const Project& project) {
  const bool other = !project_ || project_->file != project.file;
  project_ = project;
  if (other) {
    test_->cancel();
    chosen_ = suggestion_ = kNaN;
    verdict_->clear();
    bar_->dismiss();
  }
  currentText_->setText(tr("project %1").arg(formatLearningRate(project.train.optimizer.learningRate)));
  showPoints();
  updateButtons();
}

void RangeTestDialog::setTraining(bool training) {
  training_ = training;
  if (training) test_->cancel();
  updateButtons();
}

QString RangeTestDialog::verdict() const {
  return verdict_->text();
}

double RangeTestDialog::chosenRate() const {
  return chosen_;
}

std::optional<double> RangeTestDialog::rateIn(const QLineEdit* field) const {
  bool ok = false;
  double rate = QLocale::c().toDouble(field->text().trimmed(), &ok);
  if (!ok) rate = locale().toDouble(field->text().trimmed(), &ok);
  return ok ? std::optional(rate) : std::nullopt;
}

void RangeTestDialog::startOrCancel() {
  if (test_->busy()) return test_->cancel();
  if (!project_ || training_) return;
  bar_->dismiss();
  LrRangeOptions options;
  options.steps = steps_->value();
  Message message;
  for (const auto& [field, value] : {std::pair(least_, &options.least), std::pair(most_, &options.most)}) {
    const auto rate = rateIn(field);
    if (!rate) {
      message.what = tr("\"%1\" is not a number").arg(field->text());
      message.cure = tr("Write a rate such as 1e-6 or 0.01");
      bar_->showMessage(message);
      field->setFocus();
      return;
    }
    *value = *rate;
  }
  try {
    checkLrRange(options);
  } catch (const Error& error) {
    return bar_->showMessage(messageOf(error));
  }
  chosen_ = suggestion_ = kNaN;
  line_.clear();
  verdict_->clear();
  QCPAxis* axis = plot_->plot()->xAxis;
  axis->setRange(options.least, options.most);
  test_->start(*project_, options);
}

void RangeTestDialog::showPoints() {
  const auto& points = test_->points();
  QVector<double> rates, losses, smoothed;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const LrRangePoint& point : points) {
    rates << point.rate;
    losses << point.loss;
    // After the test the line on which the verdict is based is drawn instead; it does not lag behind the losses.
    const auto at = static_cast<std::size_t>(smoothed.size());
    const double value = at < line_.size() ? line_[at] : point.smoothed;
    smoothed << value;
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  loss_->setData(rates, losses, true);
  smoothed_->setData(rates, smoothed, true);
  // The loss of the last steps may be a thousand times larger: the smoothed line decides the visible range.
  if (high >= low) {
    const double pad = std::max((high - low) * 0.25, std::abs(high) * 0.02 + 1e-9);
    plot_->plot()->yAxis->setRange(low - pad, high + pad);
  } else if (points.empty()) {
    plot_->plot()->yAxis->setRange(0, 1);
    if (!test_->busy()) plot_->plot()->xAxis->setRange(1e-6, 1);
  }
  const auto place = [this](QCPItemLine* line, QCPItemText* text, double rate) {
    const QCPRange range = plot_->plot()->xAxis->range();
    const bool seen = std::isfinite(rate) && range.contains(rate);
    line->setVisible(seen);
    text->setVisible(seen);
    if (!seen) return;
    line->start->setCoords(rate, 0);
    line->end->setCoords(rate, 1);
    const bool left = std::log(rate / range.lower) < std::log(range.upper / range.lower) * 0.75;
    text->setPositionAlignment((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop);
    text->position->setCoords(rate, text->position->coords().y());
  };
  place(chosenLine_, chosenText_, chosen_);
  // The project's present value, converted to the rate that a step uses, as on the axis.
  place(currentLine_, currentText_, project_ ? project_->train.optimizer.learningRate / learningRateFor(*project_, 1) : kNaN);
  plot_->draw();
}

void RangeTestDialog::showResult(const LrRangeResult& result) {
  suggestion_ = result.suggestion;
  line_ = result.verdict.line;
  QString text;
  if (result.diverged) text = tr("The loss grew without bound at a rate of %1. ").arg(formatNumber(result.points.back().rate, 3));
  if (result.verdict.conclusive) text += tr("Suggested rate: %1, where the loss falls most steeply.").arg(formatNumber(suggestion_, 3));
  else
    text += tr("Inconclusive: the loss fell by %1, no more than it changes anyway. Take more steps, or click the plot.")
                .arg(formatNumber(result.verdict.fall, 3));
  verdict_->setText(text);
  choose(suggestion_);
}

void RangeTestDialog::choose(double rate) {
  chosen_ = rate;
  chosenText_->setText(chosen_ == suggestion_ ? tr("suggested %1").arg(formatNumber(rate, 3)) : tr("chosen %1").arg(formatNumber(rate, 3)));
  showPoints();
  updateButtons();
}

void RangeTestDialog::updateButtons() {
  const bool busy = test_->busy();
  start_->setText(busy ? tr("Cancel") : test_->points().empty() ? tr("Start") : tr("Start Again"));
  start_->setEnabled(project_ && !training_);
  start_->setToolTip(training_ ? tr("A run is training: the test would slow it down") : QString());
  for (QWidget* field : std::initializer_list<QWidget*>{least_, most_, steps_}) field->setEnabled(!busy);
  progress_->setVisible(busy);
  progressText_->setVisible(busy);
  const bool found = std::isfinite(chosen_) && !busy && project_;
  use_->setEnabled(found);
  // The accent colour is for a found rate: for noise, or a click on the plot, the button is plain.
  use_->setProperty("primary", found && chosen_ == suggestion_);
  use_->style()->unpolish(use_);
  use_->style()->polish(use_);
  use_->setText(found ? tr("Use %1").arg(formatNumber(learningRateFor(*project_, chosen_), 3)) : tr("Use This Rate"));
  use_->setToolTip(tr("Makes it the project's learning rate; a click on the plot chooses another one"));
}

void RangeTestDialog::colorLines() {
  const Tokens& t = tokens();
  QColor faint = trainColor();
  faint.setAlphaF(0.38f);
  loss_->setPen(QPen(faint, 1));
  smoothed_->setPen(QPen(trainColor(), 2));
  chosenLine_->setPen(QPen(t.good, 1.5, Qt::DashLine));
  chosenText_->setColor(t.good);
  currentLine_->setPen(QPen(t.dim, 1, Qt::DotLine));
  currentText_->setColor(t.dim);
  for (QCPItemText* text : {chosenText_, currentText_}) {
    text->setFont(textFont(11));
    text->setBrush(t.panel);
  }
}

QString RangeTestDialog::table() const {
  QString text = tr("learning rate\tloss\tsmoothed loss\n");
  for (const LrRangePoint& point : test_->points())
    text += QString::number(point.rate, 'g', 8) + QLatin1Char('\t') + QString::number(point.loss, 'g', 8) + QLatin1Char('\t') +
            QString::number(point.smoothed, 'g', 8) + QLatin1Char('\n');
  return text;
}

}  // namespace stepscope
