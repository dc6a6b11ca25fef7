#include "views/session/device_peaks.h"

#include <algorithm>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "views/session/session.h"

namespace stepscope {

DevicePeaks::DevicePeaks(Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session_, &Session::trainingChanged, this, [this](bool training) {
    if (!training) ask();
  });
}

void DevicePeaks::ask() {
  const Backend* backend = findBackend(session_.device());
  const bool gpu = backend && backend->kind() == DeviceKind::Gpu, measure = gpu && !session_.training();
  const int threads = gpu || !backend ? 1 : std::max(1, backend->device().cores);
  job_.start([this, device = session_.device(), gpu, measure, threads](const std::atomic<bool>&) -> std::function<void()> {
    MachineSpeed speed;
    try {
      const Backend& asked = backendToAsk(device);
      speed = measure ? machineSpeed(asked, threads) : keptSpeed(asked, threads);
    } catch (const Error&) {
      return [] {};  // rates are then shown without fractions of the peak
    }
    return [this, gpu, speed] {
      speed_ = speed;
      ofGpu_ = gpu;
      Q_EMIT changed();
    };
  });
}

}  // namespace stepscope
