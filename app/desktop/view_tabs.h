// The views as tabs: the current one, its badge and its help.
#pragma once

#include <QTabWidget>

#include "views/session/view_context.h"

namespace stepscope {

struct WindowActions;

class ViewTabs : public QTabWidget {
  Q_OBJECT
 public:
  ViewTabs(const ViewContext& context, const WindowActions& actions);
  void showView(const QString& name);  // with the focus
  void showHelp();

 private:
  void showBadge(const QString& name, int count);
  int indexOfName(const QString& name) const;

  const ViewContext c_;
};

}  // namespace stepscope
