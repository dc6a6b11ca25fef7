#include "views/switches/prediction.h"

#include "core/backend/backend.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/step_program.h"

namespace stepscope {

Prediction predict(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending) {
  const Backend* backend = findBackend("cpu");
  if (!backend) throw Error(ErrorKind::Internal, "cpu", "there is no such backend");
  KernelChoices choices = KernelChoices::load(KernelChoices::defaultPath("cpu"));
  const auto peakOf = [&](const Switches& switches) {
    return predictPeakBytes(project, input, withValidation, switches, *backend, choices);
  };
  Prediction prediction;
  prediction.appliedPeakBytes = prediction.pendingPeakBytes = peakOf(project.switches);
  try {
    int changes = 0;
    for (const SwitchDef& def : switchDefs()) {
      if (def.get(pending) == def.get(project.switches)) continue;
      Switches one = project.switches;
      def.set(one, def.get(pending));
      prediction.ofSwitch[def.key] = prediction.pendingPeakBytes = peakOf(one);
      ++changes;
    }
    if (changes > 1) prediction.pendingPeakBytes = peakOf(pending);
  } catch (const Error& error) {
    prediction.problem = error.what();
  }
  return prediction;
}

}  // namespace stepscope
