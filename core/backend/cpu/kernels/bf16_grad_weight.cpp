#include "core/backend/cpu/kernels/bf16_grad_weight.h"

#include <algorithm>

#include "core/backend/cpu/kernels/bf16_instructions.h"
#include "core/backend/cpu/kernels/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;                  // channels of a block: one vector of f32 sums
constexpr std::int64_t kPair = 2 * kBlock;           // bf16 numbers of a block's pair of pixels
constexpr std::int64_t kOutputs = 8;                 // output channels whose sums stay in registers
constexpr std::int64_t kStreams = 3;                 // input vectors beside them
constexpr std::int64_t kLine = 64;                   // bytes: a pair's
constexpr std::int64_t kPairs = 512;                 // pairs of pixels of a chunk
constexpr std::int64_t kGradientBytes = 384 * 1024;  // of a chunk's gradients, which stay in the second-level cache

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// Where the pixels of a block of channels lie, in elements.
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

struct Plan {
  ConvolutionShape s;
  std::int64_t inputs, outputs;  // blocks of channels
  std::int64_t pairs;            // of an output row
  std::int64_t rows, samples;    // of a chunk
  std::int64_t group;            // blocks of outputs whose gradients are prepared together
  std::int64_t streamsOfInputs;  // blocks of inputs prepared together: several only where a block is one stream
  int inputParts, outputParts;   // of the threads

  Plan(const ConvolutionShape& shape, int threads) : s(shape) {
    const bool pointwise = s.kernelH == 1 && s.kernelW == 1 && s.strideH == 1 && s.strideW == 1 && s.padH == 0 && s.padW == 0;
    // Rows of odd width would waste half a pair each.
    if (pointwise && s.inW % 2 == 1) {
      s.inW *= s.inH;
      s.inH = 1;
    }
    inputs = ceilDiv(s.inC, kBlock);
    outputs = ceilDiv(s.outC, kBlock);
    pairs = ceilDiv(s.outW(), 2);
    const std::int64_t ofSample = s.outH() * pairs;
    rows = ofSample <= kPairs ? s.outH() : std::max<std::int64_t>(1, kPairs / pairs);
    rows = ceilDiv(s.outH(), ceilDiv(s.outH(), rows));
    samples = ofSample <= kPairs ? std::min(s.n, kPairs / ofSample) : 1;
    samples = ceilDiv(s.n, ceilDiv(s.n, samples));
    group = std::clamp<std::int64_t>(kGradientBytes / (chunk() * kPair * 2), 1, outputs);
    streamsOfInputs = s.kernelW == 1 && s.kernelH == 1 ? 2 : 1;
    const auto most = [&](std::int64_t blocks) { return static_cast<int>(std::min<std::int64_t>(blocks, threads)); };
    const std::int64_t inputGroups = ceilDiv(inputs, streamsOfInputs);
    outputParts = outputs >= inputGroups ? most(outputs) : 1;
    inputParts = outputs >= inputGroups ? 1 : most(inputGroups);
    if (outputParts > 1) inputParts = static_cast<int>(std::clamp<std::int64_t>(threads / outputParts, 1, inputGroups));
    if (inputParts > 1 && outputParts == 1) outputParts = static_cast<int>(std::clamp<std::int64_t>(threads / inputParts, 1, outputs));
  }

  std::int64_t chunk() const { return samples * rows * pairs; }
  std::int64_t imageRows() const { return (rows - 1) * s.strideH + s.kernelH; }
  // Elements of a stream: one block of channels seen through one column of the kernel.
  std::int64_t streamSize() const { return samples * imageRows() * pairs * kPair; }
  std::int64_t gradientSize() const { return group * chunk() * kPair; }
  std::int64_t threadElements() const { return gradientSize() + streamsOfInputs * s.kernelW * streamSize(); }
  int team() const { return inputParts * outputParts; }
};

#if defined(__x86_64__)

// A row of pairs: pixels (2j * stride + offset, (2j + 1) * stride + offset), interleaved channel by channel; zeros outside of [0, width),
// and for the second of a pair beyond `count` pixels.
STEPSCOPE_BF16_TARGET void pairRow(const std::uint16_t* row, std::int64_t pixel, std::int64_t width, std::int64_t stride,
                                   std::int64_t offset, std::int64_t count, std::uint16_t* to) {
  for (std::int64_t i = 0; i < count; i += 2, to += kPair) {
    const std::int64_t first = i * stride + offset, second = first + stride;
    __m512i both;
    if (stride == 1 && pixel == kBlock && first >= 0 && second < width && i + 1 < count) {
      both = _mm512_loadu_si512(row + first * kBlock);
    } else {
      const __m256i zero = _mm256_setzero_si256();
      const __m256i low = first >= 0 && first < width ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + first * pixel)) : zero;
      const __m256i high = i + 1 < count && second >= 0 && second < width
                               ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + second * pixel))
                               : zero;
      both = joined(low, high);
    }
    _mm512_store_si512(to, pairsOf(both));
  }
}

void zeroRow(std::int64_t pairs, std::uint16_t* to) {
  std::fill(to, to + pairs * kPair, std::uint16_t{0});
}

struct Run {
  std::int64_t samples, rows, pairs;  // of this chunk
  std::int64_t rowStep, sampleStep;   // of a stream, elements
  // Memory of the next chunk, fetched a line a pair while this one is multiplied: a sample's part, and the bytes to the next sample's.
  const char* ahead = nullptr;
  std::int64_t aheadSample = 0;
};

// c[o][b][16] (+)= sum of gradient pair o times input pair b, for 8 output channels, of which `outputs` exist.
template <int kInputs>
STEPSCOPE_BF16_TARGET void multiply(const Run& run, const std::uint16_t* gradient, const std::uint16_t* stream, std::int64_t streamStep,
                                    float* c, std::int64_t cStep, int outputs, bool add) {
  __m512 sum[kOutputs][kInputs];
  for (int o = 0; o < kOutputs; ++o)
    for (int b = 0; b < kInputs; ++b) sum[o][b] = add && o < outputs ? _mm512_loadu_ps(c + o * cStep + b * kBlock) : _mm512_setzero_ps();
  for (std::int64_t n = 0; n < run.samples; ++n) {
    const char* ahead = run.ahead + n * run.aheadSample;
    for (std::int64_t r = 0; r < run.rows; ++r) {
      const std::uint16_t* in = stream + n * run.sampleStep + r * run.rowStep;
      for (std::int64_t j = 0; j < run.pairs; ++j, in += kPair, gradient += kPair, ahead += kLine) {
        _mm_prefetch(ahead, _MM_HINT_T1);
        __m512bh right[kInputs];
        for (int b = 0; b < kInputs; ++b) right[b] = reinterpret_cast<__m512bh>(_mm512_load_si512(in + b * streamStep));
        for (int o = 0; o < kOutputs; ++o) {
          std::int32_t pair;
          __builtin_memcpy(&pair, gradient + 2 * o, sizeof pair);
          const auto left = reinterpret_cast<__m512bh>(_mm512_set1_epi32(pair));
          for (int b = 0; b < kInputs; ++b) sum[o][b] = _mm512_dpbf16_ps(sum[o][b], left, right[b]);
        }
      }
    }
  }
  for (int o = 0; o < outputs; ++o)
    for (int b = 0; b < kInputs; ++b) _mm512_storeu_ps(c + o * cStep + b * kBlock, sum[o][b]);
}

void multiplyStreams(const Run& run, const std::uint16_t* gradient, const std::uint16_t* streams, std::int64_t count,
                     std::int64_t streamStep, float* c, std::int64_t cStep, int outputs, bool add) {
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t left = count - done, now = left == 4 ? 2 : std::min(left, kStreams);
    const std::uint16_t* stream = streams + done * streamStep;
    float* to = c + done * kBlock;
    if (now == 3)
      multiply<3>(run, gradient, stream, streamStep, to, cStep, outputs, add);
    else if (now == 2)
      multiply<2>(run, gradient, stream, streamStep, to, cStep, outputs, add);
    else
      multiply<1>(run, gradient, stream, streamStep, to, cStep, outputs, add);
    done += now;
  }
}

// One chunk of pixels: samples from n, output rows from r.
struct Chunk {
  std::int64_t n, samples, r, rows;
};

// The parts of the next chunk that are yet to be fetched, one for every call that multiplies.
class Ahead {
 public:
  Ahead(const Plan& plan, const View& xView, const View& dyView, const std::uint16_t* x, const std::uint16_t* dy, const Chunk& next,
        WorkRange inputs, WorkRange group)
      : xView_(xView), dyView_(dyView), inputs_(inputs), group_(group) {
    const ConvolutionShape& s = plan.s;
    blocked_ = xView.pixel == kBlock && dyView.pixel == kBlock && next.n < s.n;
    pieceBytes_ = next.rows * plan.pairs * kLine;
    const std::int64_t first = std::max<std::int64_t>(0, next.r * s.strideH - s.padH);
    const std::int64_t last = std::min(s.inH, (next.r + next.rows - 1) * s.strideH - s.padH + s.kernelH);
    piecesOfInput_ = pieceBytes_ > 0 ? ceilDiv(std::max<std::int64_t>(0, last - first) * xView.row * 2, pieceBytes_) : 0;
    x_ = reinterpret_cast<const char*>(x + next.n * xView.sample + first * xView.row);
    dy_ = reinterpret_cast<const char*>(dy + next.n * dyView.sample + next.r * dyView.row);
  }

  // Something else that is at hand when all is fetched.
  void give(Run& run, const void* atHand) {
    const std::int64_t gradients = group_.end - group_.begin, piece = given_++;
    if (blocked_ && piece < gradients) {
      run.ahead = dy_ + (group_.begin + piece) * dyView_.block * 2;
      run.aheadSample = dyView_.sample * 2;
    } else if (blocked_ && piece - gradients < (inputs_.end - inputs_.begin) * piecesOfInput_) {
      const std::int64_t input = inputs_.begin + (piece - gradients) / piecesOfInput_;
      run.ahead = x_ + input * xView_.block * 2 + (piece - gradients) % piecesOfInput_ * pieceBytes_;
      run.aheadSample = xView_.sample * 2;
    } else {
      run.ahead = static_cast<const char*>(atHand);
      run.aheadSample = run.samples > 0 ? run.rows * run.pairs * kLine : 0;
    }
  }

 private:
  const View &xView_, &dyView_;
  WorkRange inputs_, group_;
  const char *x_, *dy_;
  bool blocked_ = false;
  std::int64_t pieceBytes_ = 0, piecesOfInput_ = 0, given_ = 0;
};

class Worker {
 public:
  Worker(const Plan& plan, const View& xView, const View& dyView, const std::uint16_t* x, const std::uint16_t* dy, float* dw,
         std::uint16_t* buffer)
      : p_(plan), xView_(xView), dyView_(dyView), x_(x), dy_(dy), dw_(dw), gradients_(buffer), streams_(buffer + plan.gradientSize()) {}

  void run(WorkRange inputs, WorkRange outputs) const {
    const ConvolutionShape& s = p_.s;
    for (std::int64_t o = outputs.begin; o < outputs.end; o += p_.group) {
      const WorkRange group{o, std::min(o + p_.group, outputs.end)};
      for (std::int64_t n = 0; n < s.n; n += p_.samples)
        for (std::int64_t r = 0; r < s.outH(); r += p_.rows) {
          const Chunk chunk{n, std::min(p_.samples, s.n - n), r, std::min(p_.rows, s.outH() - r)};
          const bool lastRows = r + p_.rows >= s.outH();
          const std::int64_t nextN = lastRows ? n + p_.samples : n, nextR = lastRows ? 0 : r + p_.rows;
          const Chunk next{nextN, std::min(p_.samples, s.n - nextN), nextR, std::min(p_.rows, s.outH() - nextR)};
          Ahead ahead(p_, xView_, dyView_, x_, dy_, next, inputs, group);
          prepareGradients(chunk, group);
          for (std::int64_t c = inputs.begin; c < inputs.end; c += p_.streamsOfInputs) {
            const WorkRange blocks{c, std::min(c + p_.streamsOfInputs, inputs.end)};
            prepareStreams(chunk, blocks);
            multiplyChunk(chunk, blocks, group, n > 0 || r > 0, ahead);
          }
        }
    }
  }

 private:
  void prepareGradients(const Chunk& chunk, WorkRange group) const {
    const std::int64_t width = p_.s.outW();
    std::uint16_t* to = gradients_;
    for (std::int64_t o = group.begin; o < group.end; ++o)
      for (std::int64_t n = chunk.n; n < chunk.n + chunk.samples; ++n)
        for (std::int64_t r = chunk.r; r < chunk.r + chunk.rows; ++r, to += p_.pairs * kPair)
          pairRow(dy_ + n * dyView_.sample + o * dyView_.block + r * dyView_.row, dyView_.pixel, width, 1, 0, width, to);
  }

  void prepareStreams(const Chunk& chunk, WorkRange blocks) const {
    const ConvolutionShape& s = p_.s;
    const std::int64_t rows = (chunk.rows - 1) * s.strideH + s.kernelH, first = chunk.r * s.strideH - s.padH;
    for (std::int64_t c = blocks.begin; c < blocks.end; ++c)
      for (std::int64_t kw = 0; kw < s.kernelW; ++kw) {
        std::uint16_t* stream = streams_ + ((c - blocks.begin) * s.kernelW + kw) * p_.streamSize();
        for (std::int64_t n = 0; n < chunk.samples; ++n)
          for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t ih = first + r;
            std::uint16_t* to = stream + (n * p_.imageRows() + r) * p_.pairs * kPair;
            if (ih < 0 || ih >= s.inH)
              zeroRow(p_.pairs, to);
            else
              pairRow(x_ + (chunk.n + n) * xView_.sample + c * xView_.block + ih * xView_.row, xView_.pixel, s.inW, s.strideW, kw - s.padW,
                      s.outW(), to);
          }
      }
  }

  void multiplyChunk(const Chunk& chunk, WorkRange blocks, WorkRange group, bool add, Ahead& ahead) const {
    const ConvolutionShape& s = p_.s;
    const std::int64_t taps = s.kernelH * s.kernelW, cStep = p_.inputs * taps * kBlock, row = p_.pairs * kPair;
    Run run{chunk.samples, chunk.rows, p_.pairs, s.strideH * row, p_.imageRows() * row, nullptr, 0};
    const std::int64_t streams = (blocks.end - blocks.begin) * s.kernelW;
    for (std::int64_t o = group.begin; o < group.end; ++o) {
      const std::uint16_t* gradient = gradients_ + (o - group.begin) * chunk.samples * chunk.rows * row;
      for (std::int64_t channel = o * kBlock; channel < std::min((o + 1) * kBlock, s.outC); channel += kOutputs, gradient += 2 * kOutputs) {
        const int outputs = static_cast<int>(std::min(kOutputs, s.outC - channel));
        for (std::int64_t kh = 0; kh < s.kernelH; ++kh) {
          float* c = dw_ + channel * cStep + (blocks.begin * taps + kh * s.kernelW) * kBlock;
          ahead.give(run, gradient);
          multiplyStreams(run, gradient, streams_ + kh * row, streams, p_.streamSize(), c, cStep, outputs, add);
        }
      }
    }
  }

  const Plan& p_;
  const View xView_, dyView_;
  const std::uint16_t *x_, *dy_;
  float* dw_;
  std::uint16_t *gradients_, *streams_;
};

#endif

}  // namespace

bool bf16GradWeightSupports(const ConvolutionShape& s, std::int64_t xBlock, std::int64_t dyBlock) {
#if defined(__x86_64__)
  const auto fits = [](std::int64_t channels, std::int64_t block) {
    return block == kBlock || (block == channels && channels % kBlock == 0);
  };
  return fits(s.inC, xBlock) && fits(s.outC, dyBlock) && s.n > 0;
#else
  static_cast<void>(s), static_cast<void>(xBlock), static_cast<void>(dyBlock);
  return false;
#endif
}

std::int64_t bf16GradWeightWorkspaceBytes(const ConvolutionShape& shape, int threads) {
  const Plan plan(shape, threads);
  return plan.team() * plan.threadElements() * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

void bf16GradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t dyBlock, const std::uint16_t* x,
                    const std::uint16_t* dy, float* dw, void* workspace, int threads) {
#if defined(__x86_64__)
  const Plan plan(shape, threads);
  const View xView(plan.s.inC, plan.s.inH, plan.s.inW, xBlock), dyView(plan.s.outC, plan.s.outH(), plan.s.outW(), dyBlock);
  parallelParts(plan.team(), plan.team(), 1, [&](WorkRange, int thread) {
    const int inputPart = thread % plan.inputParts, outputPart = thread / plan.inputParts;
    const Worker worker(plan, xView, dyView, x, dy, dw, static_cast<std::uint16_t*>(workspace) + thread * plan.threadElements());
    worker.run(partOf(plan.inputs, plan.inputParts, inputPart, plan.streamsOfInputs), partOf(plan.outputs, plan.outputParts, outputPart));
  });
#else
  static_cast<void>(shape), static_cast<void>(xBlock), static_cast<void>(dyBlock), static_cast<void>(x), static_cast<void>(dy);
  static_cast<void>(dw), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
