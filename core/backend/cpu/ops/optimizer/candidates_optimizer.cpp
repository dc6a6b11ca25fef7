// Parameter updates. They know no layout: parameter, gradient and state are stored alike, padding lanes are zero and stay zero.
#include <cmath>

#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/optimizer/non_finite.h"
#include "core/backend/cpu/ops/optimizer/optimizer.h"

namespace stepscope::cpu {

namespace {

// What every update reads each step, besides its tensors.
struct UpdateScalars {
  const float* lr = nullptr;
  const std::int64_t* step = nullptr;
  const float* momentum = nullptr;  // null: the attribute counts
  const float* scale = nullptr;
  const float* foundInf = nullptr;
  double factor = 1;  // of the learning rate
  float limit = 0;    // of a gradient

  UpdateScalars(const Buffers& b, std::size_t first, double rateFactor, float gradientLimit)
      : lr(b.in(first)),
        step(b.in<std::int64_t>(first + 1)),
        momentum(b.in(first + 2)),
        scale(b.in(first + 3)),
        foundInf(b.in(first + 4)),
        factor(rateFactor),
        limit(gradientLimit) {}
  double rate() const { return static_cast<double>(*lr) * factor; }
  std::int64_t stepNumber() const { return step ? *step : 1; }
  double momentumOr(double own) const { return momentum ? static_cast<double>(*momentum) : own; }
  // A step whose gradients overflowed changes nothing.
  bool skips() const { return foundInf && *foundInf != 0; }
  kernels::GradientClip clip() const { return {scale ? *scale : 1.0F, limit}; }
};

// The node's own copies of what a launch needs, since the request does not outlive the compilation.
struct UpdateShape {
  InputGroups groups;
  std::vector<std::int64_t> counts;  // elements of each group's parameter as it is stored, with padding
};

// Every tensor of a group is stored as its parameter is; states of another shape (codes, scales) keep their own order.
std::optional<Candidate> own(const KernelRequest& r, UpdateShape& shape) {
  shape.groups = inputGroups(r.node);
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs.resize(r.node.inputs.size());
  for (std::size_t first = 0; first < shape.groups.end(); first += shape.groups.size) {
    const Physical& lies = r.inputLayouts.at(first);
    shape.counts.push_back(elements(lies));
    for (std::size_t i = first; i < first + shape.groups.size; ++i) {
      if (!r.has(i)) continue;
      if (r.inputShape(i) != r.inputShape(first)) continue;
      if (r.input(i).dtype != DType::F32) return std::nullopt;
      candidate.inputs[i] = lies;
    }
  }
  return candidate;
}

// Makes the tensors of all groups with `make(buffers, index of the group's first input, count)`.
template <class Make>
auto tensorsOf(const UpdateShape& shape, const Buffers& b, const Make& make) {
  std::vector<decltype(make(b, std::size_t{}, std::int64_t{}))> tensors;
  for (std::size_t t = 0; t < shape.groups.count; ++t) tensors.push_back(make(b, t * shape.groups.size, shape.counts[t]));
  return tensors;
}

// A candidate whose launch calls run(tensors, scalars, workspace).
template <class Make, class Run>
std::optional<Candidate> update(const KernelRequest& r, const Make& make, const Run& run) {
  UpdateShape shape;
  std::optional<Candidate> candidate = own(r, shape);
  if (!candidate) return std::nullopt;
  const double factor = r.node.attrs.real("lr_factor", 1);
  const float limit = r.node.attrs.has("clip_value") ? static_cast<float>(r.node.attrs.real("clip_value")) : kernels::GradientClip{}.limit;
  candidate->bind = [=](const Buffers& b) -> Launch {
    UpdateScalars scalars(b, shape.groups.end(), factor, limit);
    return [tensors = tensorsOf(shape, b, make), scalars, run, workspace = reinterpret_cast<double*>(b.workspace)] {
      if (!scalars.skips()) run(tensors, scalars, workspace);
    };
  };
  return candidate;
}

std::optional<Candidate> makeSgd(const KernelRequest& r) {
  const Attributes& a = r.node.attrs;
  const kernels::SgdOptions options{
      .momentum = a.real("momentum"), .dampening = a.real("dampening"), .weightDecay = a.real("weight_decay"), .nesterov = a.flag("nesterov")};
  const auto make = [](const Buffers& b, std::size_t i, std::int64_t count) { return kernels::SgdTensor{b.in(i), b.in(i + 1), b.in(i + 2), count}; };
  return update(r, make, [options, threads = r.threads](const auto& tensors, const UpdateScalars& s, double*) {
    kernels::SgdOptions now = options;
    now.momentum = s.momentumOr(options.momentum);
    now.firstStep = s.step && *s.step == 1;
    now.clip = s.clip();
    kernels::sgd(tensors, s.rate(), now, threads);
  });
}

kernels::AdamOptions adamOptions(const KernelRequest& r) {
  const Attributes& a = r.node.attrs;
  return {.beta1 = a.real("beta1"),
          .beta2 = a.real("beta2"),
          .eps = a.real("eps"),
          .weightDecay = a.real("weight_decay"),
          .decoupled = r.node.op->id == OpId::AdamW || r.node.op->id == OpId::AdamW8Bit};
}

kernels::AdamOptions now(const kernels::AdamOptions& options, const UpdateScalars& s) {
  kernels::AdamOptions changed = options;
  changed.beta1 = s.momentumOr(options.beta1);
  changed.clip = s.clip();
  return changed;
}

std::optional<Candidate> makeAdam(const KernelRequest& r) {
  const auto make = [](const Buffers& b, std::size_t i, std::int64_t count) {
    return kernels::AdamTensor{b.in(i), b.in(i + 1), b.in(i + 2), b.in(i + 3), b.in(i + 4), count};
  };
  return update(r, make, [options = adamOptions(r), threads = r.threads](const auto& tensors, const UpdateScalars& s, double*) {
    kernels::adam(tensors, s.rate(), s.stepNumber(), now(options, s), threads);
  });
}

std::optional<Candidate> makeLamb(const KernelRequest& r) {
  const auto make = [](const Buffers& b, std::size_t i, std::int64_t count) {
    return kernels::AdamTensor{b.in(i), b.in(i + 1), b.in(i + 2), b.in(i + 3), nullptr, count};
  };
  auto candidate = update(r, make, [options = adamOptions(r), threads = r.threads](const auto& tensors, const UpdateScalars& s, double* work) {
    kernels::lamb(tensors, s.rate(), s.stepNumber(), now(options, s), threads, work);
  });
  if (candidate) candidate->workspaceBytes = kernels::lambWorkspaceBytes(inputGroups(r.node).count, r.threads);
  return candidate;
}

std::optional<Candidate> makeAdam8bit(const KernelRequest& r) {
  const InputGroups groups = inputGroups(r.node);
  // The codes count elements in row-major order, so the parameter must be row-major too.
  for (std::size_t i = 0; i < groups.end(); i += groups.size)
    if (r.inputLayouts.at(i).layout != Layout::Plain) return std::nullopt;
  const auto make = [](const Buffers& b, std::size_t i, std::int64_t count) {
    return kernels::Adam8bitTensor{b.in(i), b.in(i + 1), b.in<std::uint8_t>(i + 2), b.in(i + 3), b.in<std::uint8_t>(i + 4), b.in(i + 5), count};
  };
  return update(r, make, [options = adamOptions(r), threads = r.threads](const auto& tensors, const UpdateScalars& s, double*) {
    kernels::adam8bit(tensors, s.rate(), s.stepNumber(), now(options, s), threads);
  });
}

std::optional<Candidate> makeRmsProp(const KernelRequest& r) {
  const Attributes& a = r.node.attrs;
  const kernels::RmsPropOptions options{
      .alpha = a.real("alpha"), .eps = a.real("eps"), .momentum = a.real("momentum"), .weightDecay = a.real("weight_decay")};
  const auto make = [](const Buffers& b, std::size_t i, std::int64_t count) {
    return kernels::RmsPropTensor{b.in(i), b.in(i + 1), b.in(i + 2), b.in(i + 3), b.in(i + 4), count};
  };
  return update(r, make, [options, threads = r.threads](const auto& tensors, const UpdateScalars& s, double*) {
    kernels::RmsPropOptions changed = options;
    changed.momentum = s.momentumOr(options.momentum);
    changed.clip = s.clip();
    kernels::rmsProp(tensors, s.rate(), changed, threads);
  });
}

std::optional<Candidate> makeAdagrad(const KernelRequest& r) {
  const Attributes& a = r.node.attrs;
  const kernels::AdagradOptions options{.rateDecay = a.real("lr_decay"), .eps = a.real("eps"), .weightDecay = a.real("weight_decay")};
  const auto make = [](const Buffers& b, std::size_t i, std::int64_t count) {
    return kernels::AdagradTensor{b.in(i), b.in(i + 1), b.in(i + 2), count};
  };
  return update(r, make, [options, threads = r.threads](const auto& tensors, const UpdateScalars& s, double*) {
    kernels::AdagradOptions changed = options;
    changed.clip = s.clip();
    kernels::adagrad(tensors, s.rate(), s.stepNumber(), changed, threads);
  });
}

// A mean of each tensor that moves towards it by a factor which is the node's last input.
std::optional<Candidate> makeMean(const KernelRequest& r, void (*move)(std::span<const kernels::AverageTensor>, double, int)) {
  UpdateShape shape;
  std::optional<Candidate> candidate = own(r, shape);
  if (!candidate) return std::nullopt;
  candidate->bind = [shape, move, threads = r.threads](const Buffers& b) -> Launch {
    const auto make = [](const Buffers& buffers, std::size_t i, std::int64_t count) {
      return kernels::AverageTensor{buffers.in(i), buffers.in(i + 1), count};
    };
    return [tensors = tensorsOf(shape, b, make), factor = b.in(shape.groups.end()), threads, move] {
      move(tensors, static_cast<double>(*factor), threads);
    };
  };
  return candidate;
}

std::optional<Candidate> makeAverage(const KernelRequest& r) {
  return makeMean(r, kernels::weightAverage);
}
std::optional<Candidate> makeAccumulate(const KernelRequest& r) {
  return makeMean(r, kernels::accumulateGradients);
}

// Gradients in any layout: padding adds zeros to the sum of squares.
std::optional<Candidate> makeNorm(const KernelRequest& r) {
  Candidate candidate = ownCandidate({}, {});
  std::vector<std::int64_t> counts;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.input(i).dtype != DType::F32) return std::nullopt;
    candidate.inputs.push_back(r.inputLayouts.at(i));
    counts.push_back(elements(r.inputLayouts.at(i)));
  }
  const bool scaled = r.node.attrs.flag("scaled");
  if (scaled) counts.pop_back();
  candidate.outputs = {plain({}, DType::F32), plain({}, DType::F32)};
  candidate.workspaceBytes = static_cast<std::int64_t>(sizeof(double)) * r.threads;
  const double most = r.node.attrs.real("max_norm");
  candidate.bind = [counts, scaled, most, threads = r.threads](const Buffers& b) -> Launch {
    std::vector<kernels::ConstTensor> tensors;
    for (std::size_t i = 0; i < counts.size(); ++i) tensors.push_back({b.in(i), counts[i]});
    const float* inverse = scaled ? b.in(counts.size()) : nullptr;
    return [tensors, inverse, most, threads, norm = b.out(0), factor = b.out(1), workspace = reinterpret_cast<double*>(b.workspace)] {
      const double unscale = inverse ? static_cast<double>(*inverse) : 1.0;
      const double total = kernels::globalNorm(tensors, threads, workspace) * unscale;
      *norm = static_cast<float>(total);
      // torch.nn.utils.clip_grad_norm_; a norm that is no number spoils every gradient, as it should.
      const double wanted = most / (total + 1e-6);
      *factor = static_cast<float>((wanted > 1 ? 1.0 : wanted) * unscale);
    };
  };
  return candidate;
}

// Gradients in any layout: padding is zeros. The first input is the scale.
std::optional<Candidate> makeCheck(const KernelRequest& r) {
  Candidate candidate = ownCandidate({}, {plain({}, DType::F32), plain({}, DType::F32)});
  std::vector<std::int64_t> counts;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.input(i).dtype != DType::F32) return std::nullopt;
    candidate.inputs.push_back(r.inputLayouts.at(i));
    counts.push_back(elements(r.inputLayouts.at(i)));
  }
  candidate.bind = [counts, threads = r.threads](const Buffers& b) -> Launch {
    std::vector<kernels::ConstTensor> tensors;
    for (std::size_t i = 1; i < counts.size(); ++i) tensors.push_back({b.in(i), counts[i]});
    return [tensors, threads, scale = b.in(0), found = b.out(0), inverse = b.out(1)] {
      *found = kernels::anyNonFinite(tensors, threads) ? 1.0F : 0.0F;
      *inverse = static_cast<float>(1.0 / static_cast<double>(*scale));
    };
  };
  return candidate;
}

// _amp_update_scale_ of PyTorch (aten/src/ATen/native/cuda/AmpKernels.cu), in its types.
std::optional<Candidate> makeScalerUpdate(const KernelRequest& r) {
  Candidate candidate = ownCandidate({plain({}, DType::F32), plain({}, DType::I32), plain({}, DType::F32)}, {});
  const double growth = r.node.attrs.real("growth_factor"), backoff = r.node.attrs.real("backoff_factor");
  candidate.bind = [growth, backoff, interval = r.node.attrs.integer("growth_interval")](const Buffers& b) -> Launch {
    return [growth, backoff, interval, scale = b.in(0), tracker = b.in<std::int32_t>(1), found = b.in(2)] {
      if (*found != 0) {
        *scale = static_cast<float>(static_cast<double>(*scale) * backoff);
        *tracker = 0;
      } else if (++*tracker == interval) {
        const auto grown = static_cast<float>(static_cast<double>(*scale) * growth);
        if (std::isfinite(grown)) *scale = grown;
        *tracker = 0;
      }
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> optimizerKernels() {
  static const OpKernels kernels[] = {{"sgd", {{"own", makeSgd}}},
                                      {"adam", {{"own", makeAdam}}},
                                      {"adamw", {{"own", makeAdam}}},
                                      {"rmsprop", {{"own", makeRmsProp}}},
                                      {"adagrad", {{"own", makeAdagrad}}},
                                      {"lamb", {{"own", makeLamb}}},
                                      {"adam8bit", {{"own", makeAdam8bit}}},
                                      {"adamw8bit", {{"own", makeAdam8bit}}},
                                      {"clip_grad_norm", {{"own", makeNorm}}},
                                      {"non_finite_check", {{"own", makeCheck}}},
                                      {"grad_scaler_update", {{"own", makeScalerUpdate}}},
                                      {"weight_average", {{"own", makeAverage}}},
                                      {"accumulate_grad", {{"own", makeAccumulate}}}};
  return kernels;
}

}  // namespace stepscope::cpu
