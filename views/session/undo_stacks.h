// What can be taken back in the window: the change that was made last, of whatever stack, and with a view that comes to the front its own.
#pragma once

#include <QHash>
#include <QUndoGroup>

class QWidget;

namespace stepscope {

class UndoStacks : public QUndoGroup {
  Q_OBJECT
 public:
  using QUndoGroup::QUndoGroup;
  // view: that the stack becomes active with; a stack may have several, or none. Of any other view it is the first one that was added.
  void add(QUndoStack* stack, QWidget* view = nullptr);
  void showView(QWidget* view);

 private:
  QHash<QWidget*, QUndoStack*> ofView_;
};

}  // namespace stepscope
