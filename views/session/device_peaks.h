// What this machine can do at most, which fractions of rates are taken of. A GPU's is measured once on this machine, in a moment and not
// while something trains; of the cores what the planner measured is taken.
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
  void ask();  // off the GUI thread; changed() follows, or nothing where it is not known

 Q_SIGNALS:
  void changed();

 private:
  Session& session_;
  MachineSpeed speed_;
  bool ofGpu_ = false;
  JobSlot job_;
};

}  // namespace stepscope
