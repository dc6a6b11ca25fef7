// A kernel that could run a node: which layouts it wants, which workspace it needs, how it is bound to memory. A table
// (tuning/kernel_table.h) lists the makers of candidates for every op; the first that exists is the default, and where there are several the
// tuner may choose another by timing.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/backend/cpu/base/physical.h"
#include "core/backend/cpu/onednn/refused.h"
#include "core/graph/op.h"

namespace stepscope::cpu {

// What a kernel is asked for.
struct KernelRequest {
  const Graph& graph;
  const Node& node;
  int threads = 1;
  Layout images = Layout::Blocked16;     // of images between layers, as preferred() takes it
  std::vector<Physical> inputLayouts{};  // optimizer nodes: how each input is stored as it comes
  // How the inputs are stored, one an input, where that is known: a kernel that works in any layout takes them so instead of asking for
  // another. What the host binds is said to be in the preferred layout: it is plain only because the host writes it so.
  std::span<const Physical> lying{};
  bool bf16Arithmetic = false;  // the CPU multiplies bf16 faster than f32

  bool has(std::size_t input) const { return input < node.inputs.size() && node.inputs[input] != kNone; }
  const Value& input(std::size_t i) const { return graph.value(node.inputs[i]); }
  const Value& output(std::size_t i) const { return graph.value(node.outputs[i]); }
  const Shape& inputShape(std::size_t i) const { return input(i).shape; }
  const Shape& outputShape(std::size_t i) const { return output(i).shape; }
  Physical preferredInput(std::size_t i) const { return preferred(inputShape(i), input(i).dtype, images); }
  Physical preferredOutput(std::size_t i) const { return preferred(outputShape(i), output(i).dtype, images); }
  // How input i is stored; the preferred layout where that is unknown, plain instead of a layout of the library's own.
  Physical lies(std::size_t i) const;
  // One layout for two inputs of one shape: where they differ the blocked one, since images are what is blocked and their readers want it.
  Physical liesTogether(std::size_t a, std::size_t b) const;
};

// Addresses of a node's operands; null where an optional one is absent.
struct Buffers {
  std::vector<std::byte*> inputs, outputs;
  std::byte* workspace = nullptr;

  template <class T = float>
  T* in(std::size_t i) const {
    return i < inputs.size() ? reinterpret_cast<T*>(inputs[i]) : nullptr;
  }
  template <class T = float>
  T* out(std::size_t i) const {
    return i < outputs.size() ? reinterpret_cast<T*>(outputs[i]) : nullptr;
  }
};

using Launch = std::function<void()>;  // empty: nothing to do

struct Candidate {
  std::string name;                   // "direct", "winograd", "matmul", "own"
  std::string library;                // "oneDNN jit:avx512_core", "stepscope"
  std::vector<Physical> inputs;       // wanted; one an input of the node. An empty desc takes the value as it is stored
  std::vector<Physical> outputs;      // produced; one an output of the node
  std::vector<std::size_t> unread{};  // optional inputs that this kernel does not need
  std::int64_t workspaceBytes = 0;
  std::function<Launch(const Buffers&)> bind;
};

// Empty when this kind of kernel does not exist for the request.
using CandidateMaker = std::optional<Candidate> (*)(const KernelRequest&);

struct NamedMaker {
  std::string_view name;
  CandidateMaker make;
  bool lastResort = false;  // right and slow: it runs where none of the others may, and is not timed against them
};

struct OpKernels {
  std::string_view op;
  std::vector<NamedMaker> makers;
};

// The candidate, bound so that its launch calls run(buffers).
template <class Run>
Candidate runs(Candidate candidate, Run run) {
  candidate.bind = [run = std::move(run)](const Buffers& buffers) -> Launch { return [run, buffers] { run(buffers); }; };
  return candidate;
}
template <class Run>
std::optional<Candidate> runs(std::optional<Candidate> candidate, Run run) {
  if (!candidate) return std::nullopt;
  return runs(std::move(*candidate), std::move(run));
}

// A kernel of ours that runs on what it is given; bind is the caller's to set.
Candidate ownCandidate(std::vector<Physical> inputs, std::vector<Physical> outputs);

// A kernel of our own, yet to be bound, that takes and gives everything row-major; empty when a floating point operand is not f32.
std::optional<Candidate> plainCandidate(const KernelRequest& request);

// What the library refused, as a sentence of ours: the layer, what happened and what to do. The one place where its texts end.
[[noreturn]] void throwNamed(const onednn::Refused& refused, const std::string& layer);

// Parts of one workspace, each 64-byte aligned.
class WorkspaceLayout {
 public:
  std::int64_t add(std::int64_t bytes) {
    const std::int64_t offset = bytes_;
    bytes_ += (bytes + 63) / 64 * 64;
    return offset;
  }
  std::int64_t bytes() const { return bytes_; }

 private:
  std::int64_t bytes_ = 0;
};

// Sets the number of OpenMP threads of the calling thread and puts the old one back. It is the number that runs, whatever OMP_NUM_THREADS
// or OMP_DYNAMIC say: with fewer, the library would cut its sums elsewhere and give other last bits.
class ScopedThreads {
 public:
  explicit ScopedThreads(int threads);
  ~ScopedThreads();
  ScopedThreads(const ScopedThreads&) = delete;
  ScopedThreads& operator=(const ScopedThreads&) = delete;

 private:
  int before_, dynamicBefore_;
};

}  // namespace stepscope::cpu
