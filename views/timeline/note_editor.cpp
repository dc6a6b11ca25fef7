#include "views/timeline/note_editor.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "views/common/units.h"
#include "views/timeline/note_book.h"
#include "views/timeline/timeline_canvas.h"

namespace stepscope {

NoteEditor::NoteEditor(NoteBook* notes, TimelineCanvas* canvas, QMenu* menu)
    : QObject(canvas), notes_(notes), canvas_(canvas), menu_(menu), field_(new QLineEdit(canvas->viewport())) {
  field_->setObjectName(QStringLiteral("timelineNoteText"));
  field_->setPlaceholderText(tr("Note; Enter keeps it"));
  field_->setAccessibleName(tr("Text of the note"));
  field_->hide();
  field_->installEventFilter(this);
  connect(notes_, &NoteBook::changed, this, [this] { canvas_->setNotes(notes_->notes(), notes_->current()); });
  connect(canvas_, &TimelineCanvas::noteRequested, this, &NoteEditor::add);
  connect(canvas_, &TimelineCanvas::noteStepRequested, this, &NoteEditor::step);
  connect(canvas_, &TimelineCanvas::noteRemovalRequested, this, [this] { notes_->remove(notes_->current()); });
  connect(canvas_, &TimelineCanvas::noteClicked, this, [this](int note) {
    notes_->setCurrent(note);
    edit(note);
  });
  connect(menu_, &QMenu::aboutToShow, this, &NoteEditor::fillMenu);
}

void NoteEditor::add() {
  if (!canvas_->model()) return;
  Q_EMIT began();
  notes_->add(std::llround(canvas_->notePlace()));
  edit(notes_->current());
}

void NoteEditor::edit(int index) {
  if (index < 0) return;
  const TimelineNote& note = notes_->notes()[static_cast<std::size_t>(index)];
  const TimeAxis& axis = canvas_->axis();
  constexpr int kWidth = 220;
  const double x = axis.xOf(static_cast<double>(note.time)) + 10;
  field_->setGeometry(static_cast<int>(std::clamp(x, axis.left, std::max(axis.left, axis.left + axis.width - kWidth))), 0, kWidth,
                      TimelineCanvas::kAxisHeight - 1);
  field_->setText(note.text);
  field_->show();
  field_->setFocus();
}

bool NoteEditor::eventFilter(QObject*, QEvent* event) {
  const auto close = [this](bool keep) {
    if (!field_->isVisible()) return;
    field_->hide();
    if (keep) notes_->setText(notes_->current(), field_->text().trimmed());
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

void NoteEditor::step(int by) {
  if (!canvas_->model()) return;
  const std::int64_t from = notes_->current() >= 0 ? notes_->notes()[static_cast<std::size_t>(notes_->current())].time
                                                   : std::llround(canvas_->axis().begin + canvas_->axis().length / 2);
  show(notes_->next(from, by));
}

void NoteEditor::show(int index) {
  if (index < 0) return;
  notes_->setCurrent(index);
  const auto time = static_cast<double>(notes_->notes()[static_cast<std::size_t>(index)].time);
  const TimeAxis& axis = canvas_->axis();
  if (time < axis.begin || time > axis.end()) canvas_->showTimes(time - axis.length / 2, time + axis.length / 2, 0);
}

void NoteEditor::fillMenu() {
  menu_->clear();
  const std::vector<TimelineNote>& notes = notes_->notes();
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const QString time = formatMs(static_cast<double>(notes[i].time) * 1e-6);
    QAction* action = menu_->addAction(notes[i].text.isEmpty() ? time : time + QStringLiteral("  ") + notes[i].text, this,
                                       [this, i] { show(static_cast<int>(i)); });
    action->setCheckable(true);
    action->setChecked(static_cast<int>(i) == notes_->current());
  }
  if (notes.empty()) menu_->addAction(tr("No notes yet"))->setEnabled(false);
  menu_->addSeparator();
  menu_->addAction(tr("Mark This Moment (M)"), this, &NoteEditor::add);
  const int current = notes_->current();
  menu_->addAction(tr("Edit Current Note"), this, [this, current] { edit(current); })->setEnabled(current >= 0);
  menu_->addAction(tr("Remove Current Note (Delete)"), this, [this, current] { notes_->remove(current); })->setEnabled(current >= 0);
}

}  // namespace stepscope
