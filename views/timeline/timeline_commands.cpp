#include "views/timeline/timeline_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <algorithm>
#include <iterator>

#include "views/common/text.h"
#include "views/timeline/timeline_canvas.h"

namespace stepscope {
namespace {

constexpr double kKeyZoom = 0.7, kKeyPan = 0.15;

struct KeyCommand {
  int key;
  void (*run)(TimelineCanvas& canvas, bool shift);
};

void scrollPage(TimelineCanvas& canvas, QAbstractSlider::SliderAction action) {
  canvas.verticalScrollBar()->triggerAction(action);
}

constexpr auto comeCloser = [](TimelineCanvas& canvas, bool) { canvas.zoomBy(kKeyZoom); };
constexpr auto goAway = [](TimelineCanvas& canvas, bool) { canvas.zoomBy(1 / kKeyZoom); };
constexpr auto zoomIn = [](TimelineCanvas& canvas, bool) { canvas.zoomToSelection(); };

constexpr KeyCommand kCommands[] = {
    {Qt::Key_W, comeCloser},
    {Qt::Key_Plus, comeCloser},
    {Qt::Key_Equal, comeCloser},
    {Qt::Key_S, goAway},
    {Qt::Key_Minus, goAway},
    {Qt::Key_A, [](TimelineCanvas& canvas, bool) { canvas.panBy(-kKeyPan); }},
    {Qt::Key_D, [](TimelineCanvas& canvas, bool) { canvas.panBy(kKeyPan); }},
    {Qt::Key_Home, [](TimelineCanvas& canvas, bool) { canvas.goToEnd(false); }},
    {Qt::Key_End, [](TimelineCanvas& canvas, bool) { canvas.goToEnd(true); }},
    {Qt::Key_F, [](TimelineCanvas& canvas, bool) { canvas.fit(); }},
    {Qt::Key_N, [](TimelineCanvas& canvas, bool) { canvas.stepMatch(1); }},
    {Qt::Key_P, [](TimelineCanvas& canvas, bool) { canvas.stepMatch(-1); }},
    {Qt::Key_Left, [](TimelineCanvas& canvas, bool) { canvas.selectNeighbour(-1); }},
    {Qt::Key_Right, [](TimelineCanvas& canvas, bool) { canvas.selectNeighbour(1); }},
    {Qt::Key_Up, [](TimelineCanvas& canvas, bool) { canvas.selectOtherRow(-1); }},
    {Qt::Key_Down, [](TimelineCanvas& canvas, bool) { canvas.selectOtherRow(1); }},
    {Qt::Key_PageUp, [](TimelineCanvas& canvas, bool) { scrollPage(canvas, QAbstractSlider::SliderPageStepSub); }},
    {Qt::Key_PageDown, [](TimelineCanvas& canvas, bool) { scrollPage(canvas, QAbstractSlider::SliderPageStepAdd); }},
    {Qt::Key_Return, zoomIn},
    {Qt::Key_Enter, zoomIn},
    {Qt::Key_R, [](TimelineCanvas& canvas, bool) { canvas.selectTime(); }},
    {Qt::Key_O,
     [](TimelineCanvas& canvas, bool) {
       if (canvas.selected()) Q_EMIT canvas.othersRequested();
     }},
    {Qt::Key_X, [](TimelineCanvas& canvas, bool shift) { shift ? canvas.foldAll(canvas.folded().isEmpty()) : canvas.toggleSelectedGroup(); }},
    {Qt::Key_G, [](TimelineCanvas& canvas, bool) { Q_EMIT canvas.stepRequested(); }},
    {Qt::Key_BracketLeft, [](TimelineCanvas& canvas, bool) { Q_EMIT canvas.stepMoveRequested(-1); }},
    {Qt::Key_BracketRight, [](TimelineCanvas& canvas, bool) { Q_EMIT canvas.stepMoveRequested(1); }},
    {Qt::Key_M, [](TimelineCanvas& canvas, bool) { Q_EMIT canvas.noteRequested(); }},
    {Qt::Key_B, [](TimelineCanvas& canvas, bool shift) { Q_EMIT canvas.noteStepRequested(shift ? -1 : 1); }},
    {Qt::Key_Delete, [](TimelineCanvas& canvas, bool) { Q_EMIT canvas.noteRemovalRequested(); }},
    {Qt::Key_Backspace, [](TimelineCanvas& canvas, bool shift) { Q_EMIT canvas.historyRequested(shift ? 1 : -1); }},
    {Qt::Key_Escape, [](TimelineCanvas& canvas, bool) { canvas.giveUp(); }},
};

const KeyCommand* commandOf(int key) {
  const auto* found = std::find_if(std::begin(kCommands), std::end(kCommands), [key](const KeyCommand& one) { return one.key == key; });
  return found == std::end(kCommands) ? nullptr : found;
}

}  // namespace

bool runKey(TimelineCanvas& canvas, const QKeyEvent& event) {
  const bool control = event.modifiers() & Qt::ControlModifier, alt = event.modifiers() & Qt::AltModifier;
  const int key = event.key();
  const bool back = event.matches(QKeySequence::Undo) || (alt && key == Qt::Key_Left);
  if (back || event.matches(QKeySequence::Redo) || (alt && key == Qt::Key_Right)) {
    Q_EMIT canvas.historyRequested(back ? -1 : 1);
    return true;
  }
  if (control && (key == Qt::Key_Plus || key == Qt::Key_Equal || key == Qt::Key_Minus)) {
    canvas.setDensity(canvas.density() + (key == Qt::Key_Minus ? 1 : -1));
    return true;
  }
  if (control || alt || event.modifiers() & Qt::MetaModifier) return false;
  if (event.text() == QLatin1String("?")) {
    Q_EMIT canvas.helpRequested();
    return true;
  }
  const KeyCommand* command = commandOf(key);
  if (command) command->run(canvas, event.modifiers() & Qt::ShiftModifier);
  return command;
}

bool comesBeforeShortcuts(const QKeyEvent& event) {
  const int key = event.key();
  return !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) && commandOf(key) &&
         ((key >= Qt::Key_A && key <= Qt::Key_Z) || key == Qt::Key_Backspace || key == Qt::Key_Delete);
}

void fillMenu(QMenu& menu, TimelineCanvas& canvas) {
  if (const std::optional<TimelineHit> hit = canvas.selected()) {
    menu.addAction(tr("Zoom to This Span"), &canvas, &TimelineCanvas::zoomToSelection);
    menu.addAction(tr("Select Its Time"), &canvas, &TimelineCanvas::selectTime);
    menu.addAction(tr("Find Its Others"), &canvas, &TimelineCanvas::othersRequested);
    menu.addAction(tr("Copy Its Name"), &canvas, [&canvas, hit] { QApplication::clipboard()->setText(canvas.model()->label(*hit)); });
    menu.addSeparator();
  }
  if (canvas.hasRange()) menu.addAction(tr("Zoom to the Range"), &canvas, [&canvas] { canvas.showTimes(canvas.rangeBegin(), canvas.rangeEnd()); });
  menu.addAction(tr("Add a Note Here"), &canvas, &TimelineCanvas::noteRequested);
  menu.addAction(tr("Show Everything"), &canvas, &TimelineCanvas::fit);
  menu.addSeparator();
  menu.addAction(tr("Fold All Groups"), &canvas, [&canvas] { canvas.foldAll(true); });
  menu.addAction(tr("Unfold All Groups"), &canvas, [&canvas] { canvas.foldAll(false); });
}

}  // namespace stepscope
