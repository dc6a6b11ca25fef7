#include "app/desktop/view_tabs.h"

#include <QAction>
#include <QTabBar>
#include <algorithm>

#include "app/desktop/help.h"
#include "app/desktop/view_table.h"
#include "app/desktop/window_actions.h"
#include "views/common/picture_menu.h"
#include "views/diagnosis/tab_badge.h"
#include "views/session/undo_stacks.h"
#include "views/session/window_requests.h"

namespace stepscope {

ViewTabs::ViewTabs(const ViewContext& context, const WindowActions& actions) : c_(context) {
  setObjectName(QStringLiteral("views"));
  setDocumentMode(true);
  for (const ViewDef& def : viewDefs()) addTab(def.make(c_), def.title);
  for (QAction* view : actions.views) connect(view, &QAction::triggered, this, [this, view] { Q_EMIT c_.window.viewRequested(view->objectName()); });
  actions.views.front()->setChecked(true);
  connect(actions.savePicture, &QAction::triggered, this, [this] { savePictureAs(*currentWidget(), tabText(currentIndex()).toLower()); });
  connect(actions.fit, &QAction::triggered, &c_.window, &WindowRequests::fitRequested);
  connect(actions.help, &QAction::triggered, this, &ViewTabs::showHelp);
  connect(&c_.window, &WindowRequests::badgeRequested, this, &ViewTabs::showBadge);
  connect(this, &QTabWidget::currentChanged, this, [this, &actions](int index) {
    c_.undo.showView(widget(index));
    actions.views[index]->setChecked(true);
    Q_EMIT c_.window.viewShown(viewDefs()[static_cast<std::size_t>(index)].name);
  });
}

int ViewTabs::indexOfName(const QString& name) const {
  const auto& defs = viewDefs();
  const auto at = std::find_if(defs.begin(), defs.end(), [&](const ViewDef& def) { return def.name == name; });
  if (at == defs.end()) qFatal("%s: no view has this name (app/desktop/view_table.cpp).", qPrintable(name));
  return static_cast<int>(at - defs.begin());
}

void ViewTabs::showView(const QString& name) {
  setCurrentIndex(indexOfName(name));
  currentWidget()->setFocus();
}

void ViewTabs::showBadge(const QString& name, int count) {
  // The bar computes the width of a tab when the badge is set.
  const int tab = indexOfName(name);
  QWidget* before = tabBar()->tabButton(tab, QTabBar::RightSide);
  tabBar()->setTabButton(tab, QTabBar::RightSide, count > 0 ? new TabBadge(count) : nullptr);
  if (before) before->deleteLater();
}

void ViewTabs::showHelp() {
  const QString& about = viewDefs()[static_cast<std::size_t>(currentIndex())].about;
  if (about.isEmpty()) QMetaObject::invokeMethod(currentWidget(), "showKeys");
  else showKeys(window(), about);
}

}  // namespace stepscope
