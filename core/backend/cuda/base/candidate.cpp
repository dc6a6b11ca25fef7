#include "core/backend/cuda/base/candidate.h"

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "core/base/error.h"

namespace stepscope::cuda {

std::string qualifiedName(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  require(status == 0 && text, "a kernel's type has no name");
  return text.get();
}

// The names are never freed, like those of typeName().
const char* typedName(const char* kernel, const std::vector<int>& types) {
  static std::mutex mutex;
  static std::set<std::string> names;
  std::string name = std::string("stepscope::cuda::Typed<") + kernel;
  for (const int type : types) name += ", " + std::to_string(type);
  const std::lock_guard lock(mutex);
  return names.insert(name + ">").first->c_str();
}

Type typeOf(DType dtype) {
  switch (dtype) {
    case DType::F32: return kF32;
    case DType::BF16: return kBF16;
    case DType::F16: return kF16;
    case DType::I64: return kI64;
    case DType::I32: return kI32;
    case DType::U8: return kU8;
    case DType::I8: break;  // no kernel supports it, see supported()
  }
  return kF32;
}

ElementType elementTypeOf(DType dtype) {
  return static_cast<ElementType>(typeOf(dtype));
}

const OpKernel* kernelFor(const OpDef& op) {
  static const std::map<const OpDef*, const OpKernel*> table = [] {
    std::map<const OpDef*, const OpKernel*> made;
    for (const auto family : {elementwiseKernels(), reductionKernels(), normalizationKernels(), productKernels(), poolingKernels(),
                              structureKernels(), lossKernels(), sequenceKernels(), optimizerKernels()})
      for (const OpKernel& kernel : family) require(made.emplace(&opNamed(kernel.op), &kernel).second, "an op has two GPU kernels");
    return made;
  }();
  const auto it = table.find(&op);
  return it == table.end() ? nullptr : it->second;
}

void bindPlan(const Planned& planned, const Call& call, LaunchList& list) {
  Call own = call;
  own.workspace = nullptr;
  PlanLaunch plan{planned.plan.get(), {}, nullptr};
  if (call.workspace) {
    own.workspace = reinterpret_cast<std::byte*>(alignedToPlan(static_cast<Int>(reinterpret_cast<std::uintptr_t>(call.workspace))));
    plan.workspace = own.workspace + alignedToPlan(planned.ownBytes);
  }
  if (planned.before) planned.before(own, list);
  for (std::size_t i = 0; i < planned.operands.size(); ++i) {
    const PlanOperand& operand = planned.operands[i];
    if (operand.index == kNoOperand) continue;
    std::byte* const base = operand.index >= 0              ? call.inputs[static_cast<std::size_t>(operand.index)]
                            : operand.index == kInWorkspace ? own.workspace
                                                            : call.outputs[static_cast<std::size_t>(-1 - operand.index)];
    plan.operands[i] = base ? base + operand.offset : nullptr;
  }
  list.launches.emplace_back(std::move(plan));
  if (planned.after) planned.after(own, list);
}

std::vector<Int> rowMajorStrides(const Shape& shape) {
  std::vector<Int> strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

Walk walkOf(const Shape& sizes, const std::vector<Int>& strides) {
  require(sizes.size() <= kMaxRank && strides.size() == sizes.size(), "a tensor has too many dimensions for the GPU's kernels");
  Walk walk;
  // Dimensions that are contiguous in memory are merged: fewer divisions per element.
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    if (walk.rank > 0 && walk.strides[walk.rank - 1] == strides[d] * sizes[d]) {
      walk.sizes[walk.rank - 1] *= sizes[d];
      walk.strides[walk.rank - 1] = strides[d];
      continue;
    }
    walk.sizes[walk.rank] = sizes[d];
    walk.strides[walk.rank++] = strides[d];
  }
  return walk;
}

std::vector<Int> stridesOf(const Call& call, const Shape& shape) {
  if (!call.channelsLast || shape.size() != 4) return rowMajorStrides(shape);
  return {shape[1] * shape[2] * shape[3], 1, shape[1] * shape[3], shape[1]};
}

Walk broadcastWalk(const Shape& whole, const Shape& part, bool channelsLast) {
  const bool last = channelsLast && whole.size() == 4;
  const std::vector<Int> own =
      last && part.size() == 4 ? std::vector<Int>{part[1] * part[2] * part[3], 1, part[1] * part[3], part[1]} : rowMajorStrides(part);
  Shape sizes = whole;
  std::vector<Int> strides(whole.size(), 0);
  for (std::size_t back = 1; back <= part.size(); ++back)
    if (part[part.size() - back] > 1) strides[whole.size() - back] = own[part.size() - back];
  if (last) {
    sizes = {whole[0], whole[2], whole[3], whole[1]};
    strides = {strides[0], strides[2], strides[3], strides[1]};
  }
  return walkOf(sizes, strides);
}

}  // namespace stepscope::cuda
