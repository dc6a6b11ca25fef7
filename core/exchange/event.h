// One event of a TensorBoard event file (tensorflow/core/util/event.proto and framework/summary.proto): scalars, histograms and images. Other
// contents (graphs, audio, meshes) are counted and skipped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// Buckets of a histogram: bucket i counts the values in (limit[i - 1], limit[i]], the first those from `min` on.
struct EventHistogram {
  double min = 0, max = 0, count = 0, sum = 0, sumOfSquares = 0;
  std::vector<double> limits, counts;
};

struct EventImage {
  std::int64_t width = 0, height = 0;
  std::string_view encoded;  // PNG, JPEG or GIF, unchanged
};

struct EventValue {
  enum class Kind { Scalar, Histogram, Image, Other };
  std::string_view tag;
  Kind kind = Kind::Other;
  double scalar = 0;                           // Kind::Scalar
  EventHistogram histogram;                    // Kind::Histogram
  EventImage image;                            // Kind::Image
  std::string_view pluginName, pluginContent;  // from the summary metadata, which only the first value of a tag has
};

struct Event {
  double wallTime = 0;  // Unix time, seconds; may be NaN if the file has that
  std::int64_t step = 0;
  bool start = false;              // a session began: earlier points with this step or a later one are superseded (TensorBoard's rule)
  std::vector<EventValue> values;  // views into the record
  std::string_view fileVersion;    // "brain.Event:2" of the first record
};

// Parses the events of one file. Only the first value of a tag has summary metadata, so the parser remembers the plugin of each tag.
class EventParser {
 public:
  // Fills `event`, whose memory is reused; its views point into `record`. Returns false if the bytes are not an event.
  bool parse(std::string_view record, Event& event);

 private:
  bool parseSummary(std::string_view bytes, Event& event);
  bool parseValue(std::string_view bytes, EventValue& value);

  struct Plugin {
    std::string tag, name;
  };
  const std::string* pluginOf(std::string_view tag) const;

  std::vector<Plugin> plugins_;  // of tags whose values are tensors
};

// The record of an event with one scalar, histogram or image. If `first` is true, it is the first of this tag in its file and contains the plugin's
// name.
std::string scalarEvent(double wallTime, std::int64_t step, std::string_view tag, float value, bool first);
std::string histogramEvent(double wallTime, std::int64_t step, std::string_view tag, const EventHistogram& histogram, bool first);
std::string imageEvent(double wallTime, std::int64_t step, std::string_view tag, const EventImage& image, bool first);
// `content` is the data for the plugin "hparams" (core/exchange/hparams.h).
std::string hyperparametersEvent(double wallTime, std::string_view content);
// The first record of every file.
std::string versionEvent(double wallTime);

}  // namespace stepscope
