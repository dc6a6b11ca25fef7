#include "core/backend/cpu/ops/convolution/bf16_grad_weight.h"

#include <algorithm>
#include <limits>

#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/bf16_product.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;               // channels of a block: one vector of f32 sums
constexpr std::int64_t kPair = 2 * kBlock;        // bf16 numbers of a pair of pixels in one block
constexpr std::int64_t kPairs = 128;              // about this many pairs of pixels in a chunk: four streams and one block of gradients fit in L1
constexpr std::int64_t kChunkBytes = 384 * 1024;  // most bytes of the part of a chunk that is prepared first, for the second-level cache
constexpr std::int64_t kLine = 64;                // bytes
constexpr std::int64_t kFetchedLines = 8;         // most prefetched lines per pair of pixels and block of inputs
constexpr std::int32_t kOutside = -1;             // the offset of a pixel in the padding

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// The strides between samples, rows, pixels and blocks of channels, in elements.
struct View {
  std::int64_t sample, row, pixel, block;

  View(std::int64_t c, std::int64_t h, std::int64_t w, std::int64_t channelBlock) {
    const bool blocked = channelBlock == kBlock;
    pixel = blocked ? kBlock : c;
    row = w * pixel;
    block = blocked ? h * row : kBlock;
    sample = blocked ? ceilDiv(c, kBlock) * block : h * row;
  }
};

// The division of the work. A stream is one block of input channels for one tap of the kernel; the weights of an output channel are stored stream by
// stream. Pixels are counted over all samples, so that only the last pair can be incomplete.
struct Plan {
  ConvolutionShape s;
  std::int64_t taps, streams, outputs;  // `outputs` are blocks of output channels
  std::int64_t pixels, pairs;           // pixels of all samples; pairs of a chunk
  bool streamsFirst;                    // a chunk's streams are prepared first, then its gradients block by block; false: the reverse
  std::int64_t group;                   // number of streams, or of blocks of outputs, that are prepared first together
  int streamParts = 1, outputParts = 1;

  Plan(const ConvolutionShape& shape, int threads) : s(shape), taps(s.kernelH * s.kernelW) {
    streams = ceilDiv(s.inC, kBlock) * taps;
    outputs = ceilDiv(s.outC, kBlock);
    pixels = s.n * s.outH() * s.outW();
    const std::int64_t all = ceilDiv(pixels, 2);
    pairs = ceilDiv(all, std::max<std::int64_t>(1, ceilDiv(all, kPairs)));
    // Of streams and outputs, the larger number is divided among the threads, since every thread prepares all of the others; and it is prepared last,
    // since it is larger than the cache.
    const std::int64_t streamGroups = pairGroups(streams);
    streamsFirst = outputs >= streams;
    if (streamsFirst) {
      outputParts = static_cast<int>(std::min<std::int64_t>(outputs, threads));
      streamParts = static_cast<int>(std::clamp<std::int64_t>(threads / outputParts, 1, streamGroups));
    } else {
      streamParts = static_cast<int>(std::min<std::int64_t>(streamGroups, threads));
      outputParts = static_cast<int>(std::clamp<std::int64_t>(threads / streamParts, 1, outputs));
    }
    const std::int64_t most = kChunkBytes / (pairs * kPair * 2);
    group = streamsFirst ? std::clamp<std::int64_t>(most / kPairVectors, 1, streamGroups) * kPairVectors : std::clamp<std::int64_t>(most, 1, outputs);
  }

  bool pointwise() const { return taps == 1 && s.strideH == 1 && s.strideW == 1 && s.padH == 0 && s.padW == 0; }
  int team() const { return streamParts * outputParts; }
  std::int64_t chunks() const { return ceilDiv(ceilDiv(pixels, 2), pairs); }
  std::int64_t gradientSize() const { return (streamsFirst ? 1 : group) * pairs * kPair; }
  std::int64_t streamSize() const { return (streamsFirst ? group : kPairVectors) * pairs * kPair; }
  std::int64_t tableSize() const { return ceilDiv((2 * taps + 2 + kFetchedLines + 1) * pairs, kLine / 4) * (kLine / 4); }
  // Bytes of workspace of a thread; with two tables, for this chunk and for the next.
  std::int64_t threadBytes() const { return (gradientSize() + streamSize()) * 2 + 2 * tableSize() * 4; }
};

#if defined(__x86_64__)

// The offsets of the pixels of one chunk, in elements from the beginning of a block of channels.
class Table {
 public:
  Table(const Plan& plan, const View& x, const View& dy, std::int32_t* memory)
      : p_(plan), xView_(x), dyView_(dy), gradients_(memory), inputs_(memory + 2 * plan.pairs), lines_(inputs_ + 2 * plan.taps * plan.pairs) {}

  void fill(std::int64_t chunk) {
    const ConvolutionShape& s = p_.s;
    const std::int64_t first = 2 * chunk * p_.pairs, outW = s.outW(), ofSample = s.outH() * outW;
    count_ = std::clamp<std::int64_t>(p_.pixels - first, 0, 2 * p_.pairs);
    lineCount_ = 0;
    for (std::int64_t i = 0; i < count_;) {
      const std::int64_t n = (first + i) / ofSample, oh = (first + i) % ofSample / outW, ow = (first + i) % outW;
      const std::int64_t width = std::min(outW - ow, count_ - i);
      fillRow(gradients_ + i, width, n * dyView_.sample + oh * dyView_.row + ow * dyView_.pixel, dyView_.pixel);
      for (std::int64_t tap = 0; tap < p_.taps; ++tap) {
        const std::int64_t h = oh * s.strideH - s.padH + tap / s.kernelW, w = ow * s.strideW - s.padW + tap % s.kernelW;
        std::int32_t* to = inputs_ + tap * 2 * p_.pairs + i;
        if (h < 0 || h >= s.inH) {
          std::fill(to, to + width, kOutside);
          continue;
        }
        fillRow(to, width, n * xView_.sample + h * xView_.row + w * xView_.pixel, s.strideW * xView_.pixel);
        for (std::int64_t j = 0; j < width && w + j * s.strideW < 0; ++j) to[j] = kOutside;
        for (std::int64_t j = width - 1; j >= 0 && w + j * s.strideW >= s.inW; --j) to[j] = kOutside;
      }
      i += width;
    }
    if (count_ % 2 == 1) {
      gradients_[count_] = kOutside;
      for (std::int64_t tap = 0; tap < p_.taps; ++tap) inputs_[tap * 2 * p_.pairs + count_] = kOutside;
    }
    findLines();
  }

  std::int64_t pairs() const { return (count_ + 1) / 2; }
  const std::int32_t* gradients() const { return gradients_; }
  // Whether the pixels at these offsets are adjacent in a block of channels and form complete pairs. None of them may be padding.
  bool inOneRun(const std::int32_t* offsets, const View& view) const {
    return view.pixel == kBlock && count_ % 2 == 0 && count_ > 0 && offsets[count_ - 1] - offsets[0] == (count_ - 1) * kBlock;
  }
  const std::int32_t* inputs(std::int64_t tap) const { return inputs_ + tap * 2 * p_.pairs; }
  // The cache lines to prefetch for a block of inputs, in pieces of as many lines as a chunk has pairs.
  std::int64_t pieces() const { return ceilDiv(lineCount_, p_.pairs); }
  const std::int32_t* lines(std::int64_t piece) const { return lines_ + piece * p_.pairs; }

 private:
  static void fillRow(std::int32_t* to, std::int64_t count, std::int64_t offset, std::int64_t step) {
    for (std::int64_t j = 0; j < count; ++j) to[j] = static_cast<std::int32_t>(offset + j * step);
  }

  // Finds the cache lines of the inputs, along the middle column of the kernel: its taps touch every row that is read.
  void findLines() {
    constexpr std::int64_t kOfLine = kLine / 2;
    const std::int64_t most = kFetchedLines * p_.pairs;
    std::int32_t newest = std::numeric_limits<std::int32_t>::min();
    for (std::int64_t kh = 0; kh < p_.s.kernelH; ++kh) {
      if (kh >= p_.s.strideH && kh + p_.s.strideH < p_.s.kernelH) continue;  // the first and the last taps touch these rows too
      const std::int32_t* from = inputs(kh * p_.s.kernelW + p_.s.kernelW / 2);
      for (std::int64_t i = 0; i < count_ && lineCount_ < most; ++i) {
        if (from[i] == kOutside || (from[i] >= newest && from[i] < newest + kOfLine)) continue;
        newest = from[i];
        lines_[lineCount_++] = newest;
      }
    }
    const std::int64_t whole = pieces() * p_.pairs;
    std::fill(lines_ + lineCount_, lines_ + whole, lineCount_ > 0 ? lines_[0] : 0);
  }

  const Plan& p_;
  const View &xView_, &dyView_;
  std::int32_t *gradients_, *inputs_, *lines_;
  std::int64_t count_ = 0, lineCount_ = 0;
};

// Loads two pixels of a block of channels as 16 pairs, one per channel; zeros outside the image.
STEPSCOPE_BF16_INLINE __m512i pairAt(const std::uint16_t* block, const std::int32_t* offsets, std::int32_t neighbour) {
  const std::int32_t first = offsets[0], second = offsets[1];
  if (first != kOutside && second == first + neighbour) return pairsOf(_mm512_loadu_si512(block + first));
  const auto pixel = [&](std::int32_t offset) STEPSCOPE_BF16_TARGET {
    return offset == kOutside ? _mm256_setzero_si256() : _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + offset));
  };
  return pairsOf(joined(pixel(first), pixel(second)));
}

// The cache lines that are prefetched during a matrix product, one per pair.
struct Fetch {
  const char* from = nullptr;
  const std::int32_t* offsets = nullptr;  // in elements, `step` apart
  std::int64_t step = 1;
};

// c[r][16 v + i] = (with `add`: +=) the sum over all pairs of gradient r times lane i of vector v. The memory of `c` is prefetched at the beginning
// and added at the end.
template <int kRows, int kVectors>
STEPSCOPE_BF16_TARGET void multiply(const std::uint16_t* gradient, const std::uint16_t* streams, std::int64_t pairs, const Fetch& fetch, float* c,
                                    std::int64_t cStep, bool add) {
  __m512 sum[kRows][kVectors];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      _mm_prefetch(reinterpret_cast<const char*>(c + r * cStep + v * kBlock), _MM_HINT_T0);
      sum[r][v] = _mm512_setzero_ps();
    }
  const std::int32_t* ahead = fetch.offsets;
  for (std::int64_t j = 0; j < pairs; ++j, gradient += kPair, streams += kVectors * kPair, ahead += fetch.step) {
    _mm_prefetch(fetch.from + std::int64_t{2} * *ahead, _MM_HINT_T1);
    __m512bh right[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) right[v] = reinterpret_cast<__m512bh>(_mm512_load_si512(streams + v * kPair));
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const __m512bh left = pairEverywhere(gradient + 2 * r);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sum[r][v] = _mm512_dpbf16_ps(sum[r][v], left, right[v]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      float* to = c + r * cStep + v * kBlock;
      _mm512_storeu_ps(to, add ? _mm512_add_ps(_mm512_loadu_ps(to), sum[r][v]) : sum[r][v]);
    }
}

class Worker {
 public:
  Worker(const Plan& plan, const View& xView, const View& dyView, const std::uint16_t* x, const std::uint16_t* dy, float* dw, std::byte* buffer)
      : p_(plan),
        xView_(xView),
        dyView_(dyView),
        x_(x),
        dy_(dy),
        dw_(dw),
        gradients_(reinterpret_cast<std::uint16_t*>(buffer)),
        streams_(gradients_ + plan.gradientSize()),
        tables_{{plan, xView, dyView, reinterpret_cast<std::int32_t*>(streams_ + plan.streamSize())},
                {plan, xView, dyView, reinterpret_cast<std::int32_t*>(streams_ + plan.streamSize()) + plan.tableSize()}},
        fetches_(xView.pixel == kBlock && dyView.pixel == kBlock) {}

  void run(WorkRange streams, WorkRange outputs) {
    const WorkRange first = p_.streamsFirst ? streams : outputs, last = p_.streamsFirst ? outputs : streams;
    for (std::int64_t begin = first.begin; begin < first.end; begin += p_.group) {
      const WorkRange group{begin, std::min(begin + p_.group, first.end)};
      now_->fill(0);
      for (std::int64_t chunk = 0; chunk < p_.chunks(); ++chunk, std::swap(now_, next_)) {
        next_->fill(chunk + 1);
        if (p_.streamsFirst) runBlocks(group, last, chunk > 0);
        else runStreams(last, group, chunk > 0);
      }
    }
  }

 private:
  std::int64_t inputOf(std::int64_t stream) const { return stream / p_.taps; }

  static WorkRange vectorsOf(WorkRange streams, std::int64_t group) {
    const WorkRange part = pairGroup(streams.end - streams.begin, group);
    return {streams.begin + part.begin, streams.begin + part.end};
  }

  // One chunk: prepares all streams, then one block of gradients after another.
  void runBlocks(WorkRange streams, WorkRange outputs, bool add) {
    const std::int64_t groups = pairGroups(streams.end - streams.begin), pairs = now_->pairs();
    const auto at = [&](std::int64_t stream) { return streams_ + (stream - streams.begin) * pairs * kPair; };
    for (std::int64_t g = 0; g < groups; ++g) {
      const WorkRange vectors = vectorsOf(streams, g);
      prepareStreams(vectors, at(vectors.begin));
    }
    willFetchInputs(*next_, inputOf(streams.begin), inputOf(streams.end - 1) + 1);
    for (std::int64_t o = outputs.begin; o < outputs.end; ++o) {
      prepareGradients(o, gradients_);
      if (o + 1 < outputs.end) willFetchGradients(*now_, o + 1, o + 2);
      else willFetchGradients(*next_, outputs.begin, outputs.begin + 1);
      for (std::int64_t g = 0; g < groups; ++g) {
        const WorkRange vectors = vectorsOf(streams, g);
        multiplyBlock(o, gradients_, vectors, at(vectors.begin), add);
      }
    }
  }

  // One chunk: prepares all gradients, then the streams, a few at a time.
  void runStreams(WorkRange streams, WorkRange outputs, bool add) {
    const std::int64_t groups = pairGroups(streams.end - streams.begin), pairs = now_->pairs();
    const auto at = [&](std::int64_t output) { return gradients_ + (output - outputs.begin) * pairs * kPair; };
    for (std::int64_t o = outputs.begin; o < outputs.end; ++o) prepareGradients(o, at(o));
    willFetchGradients(*next_, outputs.begin, outputs.end);
    for (std::int64_t g = 0; g < groups; ++g) {
      const WorkRange vectors = vectorsOf(streams, g);
      prepareStreams(vectors, streams_);
      const WorkRange after = vectorsOf(streams, g + 1 < groups ? g + 1 : 0);
      const std::int64_t known = g + 1 < groups ? inputOf(vectors.end - 1) + 1 : 0;
      willFetchInputs(g + 1 < groups ? *now_ : *next_, std::max(inputOf(after.begin), known), inputOf(after.end - 1) + 1);
      for (std::int64_t o = outputs.begin; o < outputs.end; ++o) multiplyBlock(o, at(o), vectors, streams_, add);
    }
  }

  STEPSCOPE_BF16_TARGET void prepareGradients(std::int64_t output, std::uint16_t* to) const {
    const std::int64_t pairs = now_->pairs();
    const std::int32_t neighbour = neighbourIn(dyView_), *offsets = now_->gradients();
    const std::uint16_t* from = dy_ + output * dyView_.block;
    if (now_->inOneRun(offsets, dyView_)) {
      from += offsets[0];
      for (std::int64_t j = 0; j < pairs; ++j) _mm512_store_si512(to + j * kPair, pairsOf(_mm512_loadu_si512(from + j * kPair)));
      return;
    }
    for (std::int64_t j = 0; j < pairs; ++j) _mm512_store_si512(to + j * kPair, pairAt(from, offsets + 2 * j, neighbour));
  }

  // Writes [pair][stream][channel][2].
  STEPSCOPE_BF16_TARGET void prepareStreams(WorkRange vectors, std::uint16_t* to) const {
    const std::int64_t pairs = now_->pairs(), count = vectors.end - vectors.begin;
    const std::int32_t neighbour = neighbourIn(xView_);
    const std::uint16_t* from[kPairVectors];
    const std::int32_t* offsets[kPairVectors];
    for (std::int64_t v = 0; v < count; ++v) {
      from[v] = x_ + inputOf(vectors.begin + v) * xView_.block;
      offsets[v] = now_->inputs((vectors.begin + v) % p_.taps);
    }
    if (p_.pointwise() && count == kPairVectors && now_->inOneRun(offsets[0], xView_)) {
      for (std::int64_t v = 0; v < count; ++v) from[v] += offsets[0][0];
      for (std::int64_t j = 0; j < pairs; ++j)
#pragma GCC unroll 4
        for (std::int64_t v = 0; v < kPairVectors; ++v, to += kPair) _mm512_store_si512(to, pairsOf(_mm512_loadu_si512(from[v] + j * kPair)));
      return;
    }
    for (std::int64_t j = 0; j < pairs; ++j)
      for (std::int64_t v = 0; v < count; ++v, to += kPair) _mm512_store_si512(to, pairAt(from[v], offsets[v] + 2 * j, neighbour));
  }

  // The offset from a pixel to the next if one load can read both, as in blocked layout; otherwise a value that never occurs.
  static std::int32_t neighbourIn(const View& view) {
    return view.pixel == kBlock ? static_cast<std::int32_t>(kBlock) : -2;
  }

  // Sets the blocks of a chunk that will be read soon and are prefetched. Incomplete chunks are not prefetched.
  void willFetchInputs(const Table& table, std::int64_t begin, std::int64_t end) {
    inputTable_ = &table;
    inputs_ = {begin, fetches_ && table.pairs() == p_.pairs && table.pieces() > 0 ? end : begin};
    piece_ = 0;
  }
  void willFetchGradients(const Table& table, std::int64_t begin, std::int64_t end) {
    gradientTable_ = &table;
    outputs_ = {begin, fetches_ && table.pairs() == p_.pairs ? end : begin};
  }

  // The next lines to prefetch, in the order in which they will be read; if none are left, memory that is already cached.
  Fetch nextFetch() {
    const bool gradients = !outputs_.empty(), inputs = !inputs_.empty();
    if (gradients && (p_.streamsFirst || !inputs))
      return {reinterpret_cast<const char*>(dy_ + outputs_.begin++ * dyView_.block), gradientTable_->gradients(), 2};
    if (inputs) {
      const Fetch fetch{reinterpret_cast<const char*>(x_ + inputs_.begin * xView_.block), inputTable_->lines(piece_), 1};
      if (++piece_ < inputTable_->pieces()) return fetch;
      piece_ = 0;
      ++inputs_.begin;
      return fetch;
    }
    static constexpr std::int32_t kNone = 0;
    return {reinterpret_cast<const char*>(streams_), &kNone, 0};
  }

  void multiplyBlock(std::int64_t output, const std::uint16_t* gradients, WorkRange vectors, const std::uint16_t* streams, bool add) {
    const std::int64_t cStep = p_.streams * kBlock, pairs = now_->pairs(), rows = std::min(kBlock, p_.s.outC - output * kBlock);
    float* c = dw_ + output * kBlock * cStep + vectors.begin * kBlock;
    for (std::int64_t row = 0; row < rows; row += kPairRows) {
      const Fetch fetch = nextFetch();
      onTile(std::min(kPairRows, rows - row), vectors.end - vectors.begin,
             [&](auto r, auto v) { multiply<r, v>(gradients + 2 * row, streams, pairs, fetch, c + row * cStep, cStep, add); });
    }
  }

  const Plan& p_;
  const View &xView_, &dyView_;
  const std::uint16_t *x_, *dy_;
  float* dw_;
  std::uint16_t *gradients_, *streams_;
  Table tables_[2];
  Table *now_ = &tables_[0], *next_ = &tables_[1];  // for this chunk and for the next one
  bool fetches_;
  const Table *inputTable_ = nullptr, *gradientTable_ = nullptr;
  WorkRange inputs_, outputs_;  // blocks to be prefetched
  std::int64_t piece_ = 0;
};

#endif

}  // namespace

bool bf16GradWeightSupports(const ConvolutionShape& s, std::int64_t xBlock, std::int64_t dyBlock) {
#if defined(__x86_64__)
  const auto fits = [](std::int64_t channels, std::int64_t block) { return block == kBlock || (block == channels && channels % kBlock == 0); };
  // Offsets of pixels are kept in 32 bits.
  const auto small = [&](const View& view) { return s.n * view.sample < std::numeric_limits<std::int32_t>::max(); };
  return multipliesBf16Pairs() && fits(s.inC, xBlock) && fits(s.outC, dyBlock) && s.n > 0 && small(View(s.inC, s.inH, s.inW, xBlock)) &&
         small(View(s.outC, s.outH(), s.outW(), dyBlock));
#else
  static_cast<void>(s), static_cast<void>(xBlock), static_cast<void>(dyBlock);
  return false;
#endif
}

std::int64_t bf16GradWeightWorkspaceBytes(const ConvolutionShape& shape, int threads) {
  const Plan plan(shape, threads);
  return plan.team() * plan.threadBytes();
}

void bf16GradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t dyBlock, const std::uint16_t* x, const std::uint16_t* dy,
                    float* dw, void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const Plan plan(shape, threads);
  const View xView(shape.inC, shape.inH, shape.inW, xBlock), dyView(shape.outC, shape.outH(), shape.outW(), dyBlock);
  parallelParts(plan.team(), plan.team(), 1, [&](WorkRange, int thread) {
    Worker worker(plan, xView, dyView, x, dy, dw, static_cast<std::byte*>(workspace) + thread * plan.threadBytes());
    worker.run(partOf(plan.streams, plan.streamParts, thread % plan.streamParts, kPairVectors),
               partOf(plan.outputs, plan.outputParts, thread / plan.streamParts));
  });
#else
  static_cast<void>(shape), static_cast<void>(xBlock), static_cast<void>(dyBlock), static_cast<void>(x), static_cast<void>(dy);
  static_cast<void>(dw), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
