#include "profiler/trace/pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "profiler/trace/span_places.h"

namespace stepscope {
namespace {

constexpr std::size_t kSmallestLevel = 512;
constexpr std::size_t kPrefixStride = 16;

std::uint8_t toByte(double share) {
  return static_cast<std::uint8_t>(std::clamp(static_cast<int>(share * 255 + 0.5), 1, 255));
}

// `a` if all bits of the mask are set, `b` if none is; without a branch.
template <typename T>
T choose(T mask, T a, T b) {
  return b ^ ((a ^ b) & mask);
}

// The bytes of a LanePixel without a gap, as one integer.
std::uint32_t pixelBits(std::uint32_t coverage, std::uint32_t key) {
  return std::endian::native == std::endian::little ? coverage | key << 8 : coverage << 24 | key << 16;
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

  // About one bin per span: at finer resolution the spans themselves are searched.
  const double length = static_cast<double>(std::max<std::int64_t>(end - begin, 1));
  baseShift_ = std::clamp(static_cast<int>(std::floor(std::log2(length / static_cast<double>(std::max<std::size_t>(n, 1))))), 0, 62);
  const std::size_t bins = (static_cast<std::size_t>(end - begin) >> baseShift_) + 1;
  const double binNs = std::ldexp(1.0, baseShift_);
  std::vector<Bin> base(bins, Bin{0, 0});
  // Spans are sorted, so the sums of only one bin are open at a time.
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
      // Relative to the bin's beginning, because its end may exceed the largest time value.
      const double overlap = static_cast<double>(std::min(to - binBegin, std::int64_t{1} << baseShift_) - std::max<std::int64_t>(from - binBegin, 0));
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
  if (!lane_ || lane_->size() == 0 || nsPerPixel <= 0) {
    std::fill(pixels.begin(), pixels.end(), LanePixel{});
  } else if (nsPerPixel >= std::ldexp(1.0, baseShift_)) {
    coarseRow(from, nsPerPixel, pixels);
  } else {
    std::fill(pixels.begin(), pixels.end(), LanePixel{});
    fineRow(from, nsPerPixel, pixels, labels);
  }
}

// A pixel covers at least one bin of level 0. Reads the coarsest level whose bins are at most a pixel wide: one or two bins per pixel, more only if
// even the bins of the last level are narrower than half a pixel.
void LanePyramid::coarseRow(double from, double nsPerPixel, std::span<LanePixel> pixels) const {
  const double binsPerPixel = std::ldexp(nsPerPixel, -baseShift_);
  const auto level = std::min(static_cast<std::size_t>(std::floor(std::log2(binsPerPixel))), levels_.size() - 1);
  const std::vector<Bin>& bins = levels_[level];
  const double scale = std::ldexp(1.0, -(baseShift_ + static_cast<int>(level)));
  // Positions are counted in bins, as fixed point with 32 fractional bits, because a conversion and a division per pixel were most of the cost. A
  // level has fewer than 2^31 bins, and a view is narrower than 2^32 pixels, so nothing overflows.
  constexpr double kOne = 4294967296.0;
  const auto step = static_cast<std::int64_t>(nsPerPixel * scale * kOne);
  const auto count = static_cast<std::int64_t>(bins.size());
  double begin = from * scale;
  std::size_t x = 0;
  if (begin < 0) {  // before the trace the pixels stay empty
    x = static_cast<std::size_t>(std::min(static_cast<double>(pixels.size()), std::ceil(-begin / (nsPerPixel * scale))));
    if (x > 0) --x;
    begin = std::max(0.0, begin + static_cast<double>(x) * nsPerPixel * scale);
    std::fill_n(pixels.begin(), x, LanePixel{});
  }
  auto at = static_cast<std::int64_t>(begin * kOne);
  // Whether a pixel has one bin or two, and which of them is fuller, cannot be predicted by a processor, so there is no branch. If a pixel has one
  // bin, that bin is counted twice.
  if (step < std::int64_t{2} << 32) {
    const std::int64_t inside = (count - 2) << 32;  // from here on a second bin may be after the last one
    for (; x < pixels.size() && at < inside; ++x, at += step) {
      const std::int64_t first = at >> 32, second = ((at + step) >> 32) - 1;
      const Bin a = bins[static_cast<std::size_t>(first)], b = bins[static_cast<std::size_t>(std::max(first, second))];
      const unsigned sum = static_cast<unsigned>(a.coverage) + b.coverage, fuller = 0u - static_cast<unsigned>(b.coverage > a.coverage);
      pixels[x].coverage = static_cast<std::uint8_t>((sum + static_cast<unsigned>(sum == 1)) / 2);
      pixels[x].key = static_cast<std::uint8_t>(a.key ^ ((a.key ^ b.key) & fuller));
      pixels[x].gap = false;
    }
  }
  for (; x < pixels.size(); ++x, at += step) {
    const std::int64_t first = at >> 32;
    if (first >= count) break;
    const std::int64_t last = std::min(std::max(first + 1, (at + step) >> 32), count);
    unsigned sum = 0;
    Bin top{0, 0};
    for (std::int64_t i = first; i < last; ++i) {
      const Bin bin = bins[static_cast<std::size_t>(i)];
      sum += bin.coverage;
      if (bin.coverage > top.coverage) top = bin;
    }
    const unsigned mean = sum / static_cast<unsigned>(last - first);
    pixels[x] = top.coverage ? LanePixel{static_cast<std::uint8_t>(std::max(1u, mean)), top.key, false} : LanePixel{};
  }
  std::fill(pixels.begin() + static_cast<std::ptrdiff_t>(x), pixels.end(), LanePixel{});
}

// The content of a pixel is summed until a span begins in another one. If spans are about a pixel wide, a processor cannot predict whether one ends
// in the pixel where it begins, nor whether that is the last pixel of the span before. So there are no branches: every span writes its first pixel,
// the next few and its last, and the sum is chosen by masks (the bits of non-negative doubles, read as integers, have the same order as the numbers).
void LanePyramid::fineRow(double from, double nsPerPixel, std::span<LanePixel> pixels, std::vector<LaneLabel>* labels) const {
  const TraceLane& lane = *lane_;
  const std::size_t n = lane.size();
  const int width = static_cast<int>(pixels.size());
  const PixelScale scale{origin_, from, 1.0 / nsPerPixel, width};
  std::int64_t covered = 0, best = -1;  // bits of two fractions of pixel `open`: covered by all spans, by the longest one; -1 is below both
  std::uint32_t bestKey = 0;
  int open = -1;
  const auto sum = [](std::int64_t a, std::int64_t b) { return std::bit_cast<std::int64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b)); };
  const auto write = [&](int x, std::uint32_t bits) { pixels[static_cast<std::size_t>(x)] = std::bit_cast<LanePixel>(bits); };
  SpanPlaces places;
  std::size_t i = firstEndingAfter(origin_ + static_cast<std::int64_t>(std::floor(from)));
  while (i < n) {
    const double pixelEnd = from + (std::floor(std::max(0.0, scale.pixelOf(lane.start[i]))) + 1) * nsPerPixel;
    const auto endsInside = [&](std::size_t k) { return static_cast<double>(lane.start[k] + lane.duration[k] - origin_) <= pixelEnd; };
    const bool crowded = i + kPrefixStride < n && endsInside(i + kPrefixStride);
    const std::size_t count = crowded ? 1 : std::min(SpanPlaces::kMost, n - i);
    placeSpans(lane.start.data() + i, lane.duration.data() + i, count, scale, kGapWidth, kLabelWidth, places);
    for (int k = 0; k < places.inRow; ++k) {
      const int first = places.first[k], between = places.last[k] - first - 1;
      const std::uint32_t key = keys_[i + static_cast<std::size_t>(k)];
      const auto head = std::bit_cast<std::int64_t>(places.head[k]), shared = -static_cast<std::int64_t>(first == open);
      covered = sum(covered & shared, head);
      best |= ~shared;
      bestKey = choose(-static_cast<std::uint32_t>(head > best), key, bestKey);
      best = std::max(best, head);
      const std::uint32_t begun = pixelBits(toByte(std::bit_cast<double>(covered)), bestKey);
      write(first, begun);
      // The pixels between the first and the last one are full. Later pixels are still empty, so a few are written without a check.
      constexpr int kFew = 4;
      const std::uint32_t full = pixelBits(255, key);
      if (first + kFew < width && between <= kFew) {
        for (int x = 0; x < kFew; ++x) write(first + 1 + x, full & -static_cast<std::uint32_t>(x < between));
      } else {
        for (int x = 0; x < between; ++x) write(first + 1 + x, full);
      }
      const std::int64_t ends = places.ends[k];
      const auto ends32 = static_cast<std::uint32_t>(ends);
      const auto tail = std::bit_cast<std::int64_t>(places.tail[k]);
      covered = choose(ends, tail, covered);
      best = choose(ends, tail, best);
      bestKey = choose(ends32, key, bestKey);
      open = places.reached[k];
      write(open, choose(ends32, pixelBits(static_cast<std::uint32_t>(places.tailCoverage[k]), key), begun));
      pixels[static_cast<std::size_t>(places.gapAt[k])].gap = places.gap[k] != 0;
    }
    if (labels && places.labels)
      for (int k = 0; k < places.inRow; ++k)
        if (const int first = places.first[k], size = places.last[k] - first; size >= kLabelWidth)
          labels->push_back({first, size, static_cast<std::uint32_t>(i + static_cast<std::size_t>(k))});
    if (static_cast<std::size_t>(places.inRow) < count) break;
    if (crowded && places.first[0] == places.last[0]) {
      // Skips all spans that end inside this pixel, by galloping and bisection; their time comes from the prefix sums.
      std::size_t low = i, stride = kPrefixStride;
      while (low + stride < n && endsInside(low + stride)) {
        low += stride;
        stride *= 2;
      }
      std::size_t high = std::min(n, low + stride);
      while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        (endsInside(middle) ? low : high) = middle;
      }
      const double busy = static_cast<double>(busyBefore(low + 1) - busyBefore(i + 1)) * scale.perNs;
      covered = sum(covered, std::bit_cast<std::int64_t>(busy));
      write(open, pixelBits(toByte(std::bit_cast<double>(covered)), bestKey));
      i = low;
    }
    i += count;
  }
}

}  // namespace stepscope
