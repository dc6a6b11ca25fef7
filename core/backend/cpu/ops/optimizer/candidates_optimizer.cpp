// Kernels of parameter updates. They do not depend on layouts: parameter, gradient and state have the same layout, padding lanes are zero and stay
// zero.
#include <cmath>

#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/optimizer/optimizer.h"

namespace stepscope::cpu {

namespace {

// The scalars that every update reads in each step.
struct UpdateScalars {
  const float* rate = nullptr;
  const std::int64_t* step = nullptr;
  const float *momentum = nullptr, *factor = nullptr, *overflow = nullptr;  // if null: the momentum attribute; factor 1; no check for overflow
  double rateFactor = 1;
  float limit;

  UpdateScalars(const Buffers& b, std::size_t first, const Attributes& attrs)
      : rate(b.in(first + update_scalars::kRate)),
        step(b.in<std::int64_t>(first + update_scalars::kStep)),
        momentum(b.in(first + update_scalars::kMomentum)),
        factor(b.in(first + update_scalars::kFactor)),
        overflow(b.in(first + update_scalars::kOverflow)),
        rateFactor(attrs.real("lr_factor", 1)),
        limit(static_cast<float>(attrs.real("clip_value", HUGE_VAL))) {}
  // Whether the step changes nothing, because gradients have overflowed.
  bool skips() const { return overflow && *overflow != 0; }
  kernels::GradientClip clip() const { return {factor ? *factor : 1.0F, limit}; }
  UpdateStep at(const UpdateSettings& settings) const {
    UpdateStep now{settings, static_cast<double>(*rate) * rateFactor, step ? static_cast<double>(*step) : 0.0};
    if (momentum) now.momentum = static_cast<double>(*momentum);
    return now;
  }
};

// Every tensor of a group has the layout of its parameter. States of another shape (codes, scales) keep their own layout and count elements in
// row-major order.
std::optional<Candidate> makeUpdate(const KernelRequest& r) {
  const InputGroups groups = inputGroups(r.node);
  const bool norms = !r.node.outputs.empty();
  Candidate candidate = ownCandidate({}, norms ? std::vector{plain(r.outputShape(0), DType::F32)} : std::vector<Physical>());
  candidate.inputs.resize(r.node.inputs.size());
  std::vector<std::int64_t> counts;  // for each group, the elements of its parameter in memory, including padding
  for (std::size_t first = 0; first < groups.end(); first += groups.size) {
    const Physical& stored = r.inputLayouts.at(first);
    counts.push_back(elements(stored));
    for (std::size_t i = first; i < first + groups.size; ++i) {
      if (!r.has(i)) continue;
      const bool narrow = r.input(i).dtype != DType::F32, state = i > first + 1;
      if (narrow && !state) return std::nullopt;
      if (!narrow && r.inputShape(i) == r.inputShape(first)) candidate.inputs[i] = stored;
      else if (stored.layout != Layout::Plain) return std::nullopt;
    }
  }
  const UpdateRule rule = r.node.op->update;
  candidate.workspaceBytes = kernels::updateWorkspaceBytes(rule, groups.count, r.threads, norms);
  // The launch copies everything that it needs, since the request does not outlive the compilation.
  candidate.bind = [=, attrs = r.node.attrs, threads = r.threads](const Buffers& b) -> Launch {
    std::vector<kernels::UpdateTensor> tensors(groups.count);
    for (std::size_t t = 0; t < groups.count; ++t) {
      tensors[t].count = counts[t];
      for (std::size_t i = 0; i < groups.size; ++i) tensors[t].of[i] = b.in(t * groups.size + i);
    }
    return [=, settings = updateSettings(attrs), scalars = UpdateScalars(b, groups.end(), attrs), workspace = b.workspace,
            norms = norms ? b.out(0) : nullptr] {
      if (!scalars.skips()) kernels::update(rule, tensors, scalars.at(settings), scalars.clip(), threads, workspace, norms);
    };
  };
  return candidate;
}

// A candidate that computes two numbers from gradients in any layout (padding is zero). `counts` receives the number of elements of each input.
std::optional<Candidate> overGradients(const KernelRequest& r, std::vector<std::int64_t>& counts) {
  Candidate candidate = ownCandidate({}, {plain({}, DType::F32), plain({}, DType::F32)});
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.input(i).dtype != DType::F32) return std::nullopt;
    candidate.inputs.push_back(r.inputLayouts.at(i));
    counts.push_back(elements(r.inputLayouts.at(i)));
  }
  return candidate;
}

std::optional<Candidate> makeNorm(const KernelRequest& r) {
  std::vector<std::int64_t> counts;
  std::optional<Candidate> candidate = overGradients(r, counts);
  if (!candidate) return std::nullopt;
  const bool scaled = r.node.attrs.flag("scaled");
  if (scaled) counts.pop_back();
  candidate->workspaceBytes = static_cast<std::int64_t>(sizeof(double)) * r.threads;
  const double most = r.node.attrs.real("max_norm");
  candidate->bind = [counts, scaled, most, threads = r.threads](const Buffers& b) -> Launch {
    std::vector<kernels::ConstTensor> tensors;
    for (std::size_t i = 0; i < counts.size(); ++i) tensors.push_back({b.in(i), counts[i]});
    const float* inverse = scaled ? b.in(counts.size()) : nullptr;
    return [tensors, inverse, most, threads, norm = b.out(0), factor = b.out(1), workspace = reinterpret_cast<double*>(b.workspace)] {
      const double unscale = inverse ? static_cast<double>(*inverse) : 1.0;
      const double total = kernels::globalNorm(tensors, threads, workspace) * unscale;
      *norm = static_cast<float>(total);
      // The formula of torch.nn.utils.clip_grad_norm_. A NaN norm makes every gradient NaN, as in PyTorch.
      const double wanted = most / (total + 1e-6);
      *factor = static_cast<float>((wanted > 1 ? 1.0 : wanted) * unscale);
    };
  };
  return candidate;
}

// The check for gradients that are not finite; input 0 is the loss scale.
std::optional<Candidate> makeCheck(const KernelRequest& r) {
  std::vector<std::int64_t> counts;
  std::optional<Candidate> candidate = overGradients(r, counts);
  if (!candidate) return std::nullopt;
  candidate->bind = [counts, threads = r.threads](const Buffers& b) -> Launch {
    std::vector<kernels::ConstTensor> tensors;
    for (std::size_t i = 1; i < counts.size(); ++i) tensors.push_back({b.in(i), counts[i]});
    return [tensors, threads, scale = b.in(0), found = b.out(0), inverse = b.out(1)] {
      *found = kernels::anyNonFinite(tensors, threads) ? 1.0F : 0.0F;
      *inverse = static_cast<float>(1.0 / static_cast<double>(*scale));
    };
  };
  return candidate;
}

// The update of the loss scale, as _amp_update_scale_ of PyTorch (aten/src/ATen/native/cuda/AmpKernels.cu), in the same types.
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
  static const std::vector<OpKernels> kernels = [] {
    std::vector<OpKernels> made{
        {"clip_grad_norm", {{"own", makeNorm}}}, {"non_finite_check", {{"own", makeCheck}}}, {"grad_scaler_update", {{"own", makeScalerUpdate}}}};
    for (const OpDef* op : allOps())
      if (op->update != UpdateRule::None) made.push_back({op->name, {{"own", makeUpdate}}});
    return made;
  }();
  return kernels;
}

}  // namespace stepscope::cpu
