#include "core/exchange/event.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/exchange/wire.h"

namespace stepscope {
namespace {

// Numbers of the fields and types, from event.proto, summary.proto, tensor.proto and types.proto of TensorFlow.
enum EventField : std::uint32_t { kWallTime = 1, kStep = 2, kFileVersion = 3, kSummary = 5, kSessionLog = 7 };
enum ValueField : std::uint32_t { kTag = 1, kSimpleValue = 2, kImage = 4, kHistogram = 5, kTensor = 8, kMetadata = 9 };
enum TensorType : std::uint64_t { kFloat = 1, kDouble = 2, kInt32 = 3, kString = 7, kInt64 = 9, kBfloat16 = 14, kHalf = 19 };
constexpr std::uint64_t kSessionStart = 1;

// The contents of a TensorProto. At most kMostNumbers numbers and strings are read, so that a damaged file cannot fill the memory.
struct Tensor {
  std::uint64_t type = 0;
  std::vector<std::int64_t> shape;
  std::vector<double> numbers;
  std::vector<std::string_view> strings;
};

constexpr std::size_t kMostNumbers = 1 << 20;

double halfOf(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return fraction ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
}

double bfloatOf(std::uint16_t bits) {
  const std::uint32_t wide = std::uint32_t{bits} << 16;
  float value;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

template <class Number>
void appendRaw(std::string_view bytes, std::vector<double>& out) {
  for (std::size_t i = 0; i + sizeof(Number) <= bytes.size() && out.size() < kMostNumbers; i += sizeof(Number)) {
    Number number;
    std::memcpy(&number, bytes.data() + i, sizeof number);
    out.push_back(static_cast<double>(number));
  }
}

void appendContent(std::string_view bytes, std::uint64_t type, std::vector<double>& out) {
  switch (type) {
    case kFloat: return appendRaw<float>(bytes, out);
    case kDouble: return appendRaw<double>(bytes, out);
    case kInt32: return appendRaw<std::int32_t>(bytes, out);
    case kInt64: return appendRaw<std::int64_t>(bytes, out);
    case kHalf:
    case kBfloat16: {
      const std::size_t first = out.size();
      appendRaw<std::uint16_t>(bytes, out);
      for (std::size_t i = first; i < out.size(); ++i) {
        const auto bits = static_cast<std::uint16_t>(out[i]);
        out[i] = type == kHalf ? halfOf(bits) : bfloatOf(bits);
      }
      return;
    }
    default: return;
  }
}

// Appends a repeated field of fixed-size numbers, which may be packed or single.
template <class Number>
void appendRepeated(const WireReader& reader, std::vector<double>& out) {
  if (reader.isBytes()) appendRaw<Number>(reader.bytes(), out);
  else if (out.size() < kMostNumbers) out.push_back(reader.real());
}

void appendVarints(const WireReader& reader, std::vector<double>& out) {
  if (!reader.isBytes()) {
    if (out.size() < kMostNumbers) out.push_back(reader.real());
    return;
  }
  // Packed varints follow each other without field keys, so WireReader cannot read them.
  const std::string_view bytes = reader.bytes();
  std::uint64_t value = 0;
  int shift = 0;
  for (const char c : bytes) {
    if (shift < 64) value |= static_cast<std::uint64_t>(c & 0x7f) << shift;
    shift += 7;
    if (c & 0x80) continue;
    if (out.size() < kMostNumbers) out.push_back(static_cast<double>(static_cast<std::int64_t>(value)));
    value = 0;
    shift = 0;
  }
}

bool parseTensor(std::string_view bytes, Tensor& tensor) {
  std::string_view content;
  WireReader reader(bytes);
  while (reader.next()) switch (reader.field()) {
      case 1: tensor.type = reader.varint(); break;
      case 2: {
        WireReader shape(reader.bytes());
        while (reader.isBytes() && shape.next()) {
          if (shape.field() != 2 || !shape.isBytes()) continue;
          WireReader dimension(shape.bytes());
          std::int64_t size = 0;
          while (dimension.next())
            if (dimension.field() == 1 && dimension.isVarint()) size = static_cast<std::int64_t>(dimension.varint());
          tensor.shape.push_back(size);
        }
        break;
      }
      case 4:
        if (reader.isBytes()) content = reader.bytes();
        break;
      case 5: appendRepeated<float>(reader, tensor.numbers); break;
      case 6: appendRepeated<double>(reader, tensor.numbers); break;
      case 7:
      case 10: appendVarints(reader, tensor.numbers); break;
      case 8:
        if (reader.isBytes() && tensor.strings.size() < kMostNumbers) tensor.strings.push_back(reader.bytes());
        break;
      case 13: {  // half_val: the bits of fp16 or bf16 numbers as integers
        std::vector<double> bits;
        appendVarints(reader, bits);
        for (const double value : bits) {
          const auto narrow = static_cast<std::uint16_t>(static_cast<std::int64_t>(value));
          tensor.numbers.push_back(tensor.type == kBfloat16 ? bfloatOf(narrow) : halfOf(narrow));
        }
        break;
      }
      default: break;
    }
  appendContent(content, tensor.type, tensor.numbers);
  return reader.ok();
}

// Fields 1 to 5 of HistogramProto, in this order.
constexpr double EventHistogram::*kFigures[] = {&EventHistogram::min, &EventHistogram::max, &EventHistogram::count, &EventHistogram::sum,
                                                &EventHistogram::sumOfSquares};

bool parseHistogram(std::string_view bytes, EventHistogram& histogram) {
  histogram = {};
  WireReader reader(bytes);
  while (reader.next()) {
    const std::uint32_t field = reader.field();
    if (field <= std::size(kFigures)) histogram.*kFigures[field - 1] = reader.real();
    if (field == 6 || field == 7) appendRepeated<double>(reader, field == 6 ? histogram.limits : histogram.counts);
  }
  return reader.ok() && histogram.limits.size() == histogram.counts.size();
}

// A histogram of TensorFlow 2 is a tensor [buckets, 3] of left end, right end, count. Its sums are computed from the middles of the buckets.
bool histogramOfTensor(const Tensor& tensor, EventHistogram& histogram) {
  histogram = {};
  if (tensor.numbers.size() % 3 != 0) return false;
  for (std::size_t i = 0; i < tensor.numbers.size(); i += 3) {
    const double left = tensor.numbers[i], right = tensor.numbers[i + 1], count = tensor.numbers[i + 2];
    if (i == 0) histogram.min = left;
    histogram.max = right;
    histogram.limits.push_back(right);
    histogram.counts.push_back(count);
    histogram.count += count;
    histogram.sum += count * (left + right) / 2;
    histogram.sumOfSquares += count * (left + right) * (left + right) / 4;
  }
  return true;
}

bool parseImage(std::string_view bytes, EventImage& image) {
  image = {};
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() == 1 && reader.isVarint()) image.height = static_cast<std::int64_t>(reader.varint());
    if (reader.field() == 2 && reader.isVarint()) image.width = static_cast<std::int64_t>(reader.varint());
    if (reader.field() == 4 && reader.isBytes()) image.encoded = reader.bytes();
  }
  return reader.ok();
}

// The images of a step in TensorFlow 2 are a tensor of strings [width, height, picture, ...]; only the first picture is used.
bool imageOfTensor(const Tensor& tensor, EventImage& image) {
  image = {};
  if (tensor.strings.size() < 3) return false;
  const auto number = [](std::string_view text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  };
  image.width = number(tensor.strings[0]);
  image.height = number(tensor.strings[1]);
  image.encoded = tensor.strings[2];
  return true;
}

void parseMetadata(std::string_view metadata, EventValue& value) {
  WireReader reader(metadata);
  while (reader.next()) {
    if (reader.field() != 1 || !reader.isBytes()) continue;
    WireReader data(reader.bytes());
    while (data.next()) {
      if (data.field() == 1 && data.isBytes()) value.pluginName = data.bytes();
      if (data.field() == 2 && data.isBytes()) value.pluginContent = data.bytes();
    }
  }
}

bool parseTensorValue(std::string_view bytes, std::string_view plugin, EventValue& value) {
  Tensor tensor;
  if (!parseTensor(bytes, tensor)) return false;
  if (plugin == "histograms") {
    value.kind = EventValue::Kind::Histogram;
    return histogramOfTensor(tensor, value.histogram);
  }
  if (plugin == "images") {
    if (imageOfTensor(tensor, value.image)) value.kind = EventValue::Kind::Image;
    return true;
  }
  const bool rankZero = std::all_of(tensor.shape.begin(), tensor.shape.end(), [](std::int64_t size) { return size == 1; });
  if ((plugin == "scalars" || plugin.empty()) && rankZero && tensor.numbers.size() == 1) {
    value.kind = EventValue::Kind::Scalar;
    value.scalar = tensor.numbers[0];
  }
  return true;
}

// A message with one field.
std::string message(std::uint32_t field, std::string_view bytes) {
  std::string out;
  WireWriter(out).bytes(field, bytes);
  return out;
}

// An event with one value of this tag; `write` adds the field with the value itself.
template <class Write>
std::string eventWith(double wallTime, std::int64_t step, std::string_view tag, std::string_view plugin, bool first, const Write& write) {
  std::string value, event;
  WireWriter values(value), fields(event);
  values.bytes(kTag, tag);
  write(values);
  if (first) values.bytes(kMetadata, message(1, message(1, plugin)));
  fields.real(kWallTime, wallTime);
  fields.varint(kStep, static_cast<std::uint64_t>(step));
  fields.bytes(kSummary, message(1, value));
  return event;
}

std::string packed(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

}  // namespace

const std::string* EventParser::pluginOf(std::string_view tag) const {
  const auto known = std::find_if(plugins_.begin(), plugins_.end(), [tag](const Plugin& plugin) { return plugin.tag == tag; });
  return known == plugins_.end() ? nullptr : &known->name;
}

bool EventParser::parseValue(std::string_view bytes, EventValue& value) {
  value.tag = value.pluginName = value.pluginContent = {};
  value.kind = EventValue::Kind::Other;
  std::string_view tensor;
  bool hasTensor = false;
  WireReader reader(bytes);
  while (reader.next()) switch (reader.field()) {
      case kTag:
        if (reader.isBytes()) value.tag = reader.bytes();
        break;
      case kSimpleValue:
        value.kind = EventValue::Kind::Scalar;
        value.scalar = reader.real();
        break;
      case kHistogram:
        if (!reader.isBytes() || !parseHistogram(reader.bytes(), value.histogram)) return false;
        value.kind = EventValue::Kind::Histogram;
        break;
      case kImage:
        if (!reader.isBytes() || !parseImage(reader.bytes(), value.image)) return false;
        value.kind = EventValue::Kind::Image;
        break;
      case kTensor:
        hasTensor = reader.isBytes();
        if (hasTensor) tensor = reader.bytes();
        break;
      case kMetadata:
        if (reader.isBytes()) parseMetadata(reader.bytes(), value);
        break;
      default: break;
    }
  if (!reader.ok()) return false;
  if (!hasTensor) return true;
  const std::string* known = pluginOf(value.tag);
  if (!known && !value.pluginName.empty()) {
    plugins_.push_back({std::string(value.tag), std::string(value.pluginName)});
    known = &plugins_.back().name;
  }
  return parseTensorValue(tensor, known ? std::string_view(*known) : std::string_view(), value);
}

bool EventParser::parseSummary(std::string_view bytes, Event& event) {
  std::size_t used = 0;
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() != 1 || !reader.isBytes()) continue;
    if (event.values.size() == used) event.values.emplace_back();
    if (!parseValue(reader.bytes(), event.values[used])) return false;
    ++used;
  }
  event.values.resize(used);
  return reader.ok();
}

bool EventParser::parse(std::string_view record, Event& event) {
  event.wallTime = 0;
  event.step = 0;
  event.start = false;
  event.fileVersion = {};
  std::string_view summary;
  WireReader reader(record);
  while (reader.next()) switch (reader.field()) {
      case kWallTime: event.wallTime = reader.real(); break;
      case kStep:
        if (reader.isVarint()) event.step = static_cast<std::int64_t>(reader.varint());
        break;
      case kFileVersion:
        if (reader.isBytes()) event.fileVersion = reader.bytes();
        break;
      case kSummary:
        if (reader.isBytes()) summary = reader.bytes();
        break;
      case kSessionLog: {
        WireReader log(reader.isBytes() ? reader.bytes() : std::string_view());
        while (log.next()) event.start = event.start || (log.field() == 1 && log.isVarint() && log.varint() == kSessionStart);
        break;
      }
      default: break;
    }
  return reader.ok() && parseSummary(summary, event);
}

std::string scalarEvent(double wallTime, std::int64_t step, std::string_view tag, float value, bool first) {
  return eventWith(wallTime, step, tag, "scalars", first, [value](WireWriter& out) { out.single(kSimpleValue, value); });
}

std::string histogramEvent(double wallTime, std::int64_t step, std::string_view tag, const EventHistogram& histogram, bool first) {
  return eventWith(wallTime, step, tag, "histograms", first, [&](WireWriter& out) {
    std::string bytes;
    WireWriter fields(bytes);
    for (std::uint32_t i = 0; i < std::size(kFigures); ++i) fields.real(i + 1, histogram.*kFigures[i]);
    fields.bytes(6, packed(histogram.limits));
    fields.bytes(7, packed(histogram.counts));
    out.bytes(kHistogram, bytes);
  });
}

std::string imageEvent(double wallTime, std::int64_t step, std::string_view tag, const EventImage& image, bool first) {
  return eventWith(wallTime, step, tag, "images", first, [&](WireWriter& out) {
    std::string bytes;
    WireWriter fields(bytes);
    fields.varint(1, static_cast<std::uint64_t>(image.height));
    fields.varint(2, static_cast<std::uint64_t>(image.width));
    fields.varint(3, 3);  // RGB
    fields.bytes(4, image.encoded);
    out.bytes(kImage, bytes);
  });
}

std::string hyperparametersEvent(double wallTime, std::string_view content) {
  std::string value, event, plugin = message(1, "hparams");
  WireWriter(plugin).bytes(2, content);
  WireWriter values(value), fields(event);
  values.bytes(kTag, "_hparams_/session_start_info");
  values.bytes(kMetadata, message(1, plugin));
  fields.real(kWallTime, wallTime);
  fields.bytes(kSummary, message(1, value));
  return event;
}

std::string versionEvent(double wallTime) {
  std::string event;
  WireWriter fields(event);
  fields.real(kWallTime, wallTime);
  fields.bytes(kFileVersion, "brain.Event:2");
  return event;
}

}  // namespace stepscope
