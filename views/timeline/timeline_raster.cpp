#include "views/timeline/timeline_raster.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace stepscope {
namespace {

constexpr int kPadding = 2;  // px between a row's edge and its spans
constexpr std::size_t kMostLabels = 800;
constexpr int kMostTexts = 20000;  // in the cache

QRgb mix(const QColor& below, const QColor& above, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return qRgb(part(below.red(), above.red()), part(below.green(), above.green()), part(below.blue(), above.blue()));
}

}  // namespace

TimelineRaster::TimelineRaster() : font_(textFont(11)), nameFont_(textFont(12)) {}

TimelineRaster::Palette TimelineRaster::paletteOf(const QColor& background, double strength) {
  Palette palette;
  for (std::size_t category = 0; category < palette.size(); ++category)
    for (int alpha = 0; alpha < kAlphas; ++alpha)
      palette[category][static_cast<std::size_t>(alpha)] =
          mix(background, categoryColor(static_cast<Category>(category)), strength * alpha / 255);
  return palette;
}

std::uint8_t TimelineRaster::alphaOf(const LanePixel& pixel) {
  if (pixel.gap) return kLeastAlpha;
  return static_cast<std::uint8_t>(kLeastAlpha + (255 - kLeastAlpha) * pixel.coverage / 255);
}

void TimelineRaster::setTokens(const Tokens& tokens) {
  tokens_ = tokens;
  full_ = paletteOf(tokens.panel, 1);
  groups_ = paletteOf(tokens.panel, tokens.dark ? 0.42 : 0.45);
  steps_ = paletteOf(tokens.panel, tokens.dark ? 0.22 : 0.18);
}

const TimelineRaster::Palette& TimelineRaster::paletteFor(TimelineRow::Kind kind) const {
  switch (kind) {
    case TimelineRow::Kind::Steps:
      return steps_;
    case TimelineRow::Kind::Layers:
      return groups_;
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

const QImage& TimelineRaster::draw(const TimelineModel& model, const TimeAxis& axis, int scroll) {
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
  for (int r = 0; r < static_cast<int>(model.rows().size()); ++r) {
    const TimelineRow& row = model.rows()[static_cast<std::size_t>(r)];
    const int top = deviceY(model.rowTop(r)), bottom = deviceY(model.rowTop(r) + row.height);
    if (bottom <= 0) continue;
    if (top >= image_.height()) break;
    ++stats_.rows;
    const int padding = static_cast<int>(std::lround(kPadding * ratio_));
    fillTo(std::max(0, top + padding));
    if (row.beginsTrack && r > 0 && top >= 0 && top < image_.height()) std::fill_n(line(top), image_.width(), lineColor);
    if (row.lane) {
      drawLane(model, r, axis, top + padding, bottom - padding);
      done = std::clamp(bottom - padding, done, image_.height());
    } else {
      fillTo(bottom);
      drawCounter(row, axis, model.trace().begin, top + padding, bottom - padding);
    }
  }
  fillTo(image_.height());
  if (model.rows().size() > 0) {
    const int end = deviceY(model.rowsHeight());
    if (end >= 0 && end < image_.height()) std::fill_n(line(end), image_.width(), lineColor);
  }
  QPainter painter(&image_);
  drawRowNames(painter, model, axis, scroll);
  painter.end();
  drawLabels(model);
  return image_;
}

void TimelineRaster::drawLane(const TimelineModel& model, int rowIndex, const TimeAxis& axis, int top, int bottom) {
  const TimelineRow& row = model.rows()[static_cast<std::size_t>(rowIndex)];
  pixels_.resize(static_cast<std::size_t>(spansWidth_));
  laneLabels_.clear();
  row.pyramid.row(axis.begin, axis.length / std::max(1, spansWidth_), pixels_, &laneLabels_);
  const Palette& palette = paletteFor(row.kind);
  row_ = ground_;
  QRgb* out = row_.data() + spansLeft_;
  for (std::size_t x = 0; x < pixels_.size(); ++x)
    if (pixels_[x].coverage) out[x] = palette[static_cast<std::size_t>(pixels_[x].category)][alphaOf(pixels_[x])];
  for (int y = std::max(0, top); y < std::min(bottom, image_.height()); ++y) std::memcpy(line(y), row_.data(), row_.size() * sizeof(QRgb));
  for (const LaneLabel& label : laneLabels_) {
    if (labels_.size() >= kMostLabels) break;
    if (label.width < LanePyramid::kLabelWidth * ratio_) continue;
    labels_.push_back(
        {QRectF((spansLeft_ + label.left) / ratio_, top / ratio_, label.width / ratio_, (bottom - top) / ratio_), {rowIndex, label.index}});
  }
}

// A step line with its area, the largest value of each pixel: samples that share a pixel cannot hide a peak.
void TimelineRaster::drawCounter(const TimelineRow& row, const TimeAxis& axis, std::int64_t origin, int top, int bottom) {
  const TraceCounter& counter = *row.counter;
  if (row.counterMax <= 0 || bottom - top < 4) return;
  const QColor color = categoryColor(Category::Data);
  const QRgb area = mix(tokens_.panel, color, 0.25), edge = color.rgb();
  const double nsPerPixel = axis.length / std::max(1, spansWidth_);
  const auto timeOf = [&](int x) { return axis.begin + x * nsPerPixel; };
  const auto sampleTime = [&](std::size_t i) { return static_cast<double>(counter.time[i] - origin); };
  const auto first = std::upper_bound(counter.time.begin(), counter.time.end(), origin + static_cast<std::int64_t>(axis.begin));
  auto next = static_cast<std::size_t>(first - counter.time.begin());
  int before = -1;
  for (int x = 0; x < spansWidth_; ++x) {
    bool known = next > 0;
    double value = known ? counter.value[next - 1] : 0;
    for (; next < counter.time.size() && sampleTime(next) < timeOf(x + 1); ++next) {
      value = known ? std::max(value, counter.value[next]) : counter.value[next];
      known = true;
    }
    if (!known) continue;
    const int height = static_cast<int>(std::lround((bottom - top - 2) * std::clamp(value / row.counterMax, 0.0, 1.0)));
    const int y = bottom - 1 - height;
    const int from = before < 0 ? y : std::min(y, before), to = before < 0 ? y : std::max(y, before);
    for (int k = std::max(0, y); k < std::min(bottom, image_.height()); ++k) line(k)[spansLeft_ + x] = area;
    for (int k = std::max(0, from); k <= std::min(to, image_.height() - 1); ++k) line(k)[spansLeft_ + x] = edge;
    before = y;
  }
}

void TimelineRaster::drawRowNames(QPainter& painter, const TimelineModel& model, const TimeAxis& axis, int scroll) {
  painter.setFont(nameFont_);
  const QFontMetrics metrics(nameFont_);
  for (int r = 0; r < static_cast<int>(model.rows().size()); ++r) {
    const TimelineRow& row = model.rows()[static_cast<std::size_t>(r)];
    const int top = model.rowTop(r) - scroll;
    if (row.label.isEmpty() || top + row.height <= 0) continue;
    if (top >= image_.height() / ratio_) break;
    const bool track = row.beginsTrack || row.kind == TimelineRow::Kind::Steps;
    painter.setPen(track ? tokens_.text : tokens_.dim);
    const QRectF place(14, top, axis.left - 20, row.height);
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(row.label, Qt::ElideRight, static_cast<int>(place.width())));
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
