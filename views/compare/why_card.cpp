#include "views/compare/why_card.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/common/picture_menu.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/cell_table.h"
#include "views/curves/curve_panel.h"
#include "views/timeline/timeline_canvas.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr std::size_t kWhyRows = 14;
constexpr int kTimelineHeight = 190;  // px
}  // namespace

WhyCard::WhyCard(WhyModel* model, QWidget* parent)
    : Card(tr("Why did it change"), {}, parent),
      model_(model),
      sentence_(new QLabel),
      note_(new QLabel),
      table_(new CellTable(tr("What changed"))),
      pictures_(new QWidget) {
  sentence_->setFont(textFont(15, QFont::DemiBold));
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  note_->setProperty("role", "dim");
  note_->setWordWrap(true);
  note_->setTextFormat(Qt::PlainText);
  body()->addWidget(sentence_);
  body()->addWidget(note_);
  body()->addWidget(table_);
  auto* layout = new QVBoxLayout(pictures_);
  layout->setContentsMargins(0, 0, 0, 0);
  for (int i = 0; i < 2; ++i) {
    const auto index = static_cast<std::size_t>(i);
    names_[index] = new QLabel;
    names_[index]->setProperty("role", "dim");
    timelines_[index] = new TimelineCanvas;
    timelines_[index]->setMinimumHeight(kTimelineHeight);
    timelines_[index]->setMaximumHeight(kTimelineHeight);
    connect(timelines_[index], &TimelineCanvas::viewMoved, this, [this, i](double begin, double end, int) { follow(i, begin, end); });
    layout->addWidget(names_[index]);
    layout->addWidget(timelines_[index]);
  }
  body()->addWidget(pictures_);
  memory_ = new CurvePanel(tr("Memory of the step"), tr("alive while each node runs, as planned"));
  memory_->setProperty("card", false);
  memory_->body()->setContentsMargins(0, 6, 0, 0);
  memory_->setValueLimits(0, kNaN);
  memory_->setValueFormat([](double bytes) { return formatBytes(bytes); });
  connect(memory_, &CurvePanel::cursorMoved, memory_, &CurvePanel::showCursor);
  connect(memory_, &CurvePanel::rangeMoved, memory_, [this](double low, double high) {
    memory_->setXRange(low, high);
    memory_->draw();
  });
  connect(memory_, &CurvePanel::fitRequested, this, &WhyCard::showWhy);
  body()->addWidget(memory_);
  addToHeader(pictureButton({this, QStringLiteral("why"), [this] { return table_->cells()->text(); }}, this));
  connect(model_, &WhyModel::changed, this, &WhyCard::showWhy);
  showWhy();
}

QString WhyCard::sentence() const {
  return sentence_->text();
}

void WhyCard::follow(int moved, double begin, double end) {
  if (!model_->why()) return;
  // Both timelines show the same range relative to the beginning of their first captured step.
  const double shift = side(1 - moved).stepBegin - side(moved).stepBegin;
  timelines_[static_cast<std::size_t>(1 - moved)]->restoreTimes(begin + shift, end + shift);
  timelines_[static_cast<std::size_t>(moved)]->restoreTimes(begin, end);
}

void WhyCard::showWhy() {
  const auto& why = model_->why();
  setVisible(why || model_->busy());
  setNote(why ? tr("%1 against %2").arg(why->b.name, why->a.name) : tr("reading the captures"));
  const bool both = why && why->diff;
  table_->setVisible(both);
  pictures_->setVisible(both);
  sentence_->setVisible(both);
  note_->setVisible(why != nullptr);
  memory_->setVisible(why && (!why->a.memory.empty() || !why->b.memory.empty()));
  if (!why) return;
  QStringList notes;
  if (!why->problem.isEmpty()) notes << why->problem;
  if (both) {
    sentence_->setText(engineText(why->diff->sentence));
    for (const std::string& missing : why->diff->missing) notes << engineText(missing);
    if (why->a.samples != why->b.samples)
      notes << tr("A step holds %1 samples in %2 and %3 in %4: these are times of steps, not of samples.")
                   .arg(formatNumber(why->a.samples, 9), why->a.name, formatNumber(why->b.samples, 9), why->b.name);
    table_->setTable(tableOf(*why->diff, kWhyRows), tr("what"), {why->a.name, why->b.name});
    const double length = std::max(why->a.stepLength, why->b.stepLength) * 1.02;
    for (int i = 0; i < 2; ++i) {
      const auto index = static_cast<std::size_t>(i);
      names_[index]->setText(tr("%1: captured steps").arg(side(i).name));
      timelines_[index]->setModel(side(i).timeline);
      timelines_[index]->setAnimated(false);
      if (length > 0) timelines_[index]->restoreTimes(side(i).stepBegin, side(i).stepBegin + length);
    }
  }
  note_->setText(notes.join(QStringLiteral("\n")));
  note_->setVisible(!notes.isEmpty());
  std::vector<LineStyle> styles;
  double nodes = 1;
  for (int i = 0; i < 2; ++i) {
    const RunStyle look = runStyle(i);
    styles.push_back({side(i).name, look.color, 2, i == 0 ? Qt::SolidLine : Qt::DashLine});
    if (!side(i).memory.empty()) nodes = std::max(nodes, side(i).memory.x.back());
  }
  memory_->setLines(styles);
  for (int i = 0; i < 2; ++i) memory_->replace(static_cast<std::size_t>(i), side(i).memory);
  memory_->setLegend(tr("%1 solid, %2 dashed").arg(side(0).name.toHtmlEscaped(), side(1).name.toHtmlEscaped()),
                     tr("memory over the nodes of a step"));
  memory_->setXRange(0, nodes);
  memory_->fitY();
  memory_->draw();
}

}  // namespace stepscope
