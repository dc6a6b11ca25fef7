#include "profiler/trace/pyramid.h"

#include <algorithm>
#include <cmath>

namespace stepscope {
namespace {

constexpr std::size_t kSmallestLevel = 512;
constexpr std::size_t kPrefixStride = 16;

std::uint8_t toByte(double share) {
  return static_cast<std::uint8_t>(std::clamp(static_cast<int>(share * 255 + 0.5), 1, 255));
}

}  // namespace

LanePyramid::LanePyramid(const TraceLane& lane, std::int64_t begin, std::int64_t end, std::span<const std::uint8_t> keys)
    : lane_(&lane), keys_(keys.empty() ? lane.category.data() : keys.data()), origin_(begin) {
  const std::size_t n = lane.size();
  busyPrefix_.reserve(n / kPrefixStride + 1);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i % kPrefixStride == 0) busyPrefix_.push_back(sum);
    sum += lane.duration[i];
  }
  if (n % kPrefixStride == 0) busyPrefix_.push_back(sum);

  // About one bin a span: finer than that, the spans themselves are searched.
  const double length = static_cast<double>(std::max<std::int64_t>(end - begin, 1));
  baseShift_ = std::max(0, static_cast<int>(std::floor(std::log2(length / static_cast<double>(std::max<std::size_t>(n, 1))))));
  const std::size_t bins = (static_cast<std::size_t>(end - begin) >> baseShift_) + 1;
  const double binNs = std::ldexp(1.0, baseShift_);
  std::vector<Bin> base(bins, Bin{0, 0});
  // Spans are sorted, so one bin is open at a time for its sums.
  std::size_t openBin = 0;
  double busy = 0, best = -1;
  std::uint8_t bestKey = 0;
  const auto close = [&] {
    if (best >= 0) base[openBin] = {toByte(busy / binNs), bestKey};
    busy = 0;
    best = -1;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t from = lane.start[i] - begin, to = from + lane.duration[i];
    const auto first = static_cast<std::size_t>(from >> baseShift_);
    const auto last = std::max(first, static_cast<std::size_t>(std::max<std::int64_t>(to - 1, 0) >> baseShift_));
    for (std::size_t bin = first; bin <= last; ++bin) {
      if (bin != openBin) {
        close();
        openBin = bin;
      }
      const std::int64_t binBegin = static_cast<std::int64_t>(bin) << baseShift_;
      const std::int64_t binEnd = binBegin + (std::int64_t{1} << baseShift_);
      const double overlap = static_cast<double>(std::min(to, binEnd) - std::max(from, binBegin));
      busy += overlap;
      if (overlap > best) {
        best = overlap;
        bestKey = keys_[i];
      }
    }
  }
  close();
  levels_.push_back(std::move(base));
  while (levels_.back().size() > kSmallestLevel) {
    const std::vector<Bin>& fine = levels_.back();
    std::vector<Bin> coarse((fine.size() + 1) / 2);
    for (std::size_t i = 0; i < coarse.size(); ++i) {
      const Bin a = fine[2 * i], b = 2 * i + 1 < fine.size() ? fine[2 * i + 1] : Bin{0, 0};
      coarse[i] = {static_cast<std::uint8_t>((a.coverage + b.coverage + 1) / 2), a.coverage >= b.coverage ? a.key : b.key};
    }
    levels_.push_back(std::move(coarse));
  }
}

std::size_t LanePyramid::firstEndingAfter(std::int64_t time) const {
  // Ends are sorted as starts are, since spans of a lane do not overlap.
  const auto after = std::upper_bound(lane_->start.begin(), lane_->start.end(), time);
  auto i = static_cast<std::size_t>(after - lane_->start.begin());
  while (i > 0 && lane_->start[i - 1] + lane_->duration[i - 1] > time) --i;
  return i;
}

std::size_t LanePyramid::firstStartingFrom(std::int64_t time) const {
  return static_cast<std::size_t>(std::lower_bound(lane_->start.begin(), lane_->start.end(), time) - lane_->start.begin());
}

std::int64_t LanePyramid::busyBefore(std::size_t index) const {
  std::int64_t sum = busyPrefix_[index / kPrefixStride];
  for (std::size_t i = index - index % kPrefixStride; i < index; ++i) sum += lane_->duration[i];
  return sum;
}

std::int64_t LanePyramid::busy(std::int64_t from, std::int64_t to) const {
  if (!lane_ || to <= from) return 0;
  const std::size_t first = firstEndingAfter(from), last = firstStartingFrom(to);
  if (last <= first) return 0;
  std::int64_t sum = busyBefore(last) - busyBefore(first);
  sum -= std::max<std::int64_t>(0, from - lane_->start[first]);
  sum -= std::max<std::int64_t>(0, lane_->start[last - 1] + lane_->duration[last - 1] - to);
  return sum;
}

void LanePyramid::row(double from, double nsPerPixel, std::span<LanePixel> pixels, std::vector<LaneLabel>* labels) const {
  std::fill(pixels.begin(), pixels.end(), LanePixel{});
  if (!lane_ || lane_->size() == 0 || nsPerPixel <= 0) return;
  if (nsPerPixel >= std::ldexp(1.0, baseShift_))
    coarseRow(from, nsPerPixel, pixels);
  else
    fineRow(from, nsPerPixel, pixels, labels);
}

// A pixel is at least one bin: the level whose bins are at most a pixel wide is read, one to three bins a pixel.
void LanePyramid::coarseRow(double from, double nsPerPixel, std::span<LanePixel> pixels) const {
  const double binsPerPixel = std::ldexp(nsPerPixel, -baseShift_);
  const auto level = std::min(static_cast<std::size_t>(std::floor(std::log2(binsPerPixel))), levels_.size() - 1);
  const std::vector<Bin>& bins = levels_[level];
  const double scale = std::ldexp(1.0, -(baseShift_ + static_cast<int>(level)));
  // In bins, as fixed point with 32 bits behind the point: a conversion and a division a pixel were most of the cost. A level has fewer
  // than 2^31 bins, and a view of 2^32 pixels does not exist, so nothing overflows.
  constexpr double kOne = 4294967296.0;
  const auto step = static_cast<std::int64_t>(nsPerPixel * scale * kOne);
  const auto count = static_cast<std::int64_t>(bins.size());
  double begin = from * scale;
  std::size_t x = 0;
  if (begin < 0) {  // what lies before the trace stays empty
    x = static_cast<std::size_t>(std::min(static_cast<double>(pixels.size()), std::ceil(-begin / (nsPerPixel * scale))));
    if (x > 0) --x;
    begin = std::max(0.0, begin + static_cast<double>(x) * nsPerPixel * scale);
  }
  auto at = static_cast<std::int64_t>(begin * kOne);
  for (; x < pixels.size(); ++x, at += step) {
    const std::int64_t first = at >> 32;
    if (first >= count) break;
    const std::int64_t last = std::min(std::max(first + 1, (at + step) >> 32), count);
    const Bin* bin = bins.data() + first;
    unsigned sum = bin[0].coverage;
    Bin top = bin[0];
    const auto add = [&](Bin next) {
      sum += next.coverage;
      if (next.coverage > top.coverage) top = next;
    };
    unsigned mean = sum;
    if (last - first == 2) {
      add(bin[1]);
      mean = sum / 2;
    } else if (last - first == 3) {
      add(bin[1]);
      add(bin[2]);
      mean = sum / 3;
    } else if (last - first > 3) {
      for (std::int64_t i = 1; i < last - first; ++i) add(bin[i]);
      mean = sum / static_cast<unsigned>(last - first);
    }
    if (top.coverage) pixels[x] = {static_cast<std::uint8_t>(std::max(1u, mean)), top.key, false};
  }
}

void LanePyramid::fineRow(double from, double nsPerPixel, std::span<LanePixel> pixels, std::vector<LaneLabel>* labels) const {
  const TraceLane& lane = *lane_;
  const double perNs = 1.0 / nsPerPixel;
  const int width = static_cast<int>(pixels.size());
  const std::size_t n = lane.size();
  // The pixel being summed up, shared by the spans that touch it without filling it.
  int open = -1;
  double covered = 0, best = -1;
  std::uint8_t bestKey = 0;
  const auto close = [&] {
    if (open >= 0 && open < width && best >= 0) pixels[static_cast<std::size_t>(open)] = {toByte(covered), bestKey, false};
    covered = 0;
    best = -1;
  };
  const auto touch = [&](int x, double share, std::uint8_t key) {
    if (x != open) {
      close();
      open = x;
    }
    covered += share;
    if (share > best) {
      best = share;
      bestKey = key;
    }
  };
  std::size_t i = firstEndingAfter(origin_ + static_cast<std::int64_t>(std::floor(from)));
  while (i < n) {
    const double left = (static_cast<double>(lane.start[i] - origin_) - from) * perNs;
    if (left >= width) break;
    const double right = left + static_cast<double>(lane.duration[i]) * perNs;
    const double clippedLeft = std::max(left, 0.0);
    if (right < 0) {
      ++i;
      continue;
    }
    const int first = static_cast<int>(clippedLeft);
    const int last = static_cast<int>(std::min<double>(right, width));
    const std::uint8_t key = keys_[i];
    if (first == last) {
      touch(first, right - clippedLeft, key);
      // Skip everything that ends inside this pixel: gallop, then halve; their time comes from the prefix sums.
      const double limit = from + (first + 1) * nsPerPixel;
      const auto endsInside = [&](std::size_t k) { return static_cast<double>(lane.start[k] + lane.duration[k] - origin_) <= limit; };
      std::size_t low = i, stride = kPrefixStride;
      if (low + stride < n && endsInside(low + stride)) {
        while (low + stride < n && endsInside(low + stride)) {
          low += stride;
          stride *= 2;
        }
        std::size_t high = std::min(n, low + stride);
        while (low + 1 < high) {
          const std::size_t middle = (low + high) / 2;
          (endsInside(middle) ? low : high) = middle;
        }
        covered += static_cast<double>(busyBefore(low + 1) - busyBefore(i + 1)) * perNs;
        i = low;
      }
    } else {
      touch(first, first + 1 - clippedLeft, key);
      close();
      open = -1;
      for (int x = first + 1; x < last; ++x) pixels[static_cast<std::size_t>(x)] = {255, key, false};
      const bool endVisible = right < width;
      if (endVisible && right > last) touch(last, right - last, key);
      if (right - left >= kGapWidth && endVisible && last - 1 > first) pixels[static_cast<std::size_t>(last - 1)].gap = true;
      if (labels && last - first >= kLabelWidth) labels->push_back({first, last - first, static_cast<std::uint32_t>(i)});
    }
    ++i;
  }
  close();
}

}  // namespace stepscope
