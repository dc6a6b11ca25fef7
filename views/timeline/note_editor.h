// Edits, lists and steps through the notes of the timeline: the field on the axis for the text of a note, and the menu of notes.
#pragma once

#include <QObject>

class QLineEdit;
class QMenu;

namespace stepscope {

class NoteBook;
class TimelineCanvas;

class NoteEditor : public QObject {
  Q_OBJECT
 public:
  NoteEditor(NoteBook* notes, TimelineCanvas* canvas, QMenu* menu);  // the canvas owns it

 Q_SIGNALS:
  void began();  // the user is about to write a note

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void add();
  void edit(int index);
  void step(int by);
  void show(int index);
  void fillMenu();

  NoteBook* notes_;
  TimelineCanvas* canvas_;
  QMenu* menu_;
  QLineEdit* field_;
};

}  // namespace stepscope
