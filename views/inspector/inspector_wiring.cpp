// Connects the inspector to the selection, and to the displayed trace, plan and runs.
#include "core/base/error.h"
#include "core/report/run_record.h"
#include "views/inspector/inspector.h"
#include "views/session/device_peaks.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

namespace stepscope {

Inspector* makeInspector(const ViewContext& c) {
  auto* inspector = new Inspector(&c.selection);
  inspector->setRunLookup([c](RunId run) { return c.run.now(run); });
  inspector->setRecordLookup([c](RunId run) -> std::function<Inspector::Rows()> {
    const auto& project = c.session.project();
    return [run, path = project ? project->storePath() : std::string(), folder = project ? project->runDirectory(run) : std::string()] {
      Inspector::Rows rows;
      try {
        if (!path.empty())
          for (const auto& [name, value] : recordOf(RunReader(path), run, folder)) rows.emplace_back(engineText(name), engineList(value));
      } catch (const Error&) {  // the list of runs reports errors of the store
      }
      return rows;
    };
  });
  const auto take = [c, inspector] { inspector->setTrace(c.trace.trace()); };
  QObject::connect(&c.trace, &ShownTrace::changed, inspector, take);
  QObject::connect(&c.trace, &ShownTrace::liveChanged, inspector, take);
  QObject::connect(&c.trace, &ShownTrace::spanSelected, inspector, &Inspector::setSpan);
  QObject::connect(&c.session, &Session::planChanged, inspector, [c, inspector] { inspector->setPlan(c.session.plan()); });
  QObject::connect(&c.session, &Session::polled, inspector, &Inspector::refreshRun);
  QObject::connect(&c.session, &Session::projectChanged, inspector, &Inspector::clear);
  QObject::connect(&c.run, &ShownRun::knownChanged, inspector, &Inspector::refreshRun);
  QObject::connect(&c.peaks, &DevicePeaks::changed, inspector, [c, inspector] {
    inspector->setPeak({c.peaks.speed().f32, c.peaks.speed().bandwidth});
  });
  QObject::connect(inspector, &Inspector::othersRequested, &c.trace, &ShownTrace::othersRequested);
  QObject::connect(inspector, &Inspector::memoryRequested, inspector, [c] { Q_EMIT c.window.viewRequested(QStringLiteral("memory")); });
  return inspector;
}

}  // namespace stepscope
