#include "views/timeline/note_book.h"

#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>
#include <algorithm>

#include "core/base/error.h"

namespace stepscope {

class NoteBook::Command : public QUndoCommand {
 public:
  Command(NoteBook* book, std::vector<TimelineNote> next, int current, const QString& text)
      : QUndoCommand(text), book_(book), before_(book->notes_), after_(std::move(next)), currentBefore_(book->current_), current_(current) {}
  void undo() override {
    if (book_) book_->apply(before_, currentBefore_);
  }
  void redo() override {
    if (book_) book_->apply(after_, current_);
  }

 private:
  QPointer<NoteBook> book_;  // the history may outlive the view
  std::vector<TimelineNote> before_, after_;
  int currentBefore_, current_;
};

NoteBook::NoteBook(QUndoStack* history, QObject* parent) : QObject(parent), history_(history) {}

void NoteBook::open(const QString& path) {
  path_ = path;
  notes_.clear();
  current_ = -1;
  try {
    notes_ = loadNotes(path);
  } catch (const Error& error) {
    path_.clear();  // the file is not ours, so it must not be overwritten
    Q_EMIT failed(messageOf(error));
  }
  Q_EMIT changed();
}

void NoteBook::setCurrent(int index) {
  if (index == current_) return;
  current_ = index;
  Q_EMIT changed();
}

int NoteBook::next(std::int64_t time, int by) const {
  if (notes_.empty()) return -1;
  const int count = static_cast<int>(notes_.size());
  if (by > 0) {
    const auto after = std::find_if(notes_.begin(), notes_.end(), [&](const TimelineNote& note) { return note.time > time; });
    return after == notes_.end() ? 0 : static_cast<int>(after - notes_.begin());
  }
  for (int i = count - 1; i >= 0; --i)
    if (notes_[static_cast<std::size_t>(i)].time < time) return i;
  return count - 1;
}

void NoteBook::add(std::int64_t time, const QString& text) {
  const auto same = std::find_if(notes_.begin(), notes_.end(), [&](const TimelineNote& note) { return note.time == time; });
  if (same != notes_.end()) return setCurrent(static_cast<int>(same - notes_.begin()));
  std::vector<TimelineNote> next = notes_;
  const auto place = std::lower_bound(next.begin(), next.end(), time, [](const TimelineNote& note, std::int64_t t) { return note.time < t; });
  const int index = static_cast<int>(place - next.begin());
  next.insert(place, {time, text});
  push(std::move(next), index, tr("note"));
}

void NoteBook::setText(int index, const QString& text) {
  if (index < 0 || static_cast<std::size_t>(index) >= notes_.size() || notes_[static_cast<std::size_t>(index)].text == text) return;
  std::vector<TimelineNote> next = notes_;
  next[static_cast<std::size_t>(index)].text = text;
  push(std::move(next), index, tr("text of a note"));
}

void NoteBook::remove(int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= notes_.size()) return;
  std::vector<TimelineNote> next = notes_;
  next.erase(next.begin() + index);
  push(std::move(next), -1, tr("removal of a note"));
}

void NoteBook::push(std::vector<TimelineNote> next, int current, const QString& text) {
  history_->push(new Command(this, std::move(next), current, text));
}

void NoteBook::apply(std::vector<TimelineNote> notes, int current) {
  notes_ = std::move(notes);
  current_ = current < static_cast<int>(notes_.size()) ? current : -1;
  Q_EMIT changed();
  if (path_.isEmpty()) return;
  try {
    saveNotes(notes_, path_);
  } catch (const Error& error) {
    Q_EMIT failed(messageOf(error));
  }
}

}  // namespace stepscope
