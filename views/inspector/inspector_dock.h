// The dock of the inspector: it opens with the first selection, unless the user has closed it.
#pragma once

#include <QDockWidget>

#include "views/session/view_context.h"

class QSettings;

namespace stepscope {

class InspectorDock : public QDockWidget {
  Q_OBJECT
 public:
  explicit InspectorDock(const ViewContext& context, QWidget* parent = nullptr);
  void putAway();  // closes it if it is docked: an empty dock only takes space
  void restore(const QSettings& settings);
  void save(QSettings& settings) const;
  void reset() { wanted_ = true; }

 private:
  bool wanted_ = true;  // the user has not closed it
};

}  // namespace stepscope
