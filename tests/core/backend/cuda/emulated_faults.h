// What the emulated device can be told to do wrong, each as a real one, a library or a description of ours could: the self-test must see
// every one of them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace stepscope::cuda {

struct FaultDef {
  std::string_view name;
  std::string_view what;
  std::string_view shownBy;  // a part of the self-test, as its option `only`
};
std::span<const FaultDef> faultDefs();

// Of a fault of the table; with no fault planted, of none.
bool isPlanted(std::string_view name);

// What a planted fault does to a launch of one of our kernels: whether it is left out, having run `times` times, how many of its last blocks
// never run, what it is told otherwise than it should be, and what becomes of its results.
bool isLeftOut(std::string_view kernelType, long times);
long lostBlocks(long blocks);
void beforeLaunch(std::string_view kernelType, std::byte* functor);
void afterLaunch(std::string_view kernelType, std::byte* functor);

}  // namespace stepscope::cuda
