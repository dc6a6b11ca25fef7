#include "app/desktop/device_desk.h"

#include <QAction>
#include <QMenu>

#include "app/desktop/run_bar.h"
#include "core/backend/devices/devices.h"
#include "views/common/units.h"
#include "views/session/device_peaks.h"
#include "views/session/session.h"
#include "views/switches/switches_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

DeviceDesk::DeviceDesk(const ViewContext& context, SwitchesModel* switches, RunBar* bar) : QObject(bar), c_(context), switches_(switches), bar_(bar) {
  connect(bar_->deviceMenu(), &QMenu::aboutToShow, this, &DeviceDesk::fillMenu);
  connect(&c_.session, &Session::planChanged, this, &DeviceDesk::showMemory);
  connect(switches_, &SwitchesModel::predictionChanged, this, &DeviceDesk::showMemory);
}

void DeviceDesk::show() {
  const Backend* backend = findBackend(c_.session.device());
  if (!backend) return;
  const DeviceInfo device = backend->device();
  memory_ = device.memoryBytes;
  const QString name = QString::fromStdString(device.name), library = QString::fromStdString(device.library);
  bar_->setDevice(backend->kind() == DeviceKind::Gpu
                      ? tr("GPU · ") + name
                      : tr("CPU · ") + counted(device.cores, tr("core"), tr("cores")) + QStringLiteral(" · ") + QString::fromStdString(device.isa),
                  tr("%1, %2. Click for peak rates and versions; the arrow chooses what the next run trains on.").arg(name, library));
  showMemory();
  c_.peaks.ask();
}

void DeviceDesk::choose(const std::string& device) {
  c_.session.setDevice(device);
  switches_->setPredictor([device](const Project& project, const ModelInput& input, bool withValidation,
                                   const Switches& pending) { return predictOn(device, project, input, withValidation, pending); },
                          [device](const Project& project, const ModelInput& input, bool withValidation, const Switches& pending, std::int64_t most) {
                            return fitBatchOn(device, project, input, withValidation, pending, most);
                          },
                          gpuNumber(device) >= 0);
  show();
}

// Fills the menu when it is opened. Only then the machine is searched for GPUs, because loading a driver would slow down the start.
void DeviceDesk::fillMenu() {
  QMenu* menu = bar_->deviceMenu();
  menu->clear();
  for (const DeviceChoice& choice : deviceChoices()) {
    QAction* action = menu->addAction(engineText(choice.title));
    action->setCheckable(true);
    action->setChecked(choice.name == c_.session.device());
    action->setEnabled(choice.problem.empty() && !c_.session.training());
    if (!choice.problem.empty()) {
      action->setText(engineText(choice.title) + QStringLiteral(": ") + engineText(choice.problem));
      action->setToolTip(engineText(choice.problem));
    }
    connect(action, &QAction::triggered, this, [this, name = choice.name] { choose(name); });
  }
}

void DeviceDesk::showMemory() {
  const auto plan = c_.session.plan();
  const std::int64_t peak = plan ? plan->predictedPeakBytes : switches_->appliedPeakBytes();
  if (peak <= 0 || memory_ <= 0) return bar_->setMemory({}, {});
  bar_->setMemory(tr("step %1 of %2").arg(formatBytes(peak), formatBytes(memory_)),
                  plan ? tr("Planned peak memory of one training step, compared with this machine's memory")
                       : tr("Predicted peak memory of one training step, compared with this machine's memory"));
}

}  // namespace stepscope
