// The launches of a node on the GPU, in order, with the addresses of its operands.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <variant>
#include <vector>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

struct KernelLaunch {
  KernelRef kernel;
  Int blocks = 1;
  int threads = 32;
  Int sharedBytes = 0;
  std::vector<std::byte> functor;
};

// A kernel of cuBLASLt or cuDNN. The plan is owned by the node's Planned.
struct PlanLaunch {
  LibraryPlan* plan = nullptr;
  std::array<void*, kMaxOperands> operands{};
  void* workspace = nullptr;
};

struct ZeroLaunch {
  void* at = nullptr;
  Int bytes = 0;
};

using Launch = std::variant<KernelLaunch, PlanLaunch, ZeroLaunch>;

// The largest parameter of a kernel that every device supports.
constexpr std::size_t kMaxFunctorBytes = 4096;

// The name of a type as NVRTC needs it: "stepscope::cuda::Map1<stepscope::cuda::Relu>".
std::string qualifiedName(const std::type_info& type);
template <class K>
const char* typeName() {
  static const std::string name = qualifiedName(typeid(K));
  return name.c_str();
}

// The name for a kernel that lists its tensors, with their types: "stepscope::cuda::Typed<stepscope::cuda::Map1<stepscope::cuda::Relu>, 1, 1>".
const char* typedName(const char* kernel, const std::vector<int>& types);
template <class K>
const char* typeName(const K& kernel) {
  if constexpr (requires(K k) { k.tensors([](auto&) {}); }) {
    K visited = kernel;
    std::vector<int> types;
    visited.tensors([&](const auto& tensor) { types.push_back(tensor.type); });
    return typedName(typeName<K>(), types);
  } else {
    return typeName<K>();
  }
}

// Runs one thread of a launch on the host.
template <class K>
void runOnHost(const void* functor, const Team& thread) {
  K kernel;
  std::memcpy(static_cast<void*>(&kernel), functor, sizeof(K));
  kernel(thread);
}

// The number of blocks, and of threads per block.
struct Geometry {
  Int blocks = 1;
  int threads = 256;
};
// One thread per element; with more than 4096 blocks (31 per multiprocessor of an H100) each thread handles several elements.
constexpr Geometry perElement(Int count) {
  const Int blocks = (count + 255) / 256;
  return {blocks < 1 ? 1 : blocks < 4096 ? blocks : 4096, 256};
}
// One block per row (at most 65536), with as many warps as a row can use, at most 8.
constexpr Geometry perRow(Int rows, Int width) {
  const Int threads = (width + 31) / 32 * 32;
  return {rows < 1 ? 1 : rows < 65536 ? rows : 65536, static_cast<int>(threads < 32 ? 32 : threads < 256 ? threads : 256)};
}

class LaunchList {
 public:
  template <class K>
  void add(const K& kernel, Geometry geometry, Int sharedBytes = 0) {
    static_assert(std::is_trivially_copyable_v<K> && sizeof(K) <= kMaxFunctorBytes);
    KernelLaunch launch{{typeName(kernel), runOnHost<K>}, geometry.blocks, geometry.threads, sharedBytes, {}};
    launch.functor.resize(sizeof(K));
    std::memcpy(launch.functor.data(), &kernel, sizeof(K));
    launches.emplace_back(std::move(launch));
  }
  // A kernel whose type was composed at run time; its parameter has the layout of K.
  template <class K>
  void add(const K& parameter, KernelRef kernel, Geometry geometry) {
    static_assert(std::is_trivially_copyable_v<K> && sizeof(K) <= kMaxFunctorBytes);
    KernelLaunch launch{kernel, geometry.blocks, geometry.threads, 0, {}};
    launch.functor.resize(sizeof(K));
    std::memcpy(launch.functor.data(), &parameter, sizeof(K));
    launches.emplace_back(std::move(launch));
  }
  void zero(void* at, Int bytes) {
    if (bytes > 0) launches.emplace_back(ZeroLaunch{at, bytes});
  }

  std::vector<Launch> launches;
};

}  // namespace stepscope::cuda
