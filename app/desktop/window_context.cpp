#include "app/desktop/window_context.h"

#include <QUndoStack>

#include "app/desktop/example_project.h"
#include "views/common/selection.h"
#include "views/curves/curves_model.h"
#include "views/project/quick_search.h"
#include "views/runs/runs_store.h"
#include "views/session/device_peaks.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/window_requests.h"

namespace stepscope {

ViewContext makeContext(QWidget* window) {
  auto* session = new Session(window);
  auto* selection = new Selection(window);
  auto* store = new RunsStore(window);
  auto* undo = new UndoStacks(window);
  undo->add(store->undoStack());
  // Clears the selection and the history of ranges, since they belong to the previous project.
  QObject::connect(session, &Session::projectChanged, selection, [selection] {
    selection->clear();
    selection->ranges()->history()->clear();
  });
  return {*session,
          *selection,
          *new ShownTrace(*session, *selection, window),
          *new ShownRun(*session, store->runs(), window),
          *new CurvesModel(window),
          *store,
          *new DevicePeaks(*session, window),
          *undo,
          *new QuickSearch(window),
          *new WindowRequests(window),
          exampleProject()};
}

}  // namespace stepscope
