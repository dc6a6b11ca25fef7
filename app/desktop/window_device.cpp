// The window's part that knows what it computes on: the machine in the run bar, the menu of devices, the peaks of the GPU tab.
#include <QAction>
#include <QMenu>
#include <algorithm>

#include "app/desktop/main_window.h"
#include "app/desktop/run_bar.h"
#include "core/backend/devices/devices.h"
#include "core/backend/machine_speed.h"
#include "core/base/error.h"
#include "views/common/units.h"
#include "views/gpu/gpu_view.h"
#include "views/inspector/inspector.h"
#include "views/session/session.h"
#include "views/switches/switches_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

void MainWindow::showDevice() {
  const Backend* backend = findBackend(session_->device());
  if (!backend) return;
  const bool gpu = backend->kind() == DeviceKind::Gpu;
  const DeviceInfo device = backend->device();
  deviceMemory_ = device.memoryBytes;
  const QString name = QString::fromStdString(device.name), library = QString::fromStdString(device.library);
  runBar_->setDevice(
      gpu ? tr("GPU · ") + name
          : tr("CPU · ") + counted(device.cores, tr("core"), tr("cores")) + QStringLiteral(" · ") + QString::fromStdString(device.isa),
      tr("%1, %2. Click for peak rates and versions; the arrow chooses what the next run trains on.").arg(name, library));
  updateMemory();
  askPeaks();
}

// What fractions in the GPU tab and the inspector are taken of. A GPU's is measured once on this machine, in a moment and not while something
// trains; of the cores what the planner measured is taken.
void MainWindow::askPeaks() {
  const Backend* backend = findBackend(session_->device());
  const bool gpu = backend && backend->kind() == DeviceKind::Gpu, measure = gpu && !session_->training();
  const int threads = gpu || !backend ? 1 : std::max(1, backend->device().cores);
  peakJob_.start([this, device = session_->device(), gpu, measure, threads](const std::atomic<bool>&) -> std::function<void()> {
    GpuPeak peak;
    MachinePeak machine;
    try {
      const Backend& asked = backendToAsk(device);
      const MachineSpeed speed = measure ? machineSpeed(asked, threads) : keptSpeed(asked, threads);
      peak = {speed.f32, speed.bf16, speed.f16, speed.bandwidth};
      machine = {speed.f32, speed.bandwidth};
    } catch (const Error&) {
      return [] {};  // rates are shown without fractions
    }
    return [this, gpu, peak, machine] {
      if (gpu) gpu_->setPeak(peak);
      inspector_->setPeak(machine);
    };
  });
}

void MainWindow::chooseDevice(const std::string& device) {
  session_->setDevice(device);
  switchesModel_->setPredictor([device](const Project& project, const ModelInput& input, bool withValidation,
                                        const Switches& pending) { return predictOn(device, project, input, withValidation, pending); },
                               [device](const Project& project, const ModelInput& input, bool withValidation, const Switches& pending,
                                        std::int64_t most) { return fitBatchOn(device, project, input, withValidation, pending, most); },
                               gpuNumber(device) >= 0);
  showDevice();
}

// The machine is asked for its GPUs only now: looking for a driver is nothing that a start should wait for.
void MainWindow::fillDeviceMenu() {
  QMenu* menu = runBar_->deviceMenu();
  menu->clear();
  for (const DeviceChoice& choice : deviceChoices()) {
    QAction* action = menu->addAction(engineText(choice.title));
    action->setCheckable(true);
    action->setChecked(choice.name == session_->device());
    action->setEnabled(choice.problem.empty() && !session_->training());
    if (!choice.problem.empty()) {
      action->setText(engineText(choice.title) + QStringLiteral(": ") + engineText(choice.problem));
      action->setToolTip(engineText(choice.problem));
    }
    connect(action, &QAction::triggered, this, [this, name = choice.name] { chooseDevice(name); });
  }
}

}  // namespace stepscope
