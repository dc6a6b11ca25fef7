// Finds the spans of a thread that were open at a moment, and the place in the program: op, module, line of Python, named range.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Where in a program something happened, as far as the trace shows it; unknown members are empty.
struct ProgramPlace {
  std::string op;      // the outermost op, which the user's code calls: "aten::linear"; in our own recordings the node's title
  std::string module;  // "GPT_0/Block_3/MLP_0", or the layer
  std::string line;    // "train.py(52): step": the innermost Python frame that is not library code, else the innermost one
  std::string range;   // the innermost named range (NVTX, record_function), except steps
  bool empty() const { return op.empty() && module.empty() && line.empty() && range.empty(); }
  std::string text() const;  // "aten::item in GPT_0/Block_3, train.py(52): step"
};

class HostStacks {
 public:
  explicit HostStacks(const Trace& trace);  // keeps a reference to the trace

  // The spans that are open on that thread, the outermost first. PyTorch's Python frames are included; they may be on a separate track with the same
  // thread number.
  std::vector<SpanRef> at(std::int32_t track, std::int64_t time) const;
  // The place of a host span, or of the call that launched GPU work. Work of a backward pass has no frames; it gets the place of its forward op,
  // which an arrow joins to it (autograd's sequence numbers).
  ProgramPlace placeOf(SpanRef span) const;
  // The place of a thread at a moment.
  ProgramPlace placeAt(std::int32_t track, std::int64_t time) const;
  // Lanes of that thread, including those of its Python frames.
  const std::vector<std::int32_t>& lanesOf(std::int32_t track) const { return lanes_[static_cast<std::size_t>(track)]; }
  const Trace& trace() const { return trace_; }

 private:
  std::vector<SpanRef> holding(SpanRef span) const;
  ProgramPlace placeOfStack(const std::vector<SpanRef>& stack) const;
  void readStack(const std::vector<SpanRef>& spans, ProgramPlace& place) const;
  std::string_view name(SpanRef span) const;

  const Trace& trace_;
  std::vector<std::vector<std::int32_t>> lanes_;  // by track
};

// Whether `name` is that of a Python frame in Kineto: "dir/file.py(12): function", "nn.Module: Linear_0" or "<built-in method ...>".
bool isPythonFrame(std::string_view name);
// Whether `name` is a frame of PyTorch, JAX, TensorFlow, of Python itself or of an installed package. Modules and built-in methods count too.
bool isLibraryFrame(std::string_view name);

}  // namespace stepscope
