#include "views/inspector/inspector_dock.h"

#include <QAction>
#include <QSettings>

#include "views/inspector/inspector.h"

namespace stepscope {

namespace {
const QString kWanted = QStringLiteral("window/inspector");
}

InspectorDock::InspectorDock(const ViewContext& context, QWidget* parent) : QDockWidget(tr("Inspector"), parent) {
  setObjectName(QStringLiteral("inspectorDock"));
  Inspector* inspector = makeInspector(context);
  setWidget(inspector);
  connect(inspector, &Inspector::emptied, this, &InspectorDock::putAway);
  connect(inspector, &Inspector::described, this, [this] {
    if (wanted_ && !isVisible()) show();
  });
  connect(toggleViewAction(), &QAction::triggered, this, [this](bool visible) { wanted_ = visible; });
}

void InspectorDock::putAway() {
  if (!isFloating()) hide();
}

void InspectorDock::restore(const QSettings& settings) {
  putAway();
  wanted_ = settings.value(kWanted, true).toBool();
}

void InspectorDock::save(QSettings& settings) const {
  settings.setValue(kWanted, wanted_);
}

}  // namespace stepscope
