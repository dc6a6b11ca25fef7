#include "core/train/prediction/start_check.h"

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/program/planned_memory.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/watch/monitor.h"

namespace stepscope {

void checkSwitches(const Switches& switches, const SwitchPlace& place) {
  if (switches.batchSize < 1)
    throw Error(ErrorKind::Input, "switches.batch_size", "it is " + std::to_string(switches.batchSize), "Choose at least 1");
  for (const SwitchDef& def : switchDefs()) {
    std::string why = whyRefused(def, place, switches, def.get(switches));
    if (why.ends_with('.')) why.pop_back();
    if (!why.empty()) throw Error(ErrorKind::Input, "switches." + def.key, why);
  }
  if (switches.numWorkers < 0)
    throw Error(ErrorKind::Input, "switches.num_workers", "it is " + std::to_string(switches.numWorkers), "Choose 0 or more");
}

void checkStart(const Project& project, const std::atomic<bool>* cancel) {
  const Backend& backend = requireBackend("cpu");
  const DataSplits data = openDataUnless([cancel] { return cancel && *cancel; }, project.data);
  const SampleInfo& info = data.train->info();
  checkSwitches(project.switches, {data.train->size(), info.input().shape.size() == 3, backend.kind() == DeviceKind::Gpu});
  checkMetrics(project.train, TaskMetrics(info).task(), data.validation != nullptr);
  KernelChoices choices;
  predictPeakBytes(programOf(project, modelInputOf(info), data.validation != nullptr), computeThreads(project, backend), backend, choices);
}

}  // namespace stepscope
