#include "views/session/undo_stacks.h"

#include <QUndoStack>

namespace stepscope {

void UndoStacks::add(QUndoStack* stack, QWidget* view) {
  if (view) ofView_.insert(view, stack);
  if (stacks().contains(stack)) return;
  addStack(stack);
  connect(stack, &QUndoStack::indexChanged, this, [this, stack] {
    if (stack->count() > 0) setActiveStack(stack);
  });
}

void UndoStacks::showView(QWidget* view) {
  setActiveStack(ofView_.value(view, stacks().value(0)));
}

}  // namespace stepscope
