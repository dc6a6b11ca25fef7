#include "core/backend/common/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stepscope {
namespace {

constexpr std::string_view kAgrees = "agrees", kDiffers = "differs: ";

std::string onOneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

AgreementBounds agreementBounds(DType narrowest, bool tf32) {
  switch (narrowest) {
    case DType::BF16: return {3e-2, 0.25};
    case DType::F16: return {1e-2, 0.1};
    default: return tf32 ? AgreementBounds{1e-2, 0.1} : AgreementBounds{1e-4, 1e-2};
  }
}

std::string difference(std::span<const float> got, std::span<const float> trusted, const AgreementBounds& bounds) {
  if (got.size() != trusted.size()) return fmt::format("it gives {} numbers instead of {}", got.size(), trusted.size());
  double error = 0, size = 0, largest = 0;
  std::int64_t notFinite = 0, finite = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double a = got[i], b = trusted[i];
    if (!std::isfinite(b) && ((std::isnan(a) && std::isnan(b)) || a == b)) continue;
    if (!std::isfinite(a) || !std::isfinite(b)) {
      ++notFinite;
      continue;
    }
    ++finite;
    error += (a - b) * (a - b);
    size += b * b;
    largest = std::max(largest, std::abs(a - b));
  }
  if (notFinite > 0) return fmt::format("{} of its {} numbers are not finite where those of f32 are, or the other way round", notFinite, got.size());
  if (error == 0) return {};
  const double typical = std::sqrt(size / static_cast<double>(finite)), relative = size > 0 ? std::sqrt(error / size) : HUGE_VAL;
  if (!(relative <= bounds.relative)) return fmt::format("its result differs from that of f32 by a relative error of {:.2g}", relative);
  if (!(largest <= bounds.largest * typical))
    return fmt::format("a number in its result differs from the f32 result by {:.2g} times the typical size of the numbers", largest / typical);
  return {};
}

std::string keptVerdict(const std::string& why) {
  return why.empty() ? std::string(kAgrees) : std::string(kDiffers) + onOneLine(why);
}

std::optional<std::string> verdictOf(const std::string& kept) {
  if (kept == kAgrees) return std::string();
  if (kept.starts_with(kDiffers)) return kept.substr(kDiffers.size());
  return std::nullopt;
}

std::optional<std::string> KernelVerdicts::known(const std::string& key) {
  const auto used = table_.use(key);
  return used ? verdictOf(used->kernel) : std::nullopt;
}

void KernelVerdicts::keep(const std::string& key, const std::string& why) {
  table_.setUsed(key, keptVerdict(why));
}

void LeftOut::add(const std::string& layer, const std::string& kernel, const std::string& why) {
  Layers& layers = kernels_[kernel];
  if (layers.all.empty()) layers = {layer, onOneLine(why), {}};
  layers.all.insert(layer);
}

std::vector<std::string> LeftOut::sentences() const {
  std::vector<std::string> sentences;
  for (const auto& [kernel, layers] : kernels_) {
    std::string text = fmt::format("{}: {} is not used, since {}", layers.first, kernel, layers.why);
    const std::size_t more = layers.all.size() - 1;
    if (more == 1) text += "; the same in 1 other layer";
    if (more > 1) text += fmt::format("; the same in {} other layers", more);
    sentences.push_back(std::move(text));
  }
  return sentences;
}

}  // namespace stepscope
