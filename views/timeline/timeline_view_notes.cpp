// Notes in the Timeline tab: the flag on the axis, the field in which its text is written, the menu that lists them; and what is saved.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "views/common/selection.h"
#include "views/common/units.h"
#include "views/timeline/note_book.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

void TimelineView::connectNotes() {
  connect(notes_, &NoteBook::changed, this, [this] { canvas_->setNotes(notes_->notes(), notes_->current()); });
  connect(notes_, &NoteBook::failed, this, [this](const Message& message) { bar_->showMessage(message); });
  connect(canvas_, &TimelineCanvas::noteRequested, this, &TimelineView::addNote);
  connect(canvas_, &TimelineCanvas::noteStepRequested, this, &TimelineView::stepNote);
  connect(canvas_, &TimelineCanvas::noteRemovalRequested, this, [this] { notes_->remove(notes_->current()); });
  connect(canvas_, &TimelineCanvas::noteClicked, this, [this](int note) {
    notes_->setCurrent(note);
    editNote(note);
  });
}

void TimelineView::addNote() {
  if (!model_) return;
  Q_EMIT moved();
  notes_->add(std::llround(canvas_->notePlace()));
  editNote(notes_->current());
}

void TimelineView::editNote(int index) {
  if (index < 0) return;
  const TimelineNote& note = notes_->notes()[static_cast<std::size_t>(index)];
  const TimeAxis& axis = canvas_->axis();
  constexpr int kWidth = 220;
  const double x = axis.xOf(static_cast<double>(note.time)) + 10;
  noteEdit_->setGeometry(static_cast<int>(std::clamp(x, axis.left, std::max(axis.left, axis.left + axis.width - kWidth))), 0, kWidth,
                         TimelineCanvas::kAxisHeight - 1);
  noteEdit_->setText(note.text);
  noteEdit_->show();
  noteEdit_->setFocus();
}

bool TimelineView::filterNoteEdit(QEvent* event) {
  const auto close = [this](bool keep) {
    if (!noteEdit_->isVisible()) return;
    noteEdit_->hide();
    if (keep) notes_->setText(notes_->current(), noteEdit_->text().trimmed());
  };
  if (event->type() == QEvent::FocusOut) close(true);
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
      close(key != Qt::Key_Escape);
      canvas_->setFocus();
      return true;
    }
  }
  return false;
}

void TimelineView::stepNote(int by) {
  if (!model_) return;
  const std::int64_t from = notes_->current() >= 0 ? notes_->notes()[static_cast<std::size_t>(notes_->current())].time
                                                   : std::llround(canvas_->axis().begin + canvas_->axis().length / 2);
  showNote(notes_->next(from, by));
}

void TimelineView::showNote(int index) {
  if (index < 0) return;
  notes_->setCurrent(index);
  const auto time = static_cast<double>(notes_->notes()[static_cast<std::size_t>(index)].time);
  const TimeAxis& axis = canvas_->axis();
  if (time < axis.begin || time > axis.end()) canvas_->showTimes(time - axis.length / 2, time + axis.length / 2, 0);
}

void TimelineView::fillNotesMenu() {
  notesMenu_->clear();
  const std::vector<TimelineNote>& notes = notes_->notes();
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const QString time = formatMs(static_cast<double>(notes[i].time) * 1e-6);
    QAction* action = notesMenu_->addAction(notes[i].text.isEmpty() ? time : time + QStringLiteral("  ") + notes[i].text, this,
                                            [this, i] { showNote(static_cast<int>(i)); });
    action->setCheckable(true);
    action->setChecked(static_cast<int>(i) == notes_->current());
  }
  if (notes.empty()) notesMenu_->addAction(tr("No notes yet"))->setEnabled(false);
  notesMenu_->addSeparator();
  notesMenu_->addAction(tr("Mark This Moment (M)"), this, &TimelineView::addNote);
  const int current = notes_->current();
  notesMenu_->addAction(tr("Edit Current Note"), this, [this, current] { editNote(current); })->setEnabled(current >= 0);
  notesMenu_->addAction(tr("Remove Current Note (Delete)"), this, [this, current] { notes_->remove(current); })->setEnabled(current >= 0);
}

void TimelineView::copyTable(const QString& table) {
  QApplication::clipboard()->setText(table);
}

}  // namespace stepscope
