// Undo in the window: the last change, of any stack; when a view comes to the front, its own stack becomes active.
#pragma once

#include <QHash>
#include <QUndoGroup>

class QWidget;

namespace stepscope {

class UndoStacks : public QUndoGroup {
  Q_OBJECT
 public:
  using QUndoGroup::QUndoGroup;
  // view: the stack becomes active with it; a stack may have several views, or none. If a view has several stacks, the first one added is used.
  void add(QUndoStack* stack, QWidget* view = nullptr);
  void showView(QWidget* view);

 private:
  QHash<QWidget*, QUndoStack*> ofView_;
};

}  // namespace stepscope
