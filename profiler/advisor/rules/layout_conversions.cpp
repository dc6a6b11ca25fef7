// Images are copied from one layout to another between layers.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/name_answers.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.03;    // least fraction of the step for a finding
constexpr double kForced = 0.20;  // the same for convolutions whose layout was given and not chosen

bool converts(std::string_view name) {
  for (const std::string_view part : {"nchwToNhwc", "nhwcToNchw", "nchw_to_nhwc", "nhwc_to_nchw", "nchwToFoldedNhwc", "transpose_readWrite"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

Finding ofOurs(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  const auto copies = advice::timeOfNodes(trace, [](const TraceNode& node) { return node.op == "reorder"; });
  const double share = trace.shareOfSteps(copies.ns), ms = trace.msPerStep(copies.ns);
  const std::string figure = fmt::format("{} of the step, {}", advice::percent(share), text::milliseconds(ms));
  const bool forced = facts.switches && facts.switches->channelsLast != ImageLayout::Auto && facts.place.images;
  const auto convolutions = advice::timeOfNodes(trace, advice::isConvolution);
  if (const double part = trace.shareOfSteps(convolutions.ns); forced && share < kMuch && part >= kForced) {
    const bool nchw = facts.switches->channelsLast == ImageLayout::ChannelsFirst;
    const std::string much = advice::percent(part) + " of the step";
    Finding finding =
        advice::found(part * 100, "%",
                      fmt::format("{} is set for all layers, and convolutions take {}: whether blocks of channels or {} are faster here "
                                  "was not measured. Auto measures it.",
                                  nchw ? "NCHW" : "NHWC", much, nchw ? "NHWC" : "NCHW"),
                      much);
    finding.category = Category::Forward;
    finding.weight = 0.4 * part;
    finding.evidence.nodes = convolutions.nodes;
    finding.cure = advice::turn(facts, "channels_last", "auto");
    return finding;
  }
  if (share < kMuch) return advice::notFound(share * 100, "%", fmt::format("Copies between layouts take {}.", figure));
  if (facts.switches && !forced)
    return advice::notFound(share * 100, "%",
                            fmt::format("Copies between layouts take {}; the layouts were chosen by time, copies included.", figure));
  const std::string emphasis = advice::percent(share) + " of the step";
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("Copies between layouts of images take {}, {}: kernels need another layout than the one that is set.",
                                              emphasis, text::milliseconds(ms)),
                                  emphasis);
  finding.category = Category::Copy;
  finding.gainAtMostMs = ms;
  // The kernels of a layout that was not chosen by timing may also be slower.
  finding.weight = share + 0.4 * trace.shareOfSteps(convolutions.ns);
  finding.evidence.nodes = copies.nodes;
  finding.cure = advice::turn(facts, "channels_last", "auto");
  return finding;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  if (trace.origin == Origin::Own && !trace.nodeNs.empty()) return ofOurs(facts);
  if (!trace.gpu) return advice::withoutGpu(facts);
  const NameAnswers convertsBy(*trace.trace, converts);
  const auto time =
      advice::timeOfSpans(trace, [&](const TraceLane& lane, std::size_t i) { return lane.kindOf(i) == SpanKind::Kernel && convertsBy(lane, i); });
  const double share = trace.shareOfSteps(time.ns), ms = trace.msPerStep(time.ns);
  if (share < kMuch)
    return advice::notFound(share * 100, "%", fmt::format("Kernels that change the layout of images take {} of the steps.", advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the steps";
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("Changing the layout of images between NCHW and NHWC takes {}, {} a step ({}).", emphasis,
                                              text::milliseconds(ms), text::counted(time.count, "kernel")),
                                  emphasis);
  finding.category = Category::Copy;
  finding.gainAtMostMs = ms;
  finding.weight = share;
  finding.evidence = time.evidence();
  finding.cure = advice::foreignSetting(facts, "Channels last",
                                        "model = model.to(memory_format=torch.channels_last); x = x.to(memory_format=torch.channels_last)",
                                        "images as NHWC from the loader on");
  return finding;
}

}  // namespace

RuleDef layoutConversionsRule() {
  return {"layout_conversions",
          "Images are copied between layouts",
          "Copies from one layout of images to another.",
          {{"share of the step", kMuch * 100, "%", "XProf, other"}, {"convolutions in a given layout", kForced * 100, "%", "ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
