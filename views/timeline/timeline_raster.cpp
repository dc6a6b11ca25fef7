#include "views/timeline/timeline_raster.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace stepscope {
namespace {

constexpr int kPadding = 2;       // px between a row's edge and its spans
constexpr int kLabelHeight = 14;  // px a row needs for a label
constexpr std::size_t kMostLabels = 800;
constexpr int kMostTexts = 20000;  // in the cache

QRgb mix(const QColor& below, const QColor& above, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return qRgb(part(below.red(), above.red()), part(below.green(), above.green()), part(below.blue(), above.blue()));
}

}  // namespace

TimelineRaster::TimelineRaster() : font_(textFont(11)), nameFont_(textFont(12)) {}

TimelineRaster::Palette TimelineRaster::paletteOf(TimelineColors colors, const QColor& background, double strength) {
  Palette palette;
  for (std::size_t key = 0; key < palette.size(); ++key) {
    const QColor color = timelineColor(colors, static_cast<std::uint8_t>(key));
    for (int alpha = 0; alpha < kAlphas; ++alpha)
      palette[key][static_cast<std::size_t>(alpha)] = mix(background, color, strength * alpha / 255);
  }
  return palette;
}

std::uint8_t TimelineRaster::alphaOf(const LanePixel& pixel) {
  if (pixel.gap) return kLeastAlpha;
  return static_cast<std::uint8_t>(kLeastAlpha + (255 - kLeastAlpha) * pixel.coverage / 255);
}

void TimelineRaster::setTokens(const Tokens& tokens) {
  tokens_ = tokens;
  fillPalettes();
}

void TimelineRaster::setColors(TimelineColors colors) {
  if (colors == colors_) return;
  colors_ = colors;
  fillPalettes();
}

// Phases, layers and steps keep the colours of their categories: their names stand beside them.
void TimelineRaster::fillPalettes() {
  full_ = paletteOf(colors_, tokens_.panel, 1);
  phases_ = paletteOf(TimelineColors::Category, tokens_.panel, 1);
  groups_ = paletteOf(TimelineColors::Category, tokens_.panel, tokens_.dark ? 0.42 : 0.45);
  steps_ = paletteOf(TimelineColors::Category, tokens_.panel, tokens_.dark ? 0.22 : 0.18);
}

const TimelineRaster::Palette& TimelineRaster::paletteFor(TimelineRow::Kind kind) const {
  switch (kind) {
    case TimelineRow::Kind::Steps:
      return steps_;
    case TimelineRow::Kind::Layers:
      return groups_;
    case TimelineRow::Kind::Phases:
      return phases_;
    default:
      return full_;
  }
}

void TimelineRaster::resize(QSize logical, double devicePixelRatio) {
  ratio_ = devicePixelRatio;
  const QSize device(std::max(1, static_cast<int>(std::ceil(logical.width() * ratio_))),
                     std::max(1, static_cast<int>(std::ceil(logical.height() * ratio_))));
  if (image_.size() != device) image_ = QImage(device, QImage::Format_RGB32);
  image_.setDevicePixelRatio(ratio_);
}

const QImage& TimelineRaster::draw(const TimelineModel& model, const TimelineLayout& layout, const TimeAxis& axis, int scroll) {
  stats_ = {};
  labels_.clear();
  spansLeft_ = std::clamp(static_cast<int>(std::lround(axis.left * ratio_)), 0, image_.width());
  spansWidth_ = image_.width() - spansLeft_;
  const QRgb panel = tokens_.panel.rgb(), lineColor = tokens_.line.rgb();
  // What shows where no span is: the panel with the grid lines of the time axis.
  ground_.assign(static_cast<std::size_t>(image_.width()), panel);
  const QRgb grid = mix(tokens_.panel, tokens_.line, 0.55);
  for (const TimeTick& tick : axis.ticks()) {
    const int x = static_cast<int>(std::lround(axis.xOf(tick.time) * ratio_));
    if (x >= spansLeft_ && x < image_.width()) ground_[static_cast<std::size_t>(x)] = grid;
  }
  const std::size_t lineBytes = ground_.size() * sizeof(QRgb);
  int done = 0;  // device lines filled so far
  const auto fillTo = [&](int y) {
    for (; done < std::min(y, image_.height()); ++done) std::memcpy(line(done), ground_.data(), lineBytes);
  };
  const auto deviceY = [&](int y) { return static_cast<int>(std::lround((y - scroll) * ratio_)); };
  for (int r = std::max(0, layout.rowAt(scroll)); r < static_cast<int>(model.rows().size()); ++r) {
    const TimelineRow& row = model.rows()[static_cast<std::size_t>(r)];
    const int top = deviceY(layout.top(r)), bottom = deviceY(layout.top(r) + layout.height(r));
    if (bottom <= 0 || bottom == top) continue;
    if (top >= image_.height()) break;
    ++stats_.rows;
    const int padding = layout.height(r) >= 20 ? static_cast<int>(std::lround(kPadding * ratio_)) : layout.height(r) > 4 ? 1 : 0;
    fillTo(std::max(0, top + padding));
    if (row.beginsTrack && r > 0 && top >= 0 && top < image_.height() && padding > 0) std::fill_n(line(top), image_.width(), lineColor);
    if (row.kind == TimelineRow::Kind::Group && layout.foldedAt(r) < 0) {
      const QRgb raised = tokens_.raised.rgb();
      for (; done < std::min(bottom, image_.height()); ++done) std::fill_n(line(done), image_.width(), raised);
    } else if (row.kind == TimelineRow::Kind::Counter) {
      fillTo(bottom);
      drawCounter(row, axis, model.trace().begin, top + padding, bottom - padding);
    } else {
      drawLane(model, layout, r, axis, top + padding, bottom - padding);
      done = std::clamp(bottom - padding, done, image_.height());
    }
  }
  fillTo(image_.height());
  if (model.rows().size() > 0) {
    const int end = deviceY(layout.height());
    if (end >= 0 && end < image_.height()) std::fill_n(line(end), image_.width(), lineColor);
  }
  QPainter painter(&image_);
  drawRowNames(painter, model, layout, axis, scroll);
  painter.end();
  drawLabels(model);
  return image_;
}

// Adds a lane to a folded group's pixels: each shows the fullest of the lanes, so what any of them shows is not lost.
void TimelineRaster::mergeLane(const TimelineRow& row, const TimeAxis& axis) {
  if (!row.lane) return;
  merged_.resize(pixels_.size());
  row.pyramid.row(axis.begin, axis.length / std::max(1, spansWidth_), merged_, nullptr);
  for (std::size_t x = 0; x < pixels_.size(); ++x)
    if (merged_[x].coverage > pixels_[x].coverage) pixels_[x] = merged_[x];
}

void TimelineRaster::drawLane(const TimelineModel& model, const TimelineLayout& layout, int rowIndex, const TimeAxis& axis, int top,
                              int bottom) {
  const TimelineRow& row = model.rows()[static_cast<std::size_t>(rowIndex)];
  if (row.lane)
    pixels_.resize(static_cast<std::size_t>(spansWidth_));  // the pyramid clears them
  else
    pixels_.assign(static_cast<std::size_t>(spansWidth_), LanePixel{});
  laneLabels_.clear();
  const bool labelled = bottom - top >= kLabelHeight * ratio_;
  if (row.lane) row.pyramid.row(axis.begin, axis.length / std::max(1, spansWidth_), pixels_, labelled ? &laneLabels_ : nullptr);
  if (const int folded = layout.foldedAt(rowIndex); folded >= 0) {
    const int end = model.groups()[static_cast<std::size_t>(folded)].end;
    for (int r = rowIndex + 1; r < end; ++r) mergeLane(model.rows()[static_cast<std::size_t>(r)], axis);
  }
  const Palette& palette = paletteFor(row.kind);
  row_ = ground_;
  QRgb* out = row_.data() + spansLeft_;
  static const std::array<std::uint8_t, 256> alphas = [] {
    std::array<std::uint8_t, 256> table{};
    for (int coverage = 0; coverage < 256; ++coverage)
      table[static_cast<std::size_t>(coverage)] = alphaOf({static_cast<std::uint8_t>(coverage), 0, false});
    return table;
  }();
  for (std::size_t x = 0; x < pixels_.size(); ++x) {
    const LanePixel pixel = pixels_[x];
    if (pixel.coverage) out[x] = palette[pixel.key & (kTimelineKeys - 1)][pixel.gap ? kLeastAlpha : alphas[pixel.coverage]];
  }
  for (int y = std::max(0, top); y < std::min(bottom, image_.height()); ++y) std::memcpy(line(y), row_.data(), row_.size() * sizeof(QRgb));
  for (const LaneLabel& label : laneLabels_) {
    if (labels_.size() >= kMostLabels) break;
    if (label.width < LanePyramid::kLabelWidth * ratio_) continue;
    labels_.push_back(
        {QRectF((spansLeft_ + label.left) / ratio_, top / ratio_, label.width / ratio_, (bottom - top) / ratio_), {rowIndex, label.index}});
  }
}

// A step line with its area down to zero. Of samples that share a pixel the one farthest from zero is drawn, so none hides a peak.
void TimelineRaster::drawCounter(const TimelineRow& row, const TimeAxis& axis, std::int64_t origin, int top, int bottom) {
  const TraceCounter& counter = *row.counter;
  const double scale = row.counterMax - row.counterMin;
  if (bottom - top < 3) return;
  const QColor color = categoryColor(Category::Data);
  const QRgb area = mix(tokens_.panel, color, 0.25), edge = color.rgb();
  const double nsPerPixel = axis.length / std::max(1, spansWidth_);
  // Of the samples from `from` on, the first at or after `time`: by strides that grow from `guess`, which the column before gives.
  const auto sampleBefore = [&](double time, std::size_t from, std::size_t guess) {
    const std::int64_t wanted = origin + static_cast<std::int64_t>(std::ceil(time));
    std::size_t low = from, stride = std::max<std::size_t>(1, guess);
    while (low + stride < counter.time.size() && counter.time[low + stride] < wanted) {
      low += stride;
      stride *= 2;
    }
    const auto first = counter.time.begin() + static_cast<std::ptrdiff_t>(low);
    const auto last = counter.time.begin() + static_cast<std::ptrdiff_t>(std::min(counter.time.size(), low + stride + 1));
    return static_cast<std::size_t>(std::lower_bound(first, last, wanted) - counter.time.begin());
  };
  const auto yOf = [&](double value) {
    const double share = scale > 0 ? (value - row.counterMin) / scale : 0;
    return bottom - 1 - static_cast<int>(std::lround((bottom - top - 2) * std::clamp(share, 0.0, 1.0)));
  };
  // A column goes from what the counter was before it to the extremes within it. They are found first and painted line by line after,
  // since writing down a column would touch another cache line for every pixel.
  struct Column {
    int top = 0, bottom = -1;  // of the line; bottom < top: no value known yet
    int areaTop = 0, areaBottom = -1;
  };
  std::vector<Column> columns(static_cast<std::size_t>(spansWidth_));
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
      // With many samples a pixel whole blocks of them are looked at: a peak may then show in the pixel beside its own as well.
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
    Column& column = columns[static_cast<std::size_t>(x)];
    column.top = yOf(high);
    column.bottom = yOf(low);
    column.areaTop = std::min(yOf(last), zero);
    column.areaBottom = std::max(yOf(last), zero);
  }
  for (int y = std::max(0, top); y < std::min(bottom, image_.height()); ++y) {
    QRgb* out = line(y) + spansLeft_;
    for (std::size_t x = 0; x < columns.size(); ++x) {
      const Column& column = columns[x];
      if (column.bottom < column.top) continue;
      if (y >= column.top && y <= column.bottom)
        out[x] = edge;
      else if (y >= column.areaTop && y <= column.areaBottom)
        out[x] = area;
    }
  }
}

void TimelineRaster::drawRowNames(QPainter& painter, const TimelineModel& model, const TimelineLayout& layout, const TimeAxis& axis,
                                  int scroll) {
  painter.setFont(nameFont_);
  const QFontMetrics metrics(nameFont_), small(font_);
  int free = std::numeric_limits<int>::min();  // names of low rows must not lie on one another
  for (int r = std::max(0, layout.rowAt(scroll)); r < static_cast<int>(model.rows().size()); ++r) {
    const TimelineRow& row = model.rows()[static_cast<std::size_t>(r)];
    const int top = layout.top(r) - scroll, height = layout.height(r);
    if (top >= image_.height() / ratio_) break;
    if (height == 0 || row.label.isEmpty() || top + height <= 0 || top < free) continue;
    const int textHeight = std::max(height, metrics.height() - 2);
    free = top + std::min(textHeight, metrics.height() - 2);
    const bool strong = row.beginsTrack || row.kind == TimelineRow::Kind::Steps || row.kind == TimelineRow::Kind::Group;
    const double left = kNameLeft + kIndent * row.indent;
    if (row.heads >= 0) {
      // A triangle: downwards where its rows are seen, to the right where they are folded.
      const double x = left - 9, y = top + textHeight / 2.0;
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(Qt::NoPen);
      painter.setBrush(tokens_.dim);
      if (layout.foldedAt(r) >= 0)
        painter.drawConvexPolygon(QPolygonF({{x + 1, y - 4}, {x + 1, y + 4}, {x + 6, y}}));
      else
        painter.drawConvexPolygon(QPolygonF({{x - 1, y - 2}, {x + 7, y - 2}, {x + 3, y + 3}}));
      painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const double width = axis.left - left - 6;
    const bool counter = row.kind == TimelineRow::Kind::Counter && height >= 2 * metrics.height();
    painter.setPen(strong ? tokens_.text : tokens_.dim);
    const QRectF place(left, top, width, counter ? height / 2.0 + 1 : textHeight);
    painter.drawText(place, (counter ? Qt::AlignBottom : Qt::AlignVCenter) | Qt::AlignLeft,
                     metrics.elidedText(row.label, Qt::ElideRight, static_cast<int>(width)));
    if (!counter) continue;
    painter.setFont(font_);
    painter.setPen(tokens_.dim);
    painter.drawText(QRectF(left, top + height / 2.0 + 1, width, height / 2.0 - 1), Qt::AlignTop | Qt::AlignLeft,
                     small.elidedText(model.counterRange(r), Qt::ElideRight, static_cast<int>(width)));
    painter.setFont(nameFont_);
  }
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

void TimelineRaster::drawLabels(const TimelineModel& model) {
  if (labels_.empty()) return;
  if (texts_.size() > kMostTexts) texts_.clear();
  QPainter painter(&image_);
  painter.setFont(font_);
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
    const bool onColor = kind == TimelineRow::Kind::Spans || kind == TimelineRow::Kind::Phases;
    painter.setPen(onColor ? tokens_.onCategory : tokens_.text);
    const QPointF at(label.place.left() + 5, label.place.top() + (label.place.height() - textHeight) / 2);
    if (entry->width <= room) {
      painter.drawStaticText(at, entry->text);
    } else {
      // By the share of the text that fits: exact eliding would measure every label anew in every frame.
      const auto characters = static_cast<qsizetype>(shown.size()) * room / entry->width - 1;
      if (characters < 3) continue;
      painter.drawText(QPointF(at.x(), at.y() + metrics.ascent()), shown.left(characters) + QChar(0x2026));
    }
    ++stats_.labels;
  }
}

}  // namespace stepscope
