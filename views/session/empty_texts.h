// The texts of an empty view, as projects are opened and runs begin and end, and the button for the next step.
#pragma once

#include "views/common/message_bar.h"
#include "views/common/text.h"
#include "views/session/session.h"
#include "views/session/view_context.h"

namespace stepscope {

// Calls `call` now, and whenever another project is open or a run begins or ends, as long as the view exists.
template <class Call>
void whenSessionChanges(const ViewContext& c, QObject* view, const Call& call) {
  QObject::connect(&c.session, &Session::projectChanged, view, call);
  QObject::connect(&c.session, &Session::trainingChanged, view, call);
  call();
}

// Empty texts of a view of captured steps.
template <class View>
void keepCaptureTexts(const ViewContext& c, View* view, const QString& sentence) {
  whenSessionChanges(c, view, [c, view, sentence] {
    const QString other = c.session.project() ? tr("Train") : tr("Open Trace...");
    view->setEmptyTexts(tr("No steps captured yet"), sentence, c.session.training() ? tr("Capture 5 steps") : other);
  });
}

// Empty texts of a view of the plan. `failed`: the title if the plan cannot be made.
template <class View>
void keepPlanTexts(const ViewContext& c, View* view, const QString& failed, const QString& title, const QString& sentence) {
  const auto update = [=] {
    if (const auto& problem = c.session.planProblem(); problem && !c.session.training())
      return view->setEmptyTexts(failed, plainText(*problem), tr("Open the project again"));
    const QString other = c.session.training() ? QString() : tr("Plan the step");
    view->setEmptyTexts(title, sentence, c.session.project() ? other : tr("Open Project..."));
  };
  QObject::connect(&c.session, &Session::planChanged, view, update);
  whenSessionChanges(c, view, update);
}

}  // namespace stepscope
