// A candidate is a kernel that could run a node: the layouts and workspace that it needs, and how it is bound to memory. A table
// (tuning/kernel_table.h) lists the makers of candidates for every op; the first existing candidate is the default, and if there are several the
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

// The node for which a kernel is wanted, and under which conditions.
struct KernelRequest {
  const Graph& graph;
  const Node& node;
  int threads = 1;
  Layout images = Layout::Blocked16;     // how images are stored between layers; argument of preferred()
  std::vector<Physical> inputLayouts{};  // only for optimizer nodes: the stored layout of each input
  // The layout of each input, empty if unknown: a kernel that works in any layout takes them as they are. Inputs that the host binds are listed in
  // their preferred layout, although the host writes them plain.
  std::span<const Physical> knownLayouts{};
  bool bf16Arithmetic = false;  // matrix products of bf16 may multiply in bf16

  bool has(std::size_t input) const { return input < node.inputs.size() && node.inputs[input] != kNone; }
  const Value& input(std::size_t i) const { return graph.value(node.inputs[i]); }
  const Value& output(std::size_t i) const { return graph.value(node.outputs[i]); }
  const Shape& inputShape(std::size_t i) const { return input(i).shape; }
  const Shape& outputShape(std::size_t i) const { return output(i).shape; }
  Physical preferredInput(std::size_t i) const { return preferred(inputShape(i), input(i).dtype, images); }
  Physical preferredOutput(std::size_t i) const { return preferred(outputShape(i), output(i).dtype, images); }
  // The layout of input i: the preferred layout if it is unknown, plain if it is the library's own.
  Physical layoutOfInput(std::size_t i) const;
  // One layout for two inputs of equal shape: that of input `a`, or that of input `b` if only `a` is plain.
  Physical commonLayout(std::size_t a, std::size_t b) const;
};

// Addresses of a node's operands; null if an optional one is absent.
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
  std::vector<Physical> inputs;       // required layouts, one per input of the node; an empty desc accepts the value's own layout
  std::vector<Physical> outputs;      // layouts of the results, one per output of the node
  std::vector<std::size_t> unread{};  // optional inputs that this kernel does not need
  std::int64_t workspaceBytes = 0;
  std::function<Launch(const Buffers&)> bind;
};

// Makes a candidate; nullopt if this kind of kernel does not exist for the request.
using CandidateMaker = std::optional<Candidate> (*)(const KernelRequest&);

struct NamedMaker {
  std::string_view name;
  CandidateMaker make;
  bool lastResort = false;  // correct but slow: used only if no other may run, and not timed
};

struct OpKernels {
  std::string_view op;
  std::vector<NamedMaker> makers;
};

// The candidate with a bind() whose launch calls run(buffers).
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

// A kernel of ours for the given layouts; the caller sets bind.
Candidate ownCandidate(std::vector<Physical> inputs, std::vector<Physical> outputs);

// A kernel of our own, without bind, with all operands row-major; empty if a floating point operand is not f32.
std::optional<Candidate> plainCandidate(const KernelRequest& request);

// Throws the library's refusal as an Error: layer, what happened and the cure. Kind Resource if memory is missing, otherwise Input.
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

// Sets the number of OpenMP threads of the calling thread, and restores the old one. Exactly this number of threads runs, whatever OMP_NUM_THREADS
// and OMP_DYNAMIC are: with fewer, the library would split its sums differently, which changes the last bits.
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
