// Reports how a narrow floating point type is used in a compiled program: as arithmetic or as storage, and where.
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
  std::map<std::string, int> kernels;  // kernels that multiply in that type, each with its number of products
  int casts = 0;                       // conversions that are separate nodes
};

// `device` is the device of the program. On a GPU the libraries' kernels of narrow types use its tensor cores, and ours do not.
NarrowUse narrowUseOf(const Program& program, DeviceKind device);

// Sentences for the report of the pass "amp": arithmetic or storage, and its cost or gain according to the measured peaks (0: not known). Empty if no
// product has an operand of a narrow type.
std::vector<std::string> describe(const NarrowUse& use, const MachineSpeed& speed);

}  // namespace stepscope
