// The colour of a span: by its category (in an imported trace also by kind and communication), by its layer (by name if there are no layers) or by
// its duration. Pyramids are built on these keys, one byte per span, so that drawing costs the same for each choice.
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
  // One key per span; empty if the lane's own column of categories is used.
  std::vector<std::uint8_t> keysOf(const TraceLane& lane) const;

  // Legend entries for the keys in the trace: name and colour. Layers beyond the number of colours have one entry together; if names have the
  // colours, there is one entry for all of them.
  struct Entry {
    QString name;
    QColor color;
  };
  std::vector<Entry> legend() const;

 private:
  std::uint8_t categoryKey(const TraceLane& lane, std::size_t i) const;

  const Trace& trace_;
  TimelineColors colors_;
  bool byLayer_ = false;                // for Layer: whether the trace contains layers
  std::vector<std::uint8_t> nodeKeys_;  // for Layer
  std::vector<std::string> layers_;     // the layers in the order of their keys
  std::vector<std::uint8_t> nameKeys_;  // for Layer without layers
  std::vector<char> communicates_;      // for Category, by name; empty if there is no communication
};

// The colour of a key from keysOf(), or of a category.
QColor timelineColor(TimelineColors colors, std::uint8_t key);
inline constexpr std::size_t kTimelineKeys = 32;  // keys are below this

}  // namespace stepscope
