#include "core/train/start_check.h"

#include <string>
#include <utility>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/schedule/schedule.h"
#include "core/train/open_data.h"
#include "core/train/step_program.h"
#include "core/train/switches/check_switches.h"

namespace stepscope {

void checkMonitor(const TrainSpec& train, const TaskMetric& metric) {
  const std::string& best = train.checkpoints.metric;
  const std::string measured = keyOf("val_", metric.task().metric);
  if (best != "auto" && best != "val_loss" && best != measured)
    throw Error(ErrorKind::Input, "train.checkpoints.metric",
                "it is " + best + ", which is not measured in a " + std::string(metric.task().name) + " project",
                "Choose auto, val_loss or " + measured);
  if (!scheduleOf(train.schedule).watchesMetric && train.earlyStopping.patience == 0) return;
  const TaskInfo& task = metric.task();
  const std::string key(task.metric.key);
  if (train.monitor.ends_with("_loss") || train.monitor.ends_with(key)) return;
  throw Error(ErrorKind::Input, "train.monitor",
              "it is " + train.monitor + ", which is not measured in a " + std::string(task.name) + " project",
              "Choose val_loss or val_" + key);
}

void checkStart(const Project& project, const std::atomic<bool>* cancel) {
  const Backend& backend = requireBackend("cpu");
  const DataSplits data = openDataUnless([cancel] { return cancel && *cancel; }, project.data);
  const SampleInfo& info = data.train->info();
  checkSwitches(project.switches, {data.train->size(), info.shape.size() == 3, backend.kind() == DeviceKind::Gpu});
  checkMonitor(project.train, TaskMetric(info));
  KernelChoices choices;
  predictPeakBytes(project, modelInputOf(info), data.validation != nullptr, project.switches, backend, choices);
}

}  // namespace stepscope
