// What became of a narrow floating point type in a compiled program: arithmetic or storage, and where.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/machine_speed.h"

namespace stepscope {

struct NarrowUse {
  DType type = DType::BF16;
  DeviceKind device = DeviceKind::Cpu;
  int products = 0;                    // convolutions, linear layers and attention on operands of a narrow type
  int arithmetic = 0;                  // of them, those that multiply in that type
  int matrixUnits = 0;                 // of those, on matrix units: AMX, or a GPU's tensor cores
  std::map<std::string, int> kernels;  // that multiply in that type, and how many products each of them has
  int casts = 0;                       // conversions left as nodes of their own
};

// device: what the program runs on. On a GPU the libraries' kernels of narrow types are those of its tensor cores, and ours are not.
NarrowUse narrowUseOf(const Program& program, DeviceKind device);

// Sentences for the report of the pass "amp": which of the two it is, and what that costs or gains by the measured peaks (0: not known).
// None when no product has an operand of a narrow type.
std::vector<std::string> describe(const NarrowUse& use, const MachineSpeed& speed);

}  // namespace stepscope
