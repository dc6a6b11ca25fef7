// Shows the device of the next run in the run bar: its name, the menu of devices, and the peak memory of a step compared with the device's memory.
#pragma once

#include <QObject>
#include <cstdint>
#include <string>

#include "views/session/view_context.h"

namespace stepscope {

class RunBar;
class SwitchesModel;

class DeviceDesk : public QObject {
  Q_OBJECT
 public:
  DeviceDesk(const ViewContext& context, SwitchesModel* switches, RunBar* bar);  // the bar owns this object
  void show();

 private:
  void choose(const std::string& device);
  void fillMenu();
  void showMemory();

  const ViewContext c_;
  SwitchesModel* switches_;
  RunBar* bar_;
  std::int64_t memory_ = 0;  // memory of the device, bytes
};

}  // namespace stepscope
