#include "core/backend/cuda/recording/occupancy.h"

#include <algorithm>

namespace stepscope::cuda {
namespace {

struct Limits {
  int capability;  // 90 is 9.0
  std::int64_t threads, blocks, sharedBytes;
};
// All have 65536 registers, allocated in units of 256 per warp; a block's shared memory includes 1 KiB for the system. Shared bytes are per
// multiprocessor.
constexpr Limits kLimits[] = {{80, 2048, 32, 164 << 10}, {86, 1536, 16, 100 << 10},  {87, 1536, 16, 164 << 10},  {89, 1536, 24, 100 << 10},
                              {90, 2048, 32, 228 << 10}, {100, 2048, 32, 228 << 10}, {103, 2048, 32, 228 << 10}, {120, 1536, 24, 100 << 10}};
constexpr std::int64_t kRegisters = 65536, kRegisterUnit = 256, kWarp = 32, kSystemShared = 1024;

Limits limitsOf(int capability) {
  Limits found = kLimits[0];
  for (const Limits& limits : kLimits)
    if (limits.capability <= capability) found = limits;
  return found;
}

}  // namespace

Occupancy occupancyOf(const KernelShape& kernel, std::int64_t multiprocessors, int major, int minor) {
  const Limits limits = limitsOf(major * 10 + minor);
  const std::int64_t warps = std::max<std::int64_t>((kernel.threads + kWarp - 1) / kWarp, 1), mostWarps = limits.threads / kWarp;
  std::int64_t active = std::min(limits.blocks, mostWarps / warps);
  if (kernel.registers > 0) {
    const std::int64_t perWarp = (kernel.registers * kWarp + kRegisterUnit - 1) / kRegisterUnit * kRegisterUnit;
    active = std::min(active, kRegisters / perWarp / warps);
  }
  if (kernel.sharedBytes > 0) active = std::min(active, limits.sharedBytes / (kernel.sharedBytes + kSystemShared));
  Occupancy occupancy;
  occupancy.activeBlocks = std::max<std::int64_t>(active, 0);
  occupancy.theoretical = static_cast<double>(occupancy.activeBlocks * warps) / static_cast<double>(mostWarps);
  if (multiprocessors <= 0) return occupancy;
  occupancy.blocksPerMultiprocessor = static_cast<double>(kernel.blocks) / static_cast<double>(multiprocessors);
  occupancy.warpsPerMultiprocessor = occupancy.blocksPerMultiprocessor * static_cast<double>(warps);
  occupancy.achieved = std::min(occupancy.theoretical, occupancy.warpsPerMultiprocessor / static_cast<double>(mostWarps));
  return occupancy;
}

}  // namespace stepscope::cuda
