// The header of the Timeline tab: two lines of labels, buttons and fields. It only displays, and emits signals for requests.
#pragma once

#include <QFrame>

#include "views/timeline/timeline_model.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace stepscope {

class ElidedLabel;

class TimelineHeader : public QFrame {
  Q_OBJECT
 public:
  explicit TimelineHeader(QWidget* parent = nullptr);

  void setModel(const TimelineModel& model);             // shows the options that it offers, and what is missing in its trace
  void showStep(const TimelineModel& model, int index);  // -1: none
  void setMatches(int current, int count);               // current -1: none yet
  void setHistory(bool back, bool forward);
  void setFollow(bool offered, bool pressed);
  void setColors(TimelineColors colors);
  void setSearched(const QString& text);

  QString heading() const;
  QString note() const;
  QString searched() const;
  TimelineOptions options() const;
  QMenu* notesMenu() const { return notesMenu_; }
  void addButton(QToolButton* button);  // at the end of the first line
  void typeStep();
  void selectStep();
  void typeSearch();

 Q_SIGNALS:
  void reasonsRequested();
  void searchChanged(const QString& text);
  void matchRequested(int by);
  void historyRequested(int by);  // -1: back
  void stepMoveRequested(int by);
  void stepTyped(std::int64_t step);  // -1: no number
  void fitRequested();
  void optionsChanged();
  void followRequested(bool follow);
  void helpRequested();
  void left();  // a field was left with Escape

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QBoxLayout* firstLine();
  QBoxLayout* secondLine();

  QBoxLayout* first_;
  ElidedLabel* heading_;
  QLabel *note_, *matches_;
  QLineEdit *search_, *step_;
  QToolButton *back_, *forward_, *previous_, *next_, *layers_, *follow_;
  QComboBox* colors_;
  QMenu* notesMenu_;
};

}  // namespace stepscope
