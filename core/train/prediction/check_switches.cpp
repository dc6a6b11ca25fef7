#include "core/train/prediction/check_switches.h"

#include "core/base/error.h"

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

}  // namespace stepscope
