// The notes of the trace that is shown: changes go through the history that the view shares with its ranges, and are written to their file
// as they are made.
#pragma once

#include <QObject>
#include <vector>

#include "views/common/message_bar.h"
#include "views/timeline/timeline_notes.h"

class QUndoStack;

namespace stepscope {

class NoteBook : public QObject {
  Q_OBJECT
 public:
  explicit NoteBook(QUndoStack* history, QObject* parent = nullptr);  // history outlives it

  // Reads the notes that are there; an empty path keeps notes in memory only. A file that cannot be read is said by failed().
  void open(const QString& path);
  const QString& path() const { return path_; }
  const std::vector<TimelineNote>& notes() const { return notes_; }
  int current() const { return current_; }  // -1: none
  void setCurrent(int index);
  // The note after (by = 1) or before (by = -1) a time, round the ends; -1 without notes.
  int next(std::int64_t time, int by) const;

  void add(std::int64_t time, const QString& text = {});  // becomes current; a note that is there already becomes current instead
  void setText(int index, const QString& text);
  void remove(int index);

 Q_SIGNALS:
  void changed();
  void failed(const stepscope::Message& message);

 private:
  class Command;
  void push(std::vector<TimelineNote> next, int current, const QString& text);
  void apply(std::vector<TimelineNote> notes, int current);

  QUndoStack* history_;
  QString path_;
  std::vector<TimelineNote> notes_;
  int current_ = -1;
};

}  // namespace stepscope
