// The peak rates of this machine, used for fractions of rates. A GPU is measured once, quickly and not during training; for the cores the planner's
// measurement is used.
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
  void ask();  // off the GUI thread; changed() follows, unless the result is unknown

 Q_SIGNALS:
  void changed();

 private:
  Session& session_;
  MachineSpeed speed_;
  bool ofGpu_ = false;
  JobSlot job_;
};

}  // namespace stepscope
