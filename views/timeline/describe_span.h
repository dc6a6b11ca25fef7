// What the inspector says of a span or of a graph node that ran: label and value, in the order to show them.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct DescriptionRow {
  QString label, value;
  bool monospace = false;  // shapes and kernel names
};

struct SpanDescription {
  QString title;  // "layer4.1.conv2 · conv2d backward weights"
  Category category = Category::Other;
  std::vector<DescriptionRow> rows;
};

// peakFlops: what this machine reaches, FLOP/s, for the share of it; 0 when not measured.
SpanDescription describeSpan(const Trace& trace, SpanRef span, double peakFlops = 0);
// By the node's median over the captured steps; nothing when the trace has no span of it.
std::optional<SpanDescription> describeNode(const Trace& trace, int node, double peakFlops = 0);

}  // namespace stepscope
