// The notes of the displayed trace: changes go through the history that the view also uses for its ranges, and are written to their file at
// once.
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
  explicit NoteBook(QUndoStack* history, QObject* parent = nullptr);  // history must outlive this object

  // Reads the existing notes; with an empty path notes stay in memory only. failed() reports a file that cannot be read.
  void open(const QString& path);
  const QString& path() const { return path_; }
  const std::vector<TimelineNote>& notes() const { return notes_; }
  int current() const { return current_; }  // -1: none
  void setCurrent(int index);
  // The note after (by = 1) or before (by = -1) a time, cyclically; -1 without notes.
  int next(std::int64_t time, int by) const;

  void add(std::int64_t time, const QString& text = {});  // becomes current; an existing note at that time becomes current instead
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
