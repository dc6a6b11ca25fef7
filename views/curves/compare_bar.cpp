#include "views/curves/compare_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/curves/chart_texts.h"
#include "views/curves/curve_toolbar.h"
#include "views/curves/curves_model.h"

namespace stepscope {
namespace {

constexpr int kNameWidth = 90;     // px, maximum width of a run's name on a button
constexpr int kLongestName = 240;  // px, maximum width of a run's name above the charts

QString boundedName(const RunCurves& run) {
  return shownName(text(run.name), textFont(), kLongestName);
}

}  // namespace

CompareBar::CompareBar(const CurvesModel* model, CurveToolbar* toolbar)
    : model_(model),
      toolbar_(toolbar),
      layout_(new QHBoxLayout(this)),
      text_(new QLabel),
      live_(new QPushButton(tr("Back to the latest run"))),
      compare_(new QPushButton) {
  connect(live_, &QPushButton::clicked, this, &CompareBar::liveRequested);
  connect(compare_, &QPushButton::clicked, this, [this] {
    std::vector<RunId> runs;
    if (!model_->comparing() && previous_ != 0) runs.push_back(previous_);
    for (const auto& run : model_->runs()) runs.push_back(run->id);
    Q_EMIT compareRequested(runs);
  });
  layout_->setContentsMargins(14, 8, 12, 0);
  text_->setTextFormat(Qt::RichText);
  text_->setWordWrap(true);
  layout_->addWidget(text_, 1);
  layout_->addWidget(compare_);
  layout_->addWidget(live_);
  hide();
}

void CompareBar::setPrevious(RunId run, const QString& name) {
  previous_ = run;
  previousName_ = name;
  showRuns();
}

void CompareBar::showRuns() {
  const auto& runs = model_->runs();
  const bool comparing = model_->comparing();
  const bool old = runs.size() == 1 && model_->live() && runs[0] != model_->live();
  setVisible(comparing || old);
  const QString previous = compare_->fontMetrics().elidedText(previousName_, Qt::ElideMiddle, kNameWidth);
  compare_->setText(comparing ? tr("Compare side by side") : tr("Compare with %1").arg(previous));
  compare_->setToolTip(comparing ? tr("Settings that differ, metrics, time and memory of these runs")
                                 : tr("Differences between this run and the one before it, and their effect"));
  // With one run, the compare button fits beside the controls of the curves.
  toolbar_->setCompanion(comparing ? nullptr : compare_);
  if (comparing) layout_->addWidget(compare_);
  compare_->setVisible(comparing || (runs.size() == 1 && previous_ != 0 && previous_ != runs[0]->id));
  if (old) text_->setText(tr("Curves of <b>%1</b>").arg(boundedName(*runs[0]).toHtmlEscaped()));
  if (!comparing) return;
  QStringList names;
  for (std::size_t run = 0; run < std::min(runs.size(), kNamedRuns); ++run)
    names << swatch(runStyle(static_cast<int>(run)).color, boundedName(*runs[run]));
  if (runs.size() > kNamedRuns) names << tr("and %1 more").arg(runs.size() - kNamedRuns);
  text_->setText(QStringLiteral("<b>") + tr("Comparing") + QStringLiteral("</b> &nbsp; ") + names.join(QStringLiteral(" &nbsp; ")));
}

}  // namespace stepscope
