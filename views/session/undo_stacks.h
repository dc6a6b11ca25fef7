// Undo for the window. The stack that changed last is active; showing a view activates that view's stack.
#pragma once

#include <QHash>
#include <QUndoGroup>

class QWidget;

namespace stepscope {

class UndoStacks : public QUndoGroup {
  Q_OBJECT
 public:
  using QUndoGroup::QUndoGroup;
  // Adds the stack; showing `view` activates it. A stack may have several views, or none. Of several stacks of one view the last one added is used.
  void add(QUndoStack* stack, QWidget* view = nullptr);
  void showView(QWidget* view);  // activates the view's stack or, if it has none, the first stack of all

 private:
  QHash<QWidget*, QUndoStack*> ofView_;
};

}  // namespace stepscope
