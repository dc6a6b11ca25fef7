// Shows the views in their places: a tab for each place and, beside the tabs, the modes of a place that has several views. The settings are a page of
// their own. With an opened trace only the views that show traces are offered; a view that has nothing to show is not offered.
#pragma once

#include <QHash>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "views/session/view_context.h"

class QLabel;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace stepscope {

class TabBadge;
struct ViewDef;
struct WindowActions;

class ViewTabs : public QWidget {
  Q_OBJECT
 public:
  ViewTabs(const ViewContext& context, const WindowActions& actions);
  void showView(const QString& name);  // shows the view and gives it the focus; closes the trace if the view does not show traces
  void showHelp();

  QStringList offered() const;  // names of the views that can be chosen, in their order
  QString currentName() const;
  QWidget* currentView() const;
  QWidget* view(const QString& name) const;

 private:
  void buildHead();
  void show(int index);
  void showOffer();
  bool isOffered(const ViewDef& def) const;
  void showBadge(const QString& name, int count);

  const ViewContext c_;
  const std::vector<QAction*> commands_;
  QStackedWidget *head_, *views_;
  QTabBar* bar_;
  std::vector<QToolButton*> modes_;  // one for each view
  QToolButton *settings_, *back_;
  QLabel* title_;
  TabBadge* badge_ = nullptr;
  QHash<QString, int> last_;  // for each place, the view that was shown last
  int before_ = 0;            // the view to return to from a page of its own
};

}  // namespace stepscope
