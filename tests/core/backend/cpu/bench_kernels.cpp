// What the kernels of the CPU backend reach: GB/s and GFLOP/s, one line a kernel, shape and layout.
//   build/release/bin/bench_kernels [pooling ...]   all of them, or those named; STEPSCOPE_MAX_ISA caps the instruction set.
#include "core/backend/cpu/ops/convolution/depthwise_convolution.h"
#include "core/backend/cpu/ops/convolution/im2col.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"
#include "core/backend/cpu/ops/elementwise/dropout.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/loss/loss.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"
#include "core/backend/cpu/ops/normalization/group_norm.h"
#include "core/backend/cpu/ops/optimizer/optimizer.h"
#include "core/backend/cpu/ops/pooling/pooling.h"
#include "core/backend/cpu/ops/pooling/resample.h"
#include "core/backend/cpu/ops/structure/box_copy.h"
#include "core/backend/cpu/ops/structure/relayout.h"

#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <string>

#include "core/base/clock.h"
#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;
using stepscope::nowNs;

namespace {

double cpuNs(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Best of many runs; prints one line. A run that used one thread is timed by that thread's CPU clock, which a busy machine disturbs less.
void timeKernel(const std::string& name, double bytes, double flops, const std::function<void()>& run) {
  run();
  double best = HUGE_VAL, bestCpu = HUGE_VAL, others = 0;
  const std::int64_t until = nowNs() + 300'000'000;
  for (int round = 0; round < 2000 && (round < 5 || nowNs() < until); ++round) {
    const double process = cpuNs(CLOCK_PROCESS_CPUTIME_ID), thread = cpuNs(CLOCK_THREAD_CPUTIME_ID);
    const std::int64_t start = nowNs();
    run();
    best = std::min(best, static_cast<double>(nowNs() - start));
    const double mine = cpuNs(CLOCK_THREAD_CPUTIME_ID) - thread;
    bestCpu = std::min(bestCpu, mine);
    others += cpuNs(CLOCK_PROCESS_CPUTIME_ID) - process - mine;
  }
  const bool alone = others < 1e6;
  if (alone) best = std::min(best, bestCpu);
  std::printf("  %-58s %9.1f us%s", name.c_str(), best / 1e3, alone ? " cpu" : "    ");
  if (bytes > 0) std::printf(" %7.1f GB/s", bytes / best);
  if (flops > 0) std::printf(" %7.1f GFLOP/s", flops / best);
  std::printf("\n");
  std::fflush(stdout);
}

std::string nameOf(const ConvolutionShape& s) {
  return std::to_string(s.n) + "x" + std::to_string(s.inC) + "x" + std::to_string(s.inH) + "x" + std::to_string(s.inW) + " to " +
         std::to_string(s.outC) + " k" + std::to_string(s.kernelH) + "x" + std::to_string(s.kernelW) + " s" + std::to_string(s.strideH) + " p" +
         std::to_string(s.padH);
}

void batchNorm() {
  struct Case {
    std::int64_t n, c, spatial;
  };
  for (const Case& s : {Case{64, 64, 256}, Case{64, 128, 64}, Case{64, 512, 4}, Case{16, 64, 3136}, Case{16, 256, 3136}, Case{128, 16, 1024}})
    for (const NamedBlock& named : kBlocks)
      for (int threads : {1, 2}) {
        const ChannelBlocks layout{s.n, s.c, s.spatial, blockFor(named.block, s.c)};
        const Floats x = randomFloats(layout.elements(), 1), residual = randomFloats(layout.elements(), 2),
                     gamma(static_cast<std::size_t>(s.c), 1.0f), beta(gamma.size(), 0.0f);
        Floats y(x.size()), dx(x.size()), mean(gamma.size()), var(gamma.size()), dgamma(gamma.size()), dbeta(gamma.size());
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(batchNormMaskBytes(layout)));
        auto workspace = workspaceOf(batchNormWorkspaceBytes(layout, threads));
        const double bytes = static_cast<double>(x.size()) * 4;
        const std::string tail = std::string(" ") + named.name + " " + std::to_string(s.n) + "x" + std::to_string(s.c) + "x" +
                                 std::to_string(s.spatial) + " t" + std::to_string(threads);
        timeKernel("bn + relu forward (3 passes)" + tail, 3 * bytes, 0, [&] {
          batchNormTraining(
              layout,
              {x.data(), nullptr, gamma.data(), beta.data(), nullptr, nullptr, y.data(), mean.data(), var.data(), mask.data(), 1e-5, 0.1, true},
              workspace.data(), threads);
        });
        timeKernel("bn + relu backward (5 passes)" + tail, 5 * bytes, 0, [&] {
          batchNormGrad(layout,
                        {x.data(), residual.data(), gamma.data(), mean.data(), var.data(), mask.data(), nullptr, dx.data(), dgamma.data(),
                         dbeta.data(), nullptr, 1e-5, true},
                        workspace.data(), threads);
        });
      }
}

void boxCopy() {
  for (int threads : {1, 2}) {
    const Floats x = randomFloats(std::int64_t{16} * 256 * 784, 1);
    Floats y(x.size());
    const float* source = x.data();
    float* target = y.data();
    const double bytes = static_cast<double>(x.size()) * 8;
    const auto time = [&](const char* name, Box box) {
      const Box small = normalized(box);
      timeKernel(std::string(name) + " t" + std::to_string(threads), bytes, 0,
                 [&] { copyBoxes(std::span(&small, 1), 16, &source, &target, threads); });
    };
    Box whole, transposed, halves;
    whole.add(256 * 784, 1, 1);
    transposed.add(256, 784, 1);
    transposed.add(784, 1, 256);
    halves.add(16, 784 * 16, 784 * 16);
    halves.add(784, 16, 16);
    halves.add(10, 1, 1);
    for (Box* box : {&whole, &transposed, &halves}) box->fromOuter = box->toOuter = 256 * 784;
    time("copy 16x256x28x28", whole);
    time("transpose 16x256x784", transposed);
    time("copy 10 of 16 lanes (bytes of all 16)", halves);
    timeKernel("channel shuffle 16x256x28x28 t" + std::to_string(threads), bytes, 0,
               [&] { shuffleBlockedChannels(16, 256, 784, preferredChannelBlock(), 2, source, target, threads); });
  }
}

void depthwise() {
  const std::int64_t block = preferredChannelBlock();
  for (const DepthwiseShape& s : {DepthwiseShape{16, 32, 112, 112, 112, 112, block, 3, 3, 1, 1, 1, 1},
                                  {16, 144, 56, 56, 28, 28, block, 3, 3, 2, 2, 1, 1},
                                  {16, 384, 14, 14, 14, 14, block, 3, 3, 1, 1, 1, 1},
                                  {16, 240, 14, 14, 14, 14, block, 5, 5, 1, 1, 2, 2}})
    for (int threads : {1, 2}) {
      const Floats x = randomFloats(s.input().elements(), 1), w = randomFloats(s.c * s.kernelH * s.kernelW, 2);
      Floats y(static_cast<std::size_t>(s.output().elements())), dx(x.size()), dw(w.size());
      const Workspace workspace = workspaceOf(depthwiseGradWeightWorkspaceBytes(s, threads));
      const double bytes = static_cast<double>(x.size() + y.size()) * 4;
      const double flops = 2.0 * static_cast<double>(y.size()) * static_cast<double>(s.kernelH * s.kernelW);
      const std::string name = std::to_string(s.c) + "@" + std::to_string(s.h) + " " + std::to_string(s.kernelH) + "x" + std::to_string(s.kernelW) +
                               "/" + std::to_string(s.strideH) + " t" + std::to_string(threads);
      timeKernel("depthwise " + name, bytes, flops, [&] { depthwiseConvolution(s, x.data(), w.data(), nullptr, false, y.data(), threads); });
      timeKernel("depthwise input " + name, bytes, flops, [&] { depthwiseGradInput(s, y.data(), w.data(), dx.data(), threads); });
      timeKernel("depthwise weights " + name, bytes, flops,
                 [&] { depthwiseGradWeight(s, x.data(), y.data(), dw.data(), workspace.data(), threads); });
    }
}

void dropouts() {
  const Floats x = randomFloats(1 << 22, 1);
  Floats y(x.size());
  for (int threads : {1, 2})
    timeKernel("dropout 4 Mi t" + std::to_string(threads), static_cast<double>(x.size()) * 8, 0,
               [&] { dropout(x.data(), y.data(), 1 << 22, 0.5, 1, 1, threads); });
}

void elementwise() {
  for (std::int64_t count : {std::int64_t{1} << 16, std::int64_t{1} << 20, std::int64_t{1} << 25}) {
    const Floats a = randomFloats(count, 1), b = randomFloats(count, 2);
    Floats y(a.size());
    const double bytes = static_cast<double>(count) * 4;
    for (int threads : {1, 2}) {
      const std::string tail = " " + std::to_string(count) + " t" + std::to_string(threads);
      timeKernel("copy" + tail, 2 * bytes, 0, [&] { copy(a.data(), y.data(), count, threads); });
      timeKernel("add relu" + tail, 3 * bytes, 0, [&] { add(a.data(), b.data(), y.data(), count, true, threads); });
      timeKernel("relu grad" + tail, 3 * bytes, 0, [&] { reluGrad(a.data(), b.data(), y.data(), count, threads); });
      for (const NamedBlock& named : kBlocks) {
        const ChannelBlocks layout{64, 64, count / 4096, blockFor(named.block, 64)};
        auto workspace = workspaceOf(channelSumWorkspaceBytes(layout, threads));
        Floats sums(64);
        timeKernel(std::string("channel sum ") + named.name + tail, bytes, 0,
                   [&] { channelSum(a.data(), layout, sums.data(), workspace.data(), threads); });
        timeKernel(std::string("relu grad + channel sum ") + named.name + tail, 3 * bytes, 0,
                   [&] { reluGradChannelSum(a.data(), b.data(), y.data(), layout, sums.data(), workspace.data(), threads); });
      }
    }
  }
}

void groupNorms() {
  for (const NamedBlock& named : kBlocks) {
    const ChannelBlocks layout{16, 64, 3136, blockFor(named.block, 64)};
    const Floats x = randomFloats(layout.elements(), 1), gamma(64, 1.0f);
    Floats y(x.size()), mean(16 * 32), inverse(16 * 32), dg(64), db(64);
    const Workspace workspace = workspaceOf(groupNormWorkspaceBytes(layout, 2));
    const double bytes = static_cast<double>(x.size()) * 4;
    timeKernel(std::string("group norm 16x64x56x56 ") + named.name, 3 * bytes, 0, [&] {
      groupNorm(layout, 32, 1e-5, {x.data(), gamma.data(), gamma.data(), y.data(), mean.data(), inverse.data()}, workspace.data(), 2);
    });
    Floats dx(x.size());
    timeKernel(std::string("its gradient ") + named.name, 5 * bytes, 0, [&] {
      groupNormGrad(layout, 32, {x.data(), y.data(), gamma.data(), mean.data(), inverse.data(), dx.data(), dg.data(), db.data()}, workspace.data(),
                    2);
    });
  }
}

void columns() {
  for (const ConvolutionShape& s : {ConvolutionShape{64, 6, 14, 14, 16, 5, 5, 1, 1, 0, 0}, ConvolutionShape{64, 256, 4, 4, 512, 3, 3, 2, 2, 1, 1},
                                    ConvolutionShape{64, 64, 16, 16, 64, 3, 3, 1, 1, 1, 1}})
    for (const NamedBlock& named : kBlocks) {
      const std::int64_t block = blockFor(named.block, s.inC);
      const Floats x = randomFloats(s.input(block).elements(), 1);
      Floats col(static_cast<std::size_t>(im2colElements(s, block))), dx(x.size());
      const double bytes = static_cast<double>(col.size() + x.size()) * 4;
      const std::string tail = std::string(" ") + named.name + " " + std::to_string(s.inC) + "x" + std::to_string(s.inH);
      timeKernel("im2col" + tail, bytes, 0, [&] { im2col(s, block, x.data(), col.data(), 2); });
      timeKernel("col2im" + tail, bytes, 0, [&] { col2im(s, block, col.data(), dx.data(), 2); });
    }
}

void losses() {
  for (auto [n, classes] : {std::pair<int, int>{64, 10}, {128, 1000}}) {
    const Floats logits = randomFloats(std::int64_t{n} * classes, 1, -5, 5);
    const std::vector<std::int32_t> labels(static_cast<std::size_t>(n), 3);
    Floats p(logits.size()), g(logits.size());
    float loss = 0;
    const std::string tail = " " + std::to_string(n) + "x" + std::to_string(classes);
    const double bytes = static_cast<double>(logits.size()) * 8;
    timeKernel("softmax cross-entropy" + tail, bytes, 0, [&] {
      softmaxCrossEntropy({n, classes}, logits.data(), labels.data(), nullptr, &loss, p.data(), 2);
    });
    timeKernel("softmax cross-entropy grad" + tail, bytes, 0, [&] {
      softmaxCrossEntropyGrad({n, classes}, p.data(), labels.data(), nullptr, nullptr, g.data(), 2);
    });
    timeKernel("accuracy" + tail, bytes / 2, 0, [&] { accuracy(logits.data(), labels.data(), n, classes, &loss, 2); });
  }
}

void optimizers() {
  for (std::int64_t count : {std::int64_t{60000}, std::int64_t{11000000}})
    for (int threads : {1, 2}) {
      Floats p = randomFloats(count, 1), m(p.size(), 0.0f), v(p.size(), 0.0f), g = randomFloats(count, 2);
      const double bytes = static_cast<double>(count) * 4;
      const std::string tail = " " + std::to_string(count) + " t" + std::to_string(threads);
      using stepscope::UpdateRule;
      const UpdateTensor sgd{{p.data(), g.data(), m.data()}, count}, adam{{p.data(), g.data(), m.data(), v.data()}, count};
      const stepscope::UpdateStep sgdStep{{.momentum = 0.9, .weightDecay = 5e-4}, 1e-3, 5};
      const stepscope::UpdateStep adamStep{{.momentum = 0.9, .beta2 = 0.999, .eps = 1e-8}, 1e-3, 5};
      timeKernel("sgd momentum" + tail, 5 * bytes, 0, [&] { update(UpdateRule::Sgd, {&sgd, 1}, sgdStep, {}, threads); });
      timeKernel("adam" + tail, 7 * bytes, 0, [&] { update(UpdateRule::Adam, {&adam, 1}, adamStep, {}, threads); });
    }
}

void pools() {
  struct Case {
    const char* name;
    Pooling pooling;
  };
  for (const Case& shape :
       {Case{"2x2/2 64x6x28x28", {{64, 6, 28, 28, 1}, 2, 2, 2, 2, 0, 0}}, Case{"2x2/2 64x16x10x10", {{64, 16, 10, 10, 1}, 2, 2, 2, 2, 0, 0}},
        Case{"3x3/2 16x64x112x112", {{16, 64, 112, 112, 1}, 3, 3, 2, 2, 1, 1}}})
    for (const NamedBlock& named : kBlocks)
      for (int threads : {1, 2}) {
        Pooling pooling = shape.pooling;
        pooling.input.block = blockFor(named.block, pooling.input.c);
        const Floats x = randomFloats(pooling.input.elements(), 1), dy = randomFloats(pooling.output().elements(), 2);
        Floats y(dy.size()), dx(x.size());
        std::vector<std::uint8_t> indices(y.size());
        const double bytes = static_cast<double>(x.size()) * 4 + static_cast<double>(y.size()) * 5;
        const std::string tail = std::string(" ") + shape.name + " " + named.name + " t" + std::to_string(threads);
        timeKernel("max pool" + tail, bytes, 0, [&] { maxPool(pooling, x.data(), y.data(), indices.data(), threads); });
        timeKernel("max pool grad" + tail, bytes, 0, [&] { maxPoolGrad(pooling, dy.data(), indices.data(), dx.data(), threads); });
      }
  for (const NamedBlock& named : kBlocks) {
    const ChannelBlocks layout{64, 512, 49, blockFor(named.block, 512)}, out{64, 512, 1, layout.block};
    const Floats x = randomFloats(layout.elements(), 1);
    Floats y(static_cast<std::size_t>(out.elements())), dx(x.size());
    timeKernel(std::string("global avg pool 64x512x49 ") + named.name, static_cast<double>(x.size()) * 4, 0,
               [&] { globalAvgPool(layout, x.data(), y.data(), 2); });
    timeKernel(std::string("global avg pool grad 64x512x49 ") + named.name, static_cast<double>(x.size()) * 4, 0,
               [&] { globalAvgPoolGrad(layout, y.data(), dx.data(), 2); });
  }
}

void relayouts() {
  for (const ChannelBlocks& shape : {ChannelBlocks{64, 64, 256, 1}, ChannelBlocks{16, 256, 3136, 1}, ChannelBlocks{64, 16, 100, 1}})
    for (const NamedBlock& from : kBlocks)
      for (const NamedBlock& to : kBlocks) {
        if (from.block == to.block) continue;
        ChannelBlocks x = shape, y = shape;
        x.block = blockFor(from.block, x.c);
        y.block = blockFor(to.block, y.c);
        const Floats src = randomFloats(x.elements(), 1);
        Floats dst(static_cast<std::size_t>(y.elements()));
        timeKernel(
            std::string(from.name) + " to " + to.name + " " + std::to_string(x.n) + "x" + std::to_string(x.c) + "x" + std::to_string(x.spatial),
            static_cast<double>(src.size()) * 8, 0, [&] { relayout(x, src.data(), y.block, dst.data(), 2); });
      }
}

void resamples() {
  for (const NamedBlock& named : kBlocks) {
    const ImageLayout layout{8, 64, 56, 56, blockFor(named.block, 64)};
    const ResampleAxis axis = linearAxis(56, 112, false), back = transposed(axis);
    const Floats x = randomFloats(layout.elements(), 1);
    Floats y(x.size() * 4), dx(x.size());
    const double bytes = static_cast<double>(x.size() + y.size()) * 4;
    timeKernel(std::string("bilinear 8x64x56x56 to 112 ") + named.name, bytes, 0, [&] { resample(layout, axis, axis, x.data(), y.data(), 1); });
    ImageLayout large = layout;
    large.h = large.w = 112;
    timeKernel(std::string("its gradient ") + named.name, bytes, 0, [&] { resample(large, back, back, y.data(), dx.data(), 1); });
  }
}

void smallConvolutions() {
  struct Case {
    ConvolutionShape shape;
    std::int64_t xBlock, yBlock;
  };
  for (const Case& c : {Case{{64, 1, 28, 28, 6, 5, 5, 1, 1, 2, 2}, 1, 1}, Case{{64, 6, 14, 14, 16, 5, 5, 1, 1, 0, 0}, 1, 1},
                        Case{{64, 6, 14, 14, 16, 5, 5, 1, 1, 0, 0}, 1, 16}, Case{{128, 3, 32, 32, 16, 3, 3, 1, 1, 1, 1}, 1, 16},
                        Case{{64, 3, 64, 64, 64, 3, 3, 1, 1, 1, 1}, 1, 16}, Case{{64, 3, 64, 64, 64, 7, 7, 2, 2, 3, 3}, 1, 16},
                        Case{{16, 3, 224, 224, 64, 7, 7, 2, 2, 3, 3}, 1, 16}, Case{{16, 3, 224, 224, 32, 3, 3, 2, 2, 1, 1}, 1, 16},
                        Case{{128, 16, 32, 32, 16, 3, 3, 1, 1, 1, 1}, 16, 16}})
    for (int threads : {1, 2}) {
      const ConvolutionShape& s = c.shape;
      const Floats x = randomFloats(s.input(c.xBlock).elements(), 1), w = randomFloats(s.outC * s.inC * s.kernelH * s.kernelW, 2);
      Floats y(static_cast<std::size_t>(s.output(c.yBlock).elements())), dx(x.size()), dw(w.size());
      const std::string tail = " " + nameOf(s) + " b" + std::to_string(c.yBlock) + " t" + std::to_string(threads);
      const auto space = [&](ConvolutionPass pass) { return workspaceOf(smallConvolutionWorkspaceBytes(pass, s, threads)); };
      const auto forward = space(ConvolutionPass::Forward), input = space(ConvolutionPass::GradInput), weight = space(ConvolutionPass::GradWeight);
      timeKernel("forward" + tail, 0, s.flops(),
                 [&] { smallConvolution(s, c.xBlock, c.yBlock, x.data(), w.data(), nullptr, true, y.data(), forward.data(), threads); });
      timeKernel("grad weight" + tail, 0, s.flops(),
                 [&] { smallConvolutionGradWeight(s, c.xBlock, c.yBlock, x.data(), y.data(), dw.data(), weight.data(), threads); });
      if (s.inC > 3)
        timeKernel("grad input" + tail, 0, s.flops(),
                   [&] { smallConvolutionGradInput(s, c.xBlock, c.yBlock, y.data(), w.data(), dx.data(), input.data(), threads); });
    }
}

}  // namespace

int main(int argc, char** argv) {
  capFromEnvironment();
  const std::map<std::string, void (*)()> benches = {{"batchNorm", batchNorm},
                                                     {"boxCopy", boxCopy},
                                                     {"depthwise", depthwise},
                                                     {"dropouts", dropouts},
                                                     {"elementwise", elementwise},
                                                     {"groupNorms", groupNorms},
                                                     {"columns", columns},
                                                     {"losses", losses},
                                                     {"optimizers", optimizers},
                                                     {"pools", pools},
                                                     {"relayouts", relayouts},
                                                     {"resamples", resamples},
                                                     {"smallConvolutions", smallConvolutions}};
  for (int i = 1; i < argc; ++i)
    if (!benches.count(argv[i])) {
      std::string names;
      for (const auto& [name, bench] : benches) names += " " + name;
      std::fprintf(stderr, "bench_kernels: there is no \"%s\"; there are%s\n", argv[i], names.c_str());
      return 2;
    }
  for (const auto& [name, bench] : benches) {
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i) wanted = wanted || name == argv[i];
    if (wanted) bench();
  }
}
