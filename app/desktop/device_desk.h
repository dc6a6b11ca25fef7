// The device in the window: the machine in the run bar, the menu of devices, and how much of its memory a step takes.
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
  DeviceDesk(const ViewContext& context, SwitchesModel* switches, RunBar* bar);  // the bar owns it
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
