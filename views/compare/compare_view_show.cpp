// Fills the cards of the Compare tab after the runs were read.
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/models/metrics.h"
#include "views/common/card.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/bought_chart.h"
#include "views/compare/breakdown_bars.h"
#include "views/compare/cell_table.h"
#include "views/compare/compare_view.h"
#include "views/compare/memory_bars.h"
#include "views/compare/parallel_plot.h"
#include "views/compare/run_mark.h"
#include "views/compare/scatter_plot.h"
#include "views/compare/why_model.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/chart_lines.h"
#include "views/curves/curve_panel.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

// The run's name for a chip, a button or a line of a chart, shortened so that the texts beside it fit.
QString nameOf(const std::string& run) {
  constexpr int kWidth = 160;  // px
  return shownName(text(run), textFont(12), kWidth);
}
QString nameOf(const RunFacts& run) {
  return nameOf(run.info.name);
}

}  // namespace

void CompareView::showComparison() {
  const auto& comparison = model_->comparison();
  stack_->setCurrentIndex(comparison ? 1 : 0);
  showChips();
  if (!comparison) return why_->compare({}, nullptr, nullptr);
  const int baseline = static_cast<int>(comparison->baseline);
  const FactsList facts = model_->facts();
  QStringList names;
  for (const RunFacts& run : comparison->runs) names << text(run.info.name);
  const QString base = names[baseline];
  settings_->setTable(comparison->settings, tr("setting"), names);
  settingsCard_->setNote(comparison->settings.rows.empty() ? tr("none: all %1 are equal").arg(comparison->equalSettings)
                         : comparison->equalSettings == 1  ? tr("1 other is equal")
                                                           : tr("%1 others are equal").arg(comparison->equalSettings));
  metrics_->setTable(comparison->metrics, tr("metric"), names);
  metricsCard_->setNote(tr("change against %1").arg(base));
  bought_->setComparison(comparison);
  boughtCard_->setNote(std::isnan(comparison->samples) ? tr("per step") : tr("per %1 samples").arg(formatNumber(comparison->samples, 9)));
  boughtNote_->setText(engineText(comparison->boughtNote).toHtmlEscaped());
  breakdown_->setRuns(facts, baseline);
  memory_->setRuns(facts, baseline);
  parallel_->setRuns(facts, baseline);
  scatter_->setRuns(facts, baseline);
  zooms_.reset();
  showSentence();
  showBreakdownNote();
  showCurves();
  showSelected();
}

void CompareView::showChips() {
  while (QLayoutItem* item = chipLayout_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  const auto& comparison = model_->comparison();
  baseline_->setText(comparison ? tr("Baseline: %1").arg(nameOf(comparison->runs[comparison->baseline])) : tr("Baseline"));
  if (!comparison) return;
  for (std::size_t i = 0; i < comparison->runs.size(); ++i) {
    const RunInfo& info = comparison->runs[i].info;
    auto* chip = new QToolButton;
    chip->setObjectName(QStringLiteral("chip"));
    chip->setProperty("chip", true);
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    chip->setIcon(QIcon(runMark(static_cast<int>(i), devicePixelRatioF())));
    const QString role = i == comparison->baseline ? tr(" · baseline") : i == comparison->best && comparison->faster ? tr(" · best") : QString();
    chip->setText(nameOf(info.name) + role);
    chip->setToolTip(tr("Selects %1").arg(shownName(text(info.name))));
    chip->setMinimumWidth(64);  // a chip can shrink to this width, so that the button that removes its run stays visible
    connect(chip, &QToolButton::clicked, this, [this, id = info.id] { select(id); });
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("chipClose"));
    close->setProperty("flat", true);
    close->setText(QStringLiteral("×"));
    close->setToolTip(tr("Leaves %1 out").arg(shownName(text(info.name))));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, [this, id = info.id] { model_->remove(id); });
    chipLayout_->addWidget(chip);
    chipLayout_->addWidget(close);
  }
  chipLayout_->addStretch(1);
}

void CompareView::showSentence() {
  const auto& comparison = model_->comparison();
  if (!comparison) return;
  const Tokens& t = tokens();
  QString html;
  for (const SentencePart& part : comparison->sentence) {
    const bool strong = part.tone != SentencePart::Tone::Plain;
    const QColor color = part.tone == SentencePart::Tone::Good ? t.good : part.tone == SentencePart::Tone::Bad ? t.warn : strong ? t.text : t.dim;
    html += QStringLiteral("<span style='color:%1;font-size:%2px;font-weight:%3'>%4</span>")
                .arg(color.name(), strong ? QStringLiteral("20") : QStringLiteral("16"), strong ? QStringLiteral("600") : QStringLiteral("400"),
                     engineText(part.text).toHtmlEscaped());
  }
  sentence_->setText(html);
  sentence_->setAccessibleName(sentence());
  const QString between = QStringLiteral(" · ");
  under_->setText(inLines(engineText(comparison->under).split(between), between));
  under_->setVisible(!comparison->under.empty());
}

QString CompareView::sentence() const {
  QString out;
  if (model_->comparison())
    for (const SentencePart& part : model_->comparison()->sentence) out += engineText(part.text);
  return out;
}

QString CompareView::table() const {
  return settings_->cells()->text() + QLatin1Char('\n') + metrics_->cells()->text();
}

void CompareView::showBreakdownNote() {
  const auto& comparison = model_->comparison();
  if (!comparison) return;
  breakdownCard_->setNote(breakdown_->unit());
  QStringList sources, changes;
  for (const RunFacts& run : comparison->runs)
    if (run.breakdown) sources << engineText(run.breakdown->source);
  double all = 0;
  for (const auto& [category, change] : breakdown_->changes(static_cast<int>(comparison->best))) {
    all += change;
    if (std::abs(change) < 0.05) continue;
    changes << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2&nbsp;<b>%3%4</b>")
                   .arg(categoryColor(category).name(), titleOf(category).toHtmlEscaped(), change < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                        formatNumber(std::abs(change), 3));
  }
  QString html;
  if (comparison->best != comparison->baseline && !changes.isEmpty())
    html = tr("%1 against %2: ")
               .arg(nameOf(comparison->runs[comparison->best]).toHtmlEscaped(), nameOf(comparison->runs[comparison->baseline]).toHtmlEscaped()) +
           changes.join(QStringLiteral(" &nbsp; ")) +
           tr(" &nbsp; in all <b>%1%2 ms</b>").arg(all < 0 ? QStringLiteral("−") : QStringLiteral("+"), formatNumber(std::abs(all), 4)) +
           QStringLiteral("<br/>");
  if (!sources.isEmpty()) {
    sources[0] = tr("Mean of the captured steps: %1").arg(sources[0]);
    html += inLines(sources, QStringLiteral("; ")).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br/>"));
  }
  breakdownNote_->setText(html);
  breakdownNote_->setVisible(!html.isEmpty());
}

void CompareView::showCurves() {
  const RunList& runs = model_->curves();
  if (runs.empty()) return;
  CurveOptions options;
  options.axis = static_cast<XAxis>(axes_->checkedId());
  const Task task = runs[0]->task;
  const std::array<std::string, 2> keys = {std::string(infoOf(task).metric.key), "loss"};
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    CurvePanel* panel = panels_[i];
    const Quantity quantity = quantityOf(keys[i], task);
    std::vector<ChartLine> lines;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const RunStyle look = runStyle(static_cast<int>(r));
      const std::string validation = "val_" + quantity.key, train = "train_" + quantity.key;
      const bool validated = !runs[r]->curve(validation).empty();
      lines.push_back({{r},
                       validated ? validation : train,
                       quantity.scale,
                       !validated,
                       {nameOf(runs[r]->name), look.color, 2, look.dash, validated && runs.size() <= 12}});
    }
    std::vector<LineStyle> styles;
    QVariantList ids;
    QStringList html, plain;
    for (const ChartLine& line : lines) {
      styles.push_back(line.style);
      ids << static_cast<qlonglong>(runs[line.runs[0]]->id);
      const auto best = bestOf(runs[line.runs[0]]->curve(line.series), isLargerBetter(quantity.key));
      const QString figure = best ? quantity.format(best->value * quantity.scale) : QStringLiteral("—");
      plain << line.style.title + QLatin1Char(' ') + figure;
      html << QStringLiteral("<span style='color:%1'>●</span>&nbsp;<span style='color:%2'>%3</span>")
                  .arg(line.style.color.name(), tokens().dim.name(), figure);
    }
    panel->setHeading(quantity.title + (quantity.unit.isEmpty() ? QString() : QStringLiteral(", ") + quantity.unit));
    panel->setNote(tr("by %1").arg(titleOf(options.axis)));
    panel->setLegend(runs.size() <= 8 ? tr("best ") + html.join(QStringLiteral(" &nbsp; ")) : QString(),
                     tr("best: ") + plain.join(QStringLiteral(", ")));
    panel->setValueLimits(kNaN, kNaN);
    panel->setValueFormat(quantity.format);
    panel->setTicks([axis = options.axis](double x) { return formatPosition(axis, x); },
                    options.axis == XAxis::Time ? [](double low, double high) { return timeTicks(XAxis::Time, low, high); }
                                                : std::function<std::vector<double>(double, double)>());
    panel->setLines(styles);
    panel->setProperty("runs", ids);
    for (std::size_t l = 0; l < lines.size(); ++l) panel->replace(l, lineOf(runs, lines[l], options));
  }
  showRanges();
}

void CompareView::showRanges() {
  double low = 1e300, high = -1e300;
  for (const CurvePanel* panel : panels_)
    for (int l = 0; l < panel->property("runs").toList().size(); ++l)
      if (const Line& line = panel->line(static_cast<std::size_t>(l)); !line.empty())
        low = std::min(low, line.x.front()), high = std::max(high, line.x.back());
  const XRange zoomed = zooms_.range();
  if (zoomed.second > zoomed.first) low = zoomed.first, high = zoomed.second;
  if (!(high > low)) low = 0, high = 1;
  for (CurvePanel* panel : panels_) {
    panel->setXRange(low, high);
    panel->fitY();
    panel->draw();
  }
}

void CompareView::fillBaselines() {
  QMenu* menu = baseline_->menu();
  menu->clear();
  if (!model_->comparison()) return;
  for (const RunFacts& run : model_->comparison()->runs) {
    QAction* action = menu->addAction(nameOf(run), this, [this, id = run.info.id] { model_->setBaseline(id); });
    action->setCheckable(true);
    action->setChecked(run.info.id == model_->baseline());
  }
}

void CompareView::fillRuns() {
  constexpr int kOfferedRuns = 30;
  QMenu* menu = add_->menu();
  menu->clear();
  int offered = 0;
  if (lister_)
    for (const auto& [id, name] : lister_()) {
      const auto& runs = model_->runs();
      if (std::find(runs.begin(), runs.end(), id) != runs.end() || offered == kOfferedRuns) continue;
      ++offered;
      menu->addAction(name, this, [this, id = id] { model_->add(id); });
    }
  if (offered == 0) menu->addAction(tr("There is no other run"))->setEnabled(false);
}

void CompareView::showSelected() {
  const RunId run = selection_->run();
  for (RunPicture* picture : {static_cast<RunPicture*>(breakdown_), static_cast<RunPicture*>(memory_), static_cast<RunPicture*>(parallel_),
                              static_cast<RunPicture*>(scatter_->plot())})
    picture->setSelected(run);
  const int index = model_->indexOf(run);
  for (CurvePanel* panel : panels_) {
    panel->setEmphasis(model_->comparison() && model_->comparison()->runs.size() > 1 ? index : -1);
    panel->draw();
  }
  askWhy();
}

void CompareView::askWhy() {
  const auto& comparison = model_->comparison();
  if (!comparison) return;
  const int selected = model_->indexOf(selection_->run());
  const bool other = selected >= 0 && static_cast<std::size_t>(selected) != comparison->baseline;
  why_->compare(model_->store(), &comparison->runs[comparison->baseline],
                &comparison->runs[other ? static_cast<std::size_t>(selected) : comparison->best]);
}

}  // namespace stepscope
