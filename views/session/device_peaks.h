// The peak rates of this machine, of which rates are given as fractions. A GPU is measured once, quickly and not during training; for the cores the
// stored measurement of the planner is used.
#pragma once

#include <QObject>

#include "core/backend/machine_speed.h"
#include "views/common/job.h"

namespace stepscope {

class Session;

class DevicePeaks : public QObject {
  Q_OBJECT
 public:
  explicit DevicePeaks(Session& session, QObject* parent = nullptr);  // session outlives it
  const MachineSpeed& speed() const { return speed_; }
  bool ofGpu() const { return ofGpu_; }

 public Q_SLOTS:
  void ask();  // off the GUI thread; changed() follows, unless the device cannot be used

 Q_SIGNALS:
  void changed();

 private:
  Session& session_;
  MachineSpeed speed_;
  bool ofGpu_ = false;
  JobSlot job_;
};

}  // namespace stepscope
