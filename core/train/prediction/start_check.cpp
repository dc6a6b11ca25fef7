#include "core/train/prediction/start_check.h"

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/program/step_program.h"
#include "core/train/prediction/check_switches.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/task_metric.h"
#include "core/train/watch/monitor.h"

namespace stepscope {

void checkStart(const Project& project, const std::atomic<bool>* cancel) {
  const Backend& backend = requireBackend("cpu");
  const DataSplits data = openDataUnless([cancel] { return cancel && *cancel; }, project.data);
  const SampleInfo& info = data.train->info();
  checkSwitches(project.switches, {data.train->size(), info.shape.size() == 3, backend.kind() == DeviceKind::Gpu});
  checkMetrics(project.train, TaskMetric(info).task(), data.validation != nullptr);
  KernelChoices choices;
  predictPeakBytes(project, modelInputOf(info), data.validation != nullptr, project.switches, backend, choices);
}

}  // namespace stepscope
