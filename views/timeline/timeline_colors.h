// What colours a span: its category (in an imported trace also its kind, and whether it communicates), its layer (without layers its name) or how
// long it lasts. Pyramids are built on these keys, one byte a span, so that drawing costs the same whichever is chosen.
#pragma once

#include <QColor>
#include <QString>
#include <cstdint>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

enum class TimelineColors { Category, Layer, Duration };
inline constexpr int kTimelineColorModes = 3;
QString titleOf(TimelineColors colors);  // "category", "layer", "duration"

class TimelineKeys {
 public:
  TimelineKeys(const Trace& trace, TimelineColors colors);

  TimelineColors colors() const { return colors_; }
  // One key a span; empty where the lane's own column of categories says it.
  std::vector<std::uint8_t> keysOf(const TraceLane& lane) const;

  // Entries of a legend for the keys that the trace has: name and colour. Layers and names beyond the colours there are share one entry.
  struct Entry {
    QString name;
    QColor color;
  };
  std::vector<Entry> legend() const;

 private:
  std::uint8_t categoryKey(const TraceLane& lane, std::size_t i) const;

  const Trace& trace_;
  TimelineColors colors_;
  bool byLayer_ = false;                // of Layer: whether the trace knows layers
  std::vector<std::uint8_t> nodeKeys_;  // of Layer
  std::vector<std::string> layers_;     // the layers in the order of their keys
  std::vector<std::uint8_t> nameKeys_;  // of Layer without layers
  std::vector<char> communicates_;      // of Category, by name; empty where none does
};

// The colour of a key, for any key that keysOf() gives or a category.
QColor timelineColor(TimelineColors colors, std::uint8_t key);
inline constexpr std::size_t kTimelineKeys = 32;  // keys are below this

}  // namespace stepscope
