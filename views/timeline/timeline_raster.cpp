#include "views/timeline/timeline_raster.h"

#include <QFontMetrics>
#include <QPaintEngine>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace stepscope {
namespace {

constexpr int kPadding = 2;       // px between a row's edge and its spans
constexpr int kLabelHeight = 14;  // the height in px that a row needs for a label
constexpr std::size_t kMostLabels = 800;
constexpr int kMostTexts = 20000;  // in the cache

QRgb mix(const QColor& below, const QColor& above, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return qRgb(part(below.red(), above.red()), part(below.green(), above.green()), part(below.blue(), above.blue()));
}

}  // namespace

TimelineRaster::TimelineRaster() : font_(textFont(11)) {}

TimelineRaster::Palette TimelineRaster::paletteOf(TimelineColors colors, const QColor& background, double strength) {
  Palette palette;
  for (std::size_t key = 0; key < palette.size(); ++key) {
    const QColor color = timelineColor(colors, static_cast<std::uint8_t>(key));
    for (int coverage = 0; coverage < kShades; ++coverage) {
      const int alpha = kLeastAlpha + (255 - kLeastAlpha) * coverage / 255;
      palette[key][static_cast<std::size_t>(coverage)] = mix(background, color, strength * alpha / 255);
    }
  }
  return palette;
}

void TimelineRaster::setTokens(const Tokens& tokens) {
  tokens_ = tokens;
  names_.forget();
  fillPalettes();
}

void TimelineRaster::setColors(TimelineColors colors) {
  if (colors == colors_) return;
  colors_ = colors;
  fillPalettes();
}

// Phases, layers and steps are coloured by category, whatever `colors_` is.
void TimelineRaster::fillPalettes() {
  full_ = paletteOf(colors_, tokens_.panel, 1);
  phases_ = paletteOf(TimelineColors::Category, tokens_.panel, 1);
  groups_ = paletteOf(TimelineColors::Category, tokens_.panel, tokens_.dark ? 0.42 : 0.45);
  steps_ = paletteOf(TimelineColors::Category, tokens_.panel, tokens_.dark ? 0.22 : 0.18);
  // A step span lies around the work of its thread. Drawn as strongly as a copy, it would look like one.
  constexpr auto kStep = static_cast<std::size_t>(Category::Step);
  if (colors_ == TimelineColors::Category) full_[kStep] = steps_[kStep];
}

const TimelineRaster::Palette& TimelineRaster::paletteFor(TimelineRow::Kind kind) const {
  switch (kind) {
    case TimelineRow::Kind::Steps: return steps_;
    case TimelineRow::Kind::Layers: return groups_;
    case TimelineRow::Kind::Phases: return phases_;
    default: return full_;
  }
}

void TimelineRaster::resize(QSize logical, double devicePixelRatio) {
  ratio_ = devicePixelRatio;
  device_ =
      QSize(std::max(1, static_cast<int>(std::ceil(logical.width() * ratio_))), std::max(1, static_cast<int>(std::ceil(logical.height() * ratio_))));
}

void TimelineRaster::draw(const TimelineModel& model, const TimelineLayout& layout, const TimeAxis& axis, int scroll) {
  stats_ = {};
  labels_.clear();
  const int width = device_.width(), height = device_.height();
  spansLeft_ = std::clamp(static_cast<int>(std::lround(axis.left * ratio_)), 0, width);
  spansWidth_ = width - spansLeft_;
  // Line 0 is shown where there are no spans: the panel with the grid lines of the time axis.
  lines_.begin(device_, tokens_.panel.rgb());
  const QRgb grid = mix(tokens_.panel, tokens_.line, 0.55);
  for (const TimeTick& tick : axis.ticks()) {
    const int x = static_cast<int>(std::lround(axis.xOf(tick.time) * ratio_));
    if (x >= spansLeft_ && x < width) lines_.line(0)[x] = grid;
  }
  const int separator = lines_.add(2), raised = separator + 1;
  std::fill_n(lines_.line(separator), width, tokens_.line.rgb());
  std::fill_n(lines_.line(raised), width, tokens_.raised.rgb());
  const auto deviceY = [&](int y) { return static_cast<int>(std::lround((y - scroll) * ratio_)); };
  for (int r = std::max(0, layout.rowAt(scroll)); r < static_cast<int>(model.rows().size()); ++r) {
    const TimelineRow& row = model.rows()[static_cast<std::size_t>(r)];
    const int top = deviceY(layout.top(r)), bottom = deviceY(layout.top(r) + layout.height(r));
    if (bottom <= 0 || bottom == top) continue;
    if (top >= height) break;
    ++stats_.rows;
    const int padding = layout.height(r) >= 20 ? static_cast<int>(std::lround(kPadding * ratio_)) : layout.height(r) > 4 ? 1 : 0;
    if (row.beginsTrack && r > 0 && padding > 0) lines_.show(top, top + 1, separator);
    if (row.kind == TimelineRow::Kind::Group && layout.foldedAt(r) < 0) lines_.show(top + padding, bottom, raised);
    else if (row.kind == TimelineRow::Kind::Counter) drawCounter(row, axis, model.trace().begin, top + padding, bottom - padding);
    else drawLane(model, layout, r, axis, top + padding, bottom - padding);
  }
  if (model.rows().size() > 0) lines_.show(deviceY(layout.height()), deviceY(layout.height()) + 1, separator);
  column_ = names_.draw(model, layout, lines_, axis.left, ratio_, scroll, tokens_);
  layLabels(model);
}

void TimelineRaster::paint(QPainter& painter, QPoint at) const {
  painter.save();
  painter.translate(at);
  if (painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster) {
    painter.save();
    painter.scale(1 / ratio_, 1 / ratio_);
    lines_.paint(painter, spansLeft_);
    painter.drawImage(QPoint(0, 0), column_);
    painter.restore();
  } else {
    painter.drawImage(QPointF(0, 0), image());
  }
  painter.setFont(font_);
  const double ascent = QFontMetrics(font_).ascent();
  for (const LabelText& label : labelTexts_) {
    painter.setPen(label.onColor ? tokens_.onCategory : tokens_.text);
    if (label.cut.isEmpty()) painter.drawStaticText(label.at, label.text);
    else painter.drawText(QPointF(label.at.x(), label.at.y() + ascent), label.cut);
  }
  painter.restore();
}

QImage TimelineRaster::image() const {
  QImage image = lines_.image();
  for (int y = 0; y < std::min(image.height(), column_.height()); ++y)
    std::memcpy(image.scanLine(y), column_.constScanLine(y), static_cast<std::size_t>(std::min(image.width(), column_.width())) * sizeof(QRgb));
  image.setDevicePixelRatio(ratio_);
  return image;
}

// Adds a lane to the pixels of a folded group: each pixel shows the lane that is busiest there, so none becomes empty.
void TimelineRaster::mergeLane(const TimelineRow& row, const TimeAxis& axis) {
  if (!row.lane) return;
  merged_.resize(pixels_.size());
  row.pyramid.row(axis.begin, axis.length / std::max(1, spansWidth_), merged_, nullptr);
  for (std::size_t x = 0; x < pixels_.size(); ++x)
    if (merged_[x].coverage > pixels_[x].coverage) pixels_[x] = merged_[x];
}

void TimelineRaster::drawLane(const TimelineModel& model, const TimelineLayout& layout, int rowIndex, const TimeAxis& axis, int top, int bottom) {
  const TimelineRow& row = model.rows()[static_cast<std::size_t>(rowIndex)];
  if (row.lane) pixels_.resize(static_cast<std::size_t>(spansWidth_));  // filled by the pyramid
  else pixels_.assign(static_cast<std::size_t>(spansWidth_), LanePixel{});
  laneLabels_.clear();
  const bool labelled = bottom - top >= kLabelHeight * ratio_;
  if (row.lane) row.pyramid.row(axis.begin, axis.length / std::max(1, spansWidth_), pixels_, labelled ? &laneLabels_ : nullptr);
  if (const int folded = layout.foldedAt(rowIndex); folded >= 0) {
    const int end = model.groups()[static_cast<std::size_t>(folded)].end;
    for (int r = rowIndex + 1; r < end; ++r) mergeLane(model.rows()[static_cast<std::size_t>(r)], axis);
  }
  const Palette& palette = paletteFor(row.kind);
  const int drawn = lines_.add();
  QRgb* out = lines_.line(drawn) + spansLeft_;
  // A processor cannot predict which pixels are empty or gaps, so masks are used instead of branches.
  for (std::size_t x = 0; x < pixels_.size(); ++x) {
    const LanePixel pixel = pixels_[x];
    const QRgb color = palette[pixel.key & (kTimelineKeys - 1)][pixel.coverage & (static_cast<unsigned>(pixel.gap) - 1u)];
    const auto covered = static_cast<QRgb>(-static_cast<int>(pixel.coverage) >> 31);  // all ones, or 0
    out[x] ^= (out[x] ^ color) & covered;
  }
  lines_.show(top, bottom, drawn);
  for (const LaneLabel& label : laneLabels_) {
    if (labels_.size() >= kMostLabels) break;
    if (label.width < LanePyramid::kLabelWidth * ratio_) continue;
    labels_.push_back(
        {QRectF((spansLeft_ + label.left) / ratio_, top / ratio_, label.width / ratio_, (bottom - top) / ratio_), {rowIndex, label.index}});
  }
}

// Draws a counter as a step line with a filled area down to zero. The line covers all values in a pixel and the area reaches the one farthest from
// zero, so no peak is hidden.
void TimelineRaster::drawCounter(const TimelineRow& row, const TimeAxis& axis, std::int64_t origin, int top, int bottom) {
  const TraceCounter& counter = *row.counter;
  const double scale = row.counterMax - row.counterMin;
  if (bottom - top < 3) return;
  const QColor color = categoryColor(Category::Data);
  const QRgb area = mix(tokens_.panel, color, 0.25), edge = color.rgb();
  const double nsPerPixel = axis.length / std::max(1, spansWidth_);
  // The index of the first sample, from index `from` on, at or after `time`; the number of samples if there is none. Evenly sampled counters have it
  // about `guess` samples further, as many as in the previous column; otherwise it is searched with growing strides.
  const auto sampleBefore = [&](double time, std::size_t from, std::size_t guess) {
    const std::int64_t wanted = origin + static_cast<std::int64_t>(std::ceil(time));
    const std::vector<std::int64_t>& times = counter.time;
    std::size_t low = from, high = times.size(), at = std::min(from + guess, high);
    constexpr int kNear = 3;
    if (at == high || times[at] >= wanted) {
      for (int k = 0; k < kNear; ++k, --at)
        if (at == from || times[at - 1] < wanted) return at;
      high = at;
    } else {
      for (int k = 0; k < kNear; ++k)
        if (++at == high || times[at] >= wanted) return at;
      low = at;
      std::size_t stride = std::max<std::size_t>(1, guess);
      for (; low + stride < high && times[low + stride] < wanted; stride *= 2) low += stride;
      high = std::min(high, low + stride);
    }
    const auto first = times.begin();
    return static_cast<std::size_t>(std::lower_bound(first + static_cast<std::ptrdiff_t>(low), first + static_cast<std::ptrdiff_t>(high), wanted) -
                                    first);
  };
  const auto yOf = [&](double value) {
    const double share = scale > 0 ? (value - row.counterMin) / scale : 0;
    return bottom - 1 - static_cast<int>((bottom - top - 2) * std::clamp(share, 0.0, 1.0) + 0.5);
  };
  // A column covers the last value before it and all values inside it. Columns are computed first and painted line by line afterwards, since writing
  // a column touches another cache line for every pixel.
  const auto width = static_cast<std::size_t>(spansWidth_);
  std::vector<int>& edgeTop = columns_[0];
  std::vector<int>& edgeBottom = columns_[1];
  std::vector<int>& areaTop = columns_[2];
  std::vector<int>& areaBottom = columns_[3];
  for (std::vector<int>* column : {&edgeTop, &areaTop}) column->assign(width, 0);
  for (std::vector<int>* column : {&edgeBottom, &areaBottom}) column->assign(width, -1);  // no value yet
  const int zero = yOf(0);
  std::size_t next = sampleBefore(axis.begin, 0, counter.time.size() / 2), count = 1;
  constexpr std::size_t kBlock = 16;
  for (int x = 0; x < spansWidth_; ++x) {
    const double edgeTime = axis.begin + (x + 1) * nsPerPixel;
    const bool sampled = next < counter.time.size() && static_cast<double>(counter.time[next] - origin) < edgeTime;
    if (next == 0 && !sampled) continue;
    double low, high, last;
    if (sampled) {
      const std::size_t after = sampleBefore(edgeTime, next, count);
      count = after - next;
      // With many samples per pixel whole blocks of them are used: a peak may then also show in the neighbouring pixel.
      const std::size_t first = next > 0 ? next - 1 : next;
      const bool many = count > 4 * kBlock;
      const CounterExtent extent =
          many ? row.samples.extent(first / kBlock * kBlock, std::min(row.samples.size(), (after + kBlock - 1) / kBlock * kBlock))
               : row.samples.extent(first, after);
      low = extent.low;
      high = extent.high;
      last = std::abs(high) >= std::abs(low) ? high : low;
      next = after;
    } else {
      low = high = last = std::isfinite(counter.value[next - 1]) ? counter.value[next - 1] : 0;
    }
    const auto at = static_cast<std::size_t>(x);
    const int highY = yOf(high), lowY = yOf(low), lastY = last == high ? highY : lowY;
    edgeTop[at] = highY;
    edgeBottom[at] = lowY;
    areaTop[at] = std::min(lastY, zero);
    areaBottom[at] = std::max(lastY, zero);
  }
  const int from = std::max(0, top), to = std::min(bottom, device_.height());
  if (to <= from) return;
  const int drawn = lines_.add(to - from);
  for (int y = from; y < to; ++y) {
    // Plain arrays without branches, so that the compiler can vectorise it.
    QRgb* out = lines_.line(drawn + y - from) + spansLeft_;
    const int *lineTop = edgeTop.data(), *lineBottom = edgeBottom.data(), *fillTop = areaTop.data(), *fillBottom = areaBottom.data();
    for (std::size_t x = 0; x < width; ++x) {
      const bool inArea = (y >= fillTop[x]) & (y <= fillBottom[x]), onEdge = (y >= lineTop[x]) & (y <= lineBottom[x]);
      const QRgb below = inArea ? area : out[x];
      out[x] = onEdge ? edge : below;
    }
  }
  lines_.showEach(from, to, drawn);
}

const TimelineRaster::TextEntry& TimelineRaster::textOf(const QString& text, const QFontMetrics& metrics) {
  TextEntry& entry = texts_[text];
  if (entry.width == 0) {
    entry.text.setTextFormat(Qt::PlainText);
    entry.text.setPerformanceHint(QStaticText::AggressiveCaching);
    entry.text.setText(text);
    entry.width = std::max(1, metrics.horizontalAdvance(text));
  }
  return entry;
}

void TimelineRaster::layLabels(const TimelineModel& model) {
  labelTexts_.clear();
  if (labels_.empty()) return;
  if (texts_.size() > kMostTexts) texts_.clear();
  const QFontMetrics metrics(font_);
  const int textHeight = metrics.height();
  for (const Label& label : labels_) {
    const TimelineRow::Kind kind = model.rows()[static_cast<std::size_t>(label.hit.row)].kind;
    const int room = static_cast<int>(label.place.width()) - 8;
    QString shown = model.label(label.hit);
    const QString layer = kind == TimelineRow::Kind::Spans && label.place.width() > 110 ? model.layer(label.hit) : QString();
    if (!layer.isEmpty()) shown += QStringLiteral("  ") + layer;
    const TextEntry* entry = &textOf(shown, metrics);
    if (entry->width > room) {
      const QString shorter = model.shortLabel(label.hit);
      if (!shorter.isEmpty()) entry = &textOf(shown = shorter, metrics);
    }
    LabelText text;
    const bool isStep =
        model.rows()[static_cast<std::size_t>(label.hit.row)].lane->category[label.hit.index] == static_cast<std::uint8_t>(Category::Step);
    text.onColor = kind == TimelineRow::Kind::Phases || (kind == TimelineRow::Kind::Spans && !(isStep && colors_ == TimelineColors::Category));
    text.at = QPointF(label.place.left() + 5, label.place.top() + (label.place.height() - textHeight) / 2);
    if (entry->width <= room) {
      text.text = entry->text;
    } else {
      // Estimated from the width of the whole text: exact eliding would measure every label again in every frame.
      const auto characters = static_cast<qsizetype>(shown.size()) * room / entry->width - 1;
      if (characters < 3) continue;
      text.cut = shown.left(characters) + QChar(0x2026);
    }
    labelTexts_.push_back(std::move(text));
  }
  stats_.labels = static_cast<int>(labelTexts_.size());
}

}  // namespace stepscope
