#include "views/timeline/timeline_keys.h"

#include <QCoreApplication>
#include <QFrame>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>

#include "views/common/text.h"
#include "views/common/theme.h"

namespace stepscope {
namespace {

// A popup that any key and any click close.
class KeysPanel : public QFrame {
 public:
  explicit KeysPanel(QWidget* parent) : QFrame(parent, Qt::Popup) {}

 protected:
  void keyPressEvent(QKeyEvent*) override { close(); }
  void mousePressEvent(QMouseEvent*) override { close(); }
};

}  // namespace

std::vector<TimelineKeyGroup> timelineKeys() {
  return {
      {tr("Move"),
       {{tr("W S, wheel"), tr("zoom about the mouse")},
        {tr("A D, drag, Shift+wheel"), tr("pan")},
        {tr("Ctrl+drag"), tr("zoom to a box")},
        {tr("Enter, double click"), tr("zoom to the selected span, else to the range")},
        {tr("F, Home, End"), tr("show everything, the beginning, the end")},
        {tr("Backspace, Shift+Backspace"), tr("back and forward through zooms, ranges and notes")},
        {tr("G, [ ]"), tr("go to a step, to the one before or after")},
        {tr("Page Up, Page Down, Alt+wheel"), tr("scroll the rows")}}},
      {tr("Rows"),
       {{tr("click on a name, X"), tr("fold or unfold a group")},
        {tr("Shift+X"), tr("fold or unfold all groups")},
        {tr("Ctrl+plus, Ctrl+minus, Ctrl+wheel"), tr("higher or lower rows")}}},
      {tr("Select"),
       {{tr("click, arrow keys"), tr("a span, its neighbours, other rows")},
        {tr("Shift+drag, drag on the axis"), tr("a range of time, with its statistics")},
        {tr("R"), tr("the time of the selected span, else of the visible part")},
        {tr("Escape"), tr("nothing")}}},
      {tr("Find"),
       {{tr("Ctrl+F"), tr("search names, ops, layers and kernels")},
        {tr("N, P"), tr("next and previous match")},
        {tr("O"), tr("the others of the selected layer or name")}}},
      {tr("Notes"),
       {{tr("M"), tr("mark this moment and write a note")},
        {tr("B, Shift+B"), tr("next and previous note")},
        {tr("Delete"), tr("remove the current note")}}},
  };
}

QFrame* showTimelineKeys(QWidget* above) {
  auto* panel = new KeysPanel(above);
  panel->setObjectName(QStringLiteral("timelineKeys"));
  panel->setAttribute(Qt::WA_DeleteOnClose);
  panel->setProperty("card", true);
  // It needs a border in the dark theme too, where cards have none.
  panel->setStyleSheet(QStringLiteral("#timelineKeys { border: 1px solid %1; }").arg(tokens().line.name()));
  panel->setAccessibleName(tr("Mouse and keys of the timeline"));
  auto* grid = new QGridLayout(panel);
  grid->setContentsMargins(18, 14, 18, 14);
  grid->setHorizontalSpacing(18);
  grid->setVerticalSpacing(3);
  const std::vector<TimelineKeyGroup> groups = timelineKeys();
  // Two columns: moving in the first, the rest in the second.
  int line[2] = {0, 0};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const int side = g < 2 ? 0 : 1;
    auto* title = new QLabel(groups[g].title, panel);
    title->setProperty("role", "heading");
    title->setFont(textFont(12, QFont::DemiBold));
    grid->addWidget(title, line[side]++, side * 3, 1, 2);
    for (const auto& [key, what] : groups[g].keys) {
      auto* keyLabel = new QLabel(key, panel);
      keyLabel->setFont(textFont(12, QFont::DemiBold));
      auto* whatLabel = new QLabel(what, panel);
      whatLabel->setProperty("role", "dim");
      grid->addWidget(keyLabel, line[side], side * 3);
      grid->addWidget(whatLabel, line[side]++, side * 3 + 1);
    }
    ++line[side];
  }
  grid->setColumnMinimumWidth(2, 20);
  panel->adjustSize();
  const QPoint corner = above->mapToGlobal(QPoint(above->width() - panel->width() - 16, 56));
  panel->move(QPoint(std::max(0, corner.x()), corner.y()));
  panel->show();
  return panel;
}

}  // namespace stepscope
