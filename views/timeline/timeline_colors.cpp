#include "views/timeline/timeline_colors.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <unordered_map>

#include "profiler/trace/communication_names.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr std::uint8_t kCategories = static_cast<std::uint8_t>(Category::Other) + 1;                     // keys from here on are SpanKinds
constexpr std::uint8_t kCommunicationKey = kCategories + static_cast<std::uint8_t>(SpanKind::Overhead);  // the key after the kinds
constexpr std::uint8_t kNoLayer = kLayerColors;                                                          // the key after the layers' own
// Upper limits of the durations with one colour, ns; the last colour has all longer ones.
constexpr std::array<std::int64_t, kDurationColors - 1> kLengths{3'000, 10'000, 30'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
constexpr std::array<const char*, kDurationColors> kLengthNames{
    QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 3 µs"),   QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 10 µs"),
    QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 30 µs"),  QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 100 µs"),
    QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 1 ms"),   QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 10 ms"),
    QT_TRANSLATE_NOOP("stepscope::TimelineColors", "< 100 ms"), QT_TRANSLATE_NOOP("stepscope::TimelineColors", "longer")};

// The block of the network that a layer belongs to: "layer1.0.conv1" belongs to "layer1"; if all belong to one block, its parts are used
// instead.
std::vector<std::string> blocksOf(const Trace& trace) {
  for (int level = 1; level <= 3; ++level) {
    std::vector<std::string> blocks;
    std::string first;
    bool differ = false, deeper = false;
    for (const TraceNode& node : trace.nodes) {
      std::size_t at = 0;
      for (int l = 0; l < level && at != std::string::npos; ++l) at = node.layer.find('.', at == 0 && l == 0 ? 0 : at + 1);
      blocks.push_back(node.layer.substr(0, at));
      deeper = deeper || at != std::string::npos;
      if (blocks.back().empty()) continue;
      if (first.empty()) first = blocks.back();
      differ = differ || blocks.back() != first;
    }
    if (differ || !deeper) return blocks;
  }
  return std::vector<std::string>(trace.nodes.size());
}

std::uint8_t kindKey(SpanKind kind) {
  return kind == SpanKind::Other ? static_cast<std::uint8_t>(Category::Other)
                                 : static_cast<std::uint8_t>(kCategories + static_cast<std::uint8_t>(kind) - 1);
}

QString kindName(SpanKind kind) {
  switch (kind) {
    case SpanKind::CpuOp: return tr("CPU op");
    case SpanKind::Annotation: return tr("annotation");
    case SpanKind::Python: return tr("Python");
    case SpanKind::Runtime: return tr("CUDA call");
    case SpanKind::Kernel: return tr("GPU kernel");
    case SpanKind::Memcpy: return tr("GPU copy");
    case SpanKind::Memset: return tr("GPU memset");
    case SpanKind::Sync: return tr("CUDA wait");
    case SpanKind::GpuAnnotation: return tr("annotation on the GPU");
    case SpanKind::Overhead: return tr("profiler");
    case SpanKind::Other: break;
  }
  return tr("other");
}

}  // namespace

QString titleOf(TimelineColors colors) {
  switch (colors) {
    case TimelineColors::Category: return tr("category");
    case TimelineColors::Layer: return tr("layer");
    case TimelineColors::Duration: return tr("duration");
  }
  return {};
}

TimelineKeys::TimelineKeys(const Trace& trace, TimelineColors colors) : trace_(trace), colors_(colors) {
  if (colors == TimelineColors::Category) {
    for (std::uint32_t id = 0; id < trace.names.size(); ++id) communicates_.push_back(namesCommunication(trace.names.name(id)));
    if (std::find(communicates_.begin(), communicates_.end(), 1) == communicates_.end()) communicates_.clear();
  }
  if (colors != TimelineColors::Layer) return;
  byLayer_ = std::any_of(trace.nodes.begin(), trace.nodes.end(), [](const TraceNode& node) { return !node.layer.empty(); });
  if (byLayer_) {
    std::unordered_map<std::string, std::uint8_t> keys;
    for (const std::string& block : blocksOf(trace)) {
      if (block.empty()) {
        nodeKeys_.push_back(kNoLayer);
        continue;
      }
      const auto [entry, added] = keys.try_emplace(block, static_cast<std::uint8_t>(layers_.size() % kLayerColors));
      if (added) layers_.push_back(block);
      nodeKeys_.push_back(entry->second);
    }
  } else {
    // FNV-1a (Fowler, Noll, Vo): a name keeps its colour from trace to trace.
    for (std::uint32_t id = 0; id < trace.names.size(); ++id) {
      std::uint32_t hash = 2166136261u;
      for (const char c : trace.names.name(id)) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
      nameKeys_.push_back(static_cast<std::uint8_t>((hash ^ (hash >> 16)) % kLayerColors));
    }
  }
}

// As in the breakdown: kernels and host ops of communication are recognized by their names.
std::uint8_t TimelineKeys::categoryKey(const TraceLane& lane, std::size_t i) const {
  const SpanKind kind = lane.kindOf(i);
  if ((kind == SpanKind::Kernel || kind == SpanKind::CpuOp) && lane.name[i] < communicates_.size() && communicates_[lane.name[i]])
    return kCommunicationKey;
  return lane.category[i] == static_cast<std::uint8_t>(Category::Other) ? kindKey(kind) : lane.category[i];
}

std::vector<std::uint8_t> TimelineKeys::keysOf(const TraceLane& lane) const {
  std::vector<std::uint8_t> keys;
  if (colors_ == TimelineColors::Category) {
    if (lane.kind.empty()) return keys;
    keys.resize(lane.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = categoryKey(lane, i);
    return keys;
  }
  keys.resize(lane.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (colors_ == TimelineColors::Duration) {
      keys[i] = static_cast<std::uint8_t>(std::upper_bound(kLengths.begin(), kLengths.end(), lane.duration[i]) - kLengths.begin());
    } else if (byLayer_) {
      const auto node = static_cast<std::size_t>(lane.node[i]);
      keys[i] = lane.node[i] >= 0 && node < nodeKeys_.size() ? nodeKeys_[node] : kNoLayer;
    } else {
      keys[i] = lane.name[i] < nameKeys_.size() ? nameKeys_[lane.name[i]] : kNoLayer;
    }
  }
  return keys;
}

std::vector<TimelineKeys::Entry> TimelineKeys::legend() const {
  std::vector<Entry> entries;
  if (colors_ == TimelineColors::Duration) {
    for (int i = 0; i < kDurationColors; ++i) entries.push_back({tr(kLengthNames[static_cast<std::size_t>(i)]), durationColor(i)});
  } else if (colors_ == TimelineColors::Layer && byLayer_) {
    for (std::size_t i = 0; i < std::min<std::size_t>(layers_.size(), kLayerColors); ++i)
      entries.push_back({QString::fromStdString(layers_[i]), layerColor(static_cast<int>(i))});
    if (layers_.size() > kLayerColors) entries.push_back({tr("%1 more in the same colours").arg(layers_.size() - kLayerColors), QColor()});
  } else if (colors_ == TimelineColors::Layer) {
    entries.push_back({tr("Each name has a colour; %1 colours are shared").arg(kLayerColors), QColor()});
  } else {
    std::array<bool, kTimelineKeys> seen{};
    for (const TraceLane& lane : trace_.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) seen[categoryKey(lane, i) & (kTimelineKeys - 1)] = true;
    for (std::size_t key = 0; key < seen.size(); ++key) {
      if (!seen[key] || key == static_cast<std::size_t>(Category::Step)) continue;
      const QString name = key == kCommunicationKey ? tr("communication")
                           : key < kCategories      ? engineText(nameOf(static_cast<Category>(key)))
                                                    : kindName(static_cast<SpanKind>(key - kCategories + 1));
      const QColor color = timelineColor(colors_, static_cast<std::uint8_t>(key));
      // Kinds with the same colour have one entry.
      const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.color == color; });
      if (same == entries.end()) entries.push_back({name, color});
      else if (key >= kCategories) same->name += QStringLiteral(", ") + name;
    }
  }
  return entries;
}

QColor timelineColor(TimelineColors colors, std::uint8_t key) {
  switch (colors) {
    case TimelineColors::Layer: return layerColor(key < kLayerColors ? key : -1);
    case TimelineColors::Duration: return durationColor(key);
    case TimelineColors::Category: break;
  }
  if (key == kCommunicationKey) return communicationColor();
  return key < kCategories ? categoryColor(static_cast<Category>(key)) : kindColor(static_cast<SpanKind>(key - kCategories + 1));
}

}  // namespace stepscope
