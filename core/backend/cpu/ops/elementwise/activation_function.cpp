#include "core/backend/cpu/ops/elementwise/activation_function.h"

#include <cmath>
#include <map>
#include <vector>

#include "core/backend/cpu/ops/normalization/batch_norm.h"

namespace stepscope::cpu {

using kernels::Unary;
using kernels::UnaryFunction;

UnaryFunction unaryFunctionOf(const Attributes& attrs, Unary kind) {
  const auto real = [&](const char* key, double fallback) { return static_cast<float>(attrs.real(key, fallback)); };
  switch (kind) {
    case Unary::Clamp:
      return {kind, real("min", -HUGE_VAL), real("max", HUGE_VAL)};
    case Unary::LeakyRelu:
    case Unary::Elu:
      return {kind, real("alpha", 0.0), 0};
    case Unary::Softplus:
      return {kind, real("beta", 1.0), real("threshold", 20.0)};
    case Unary::Gelu:
      return {attrs.text("approximate") == "tanh" ? Unary::GeluTanh : kind, 0, 0};
    default:
      return {kind, 0, 0};
  }
}

namespace {

const std::map<std::string_view, Unary>& layerKinds() {
  static const std::map<std::string_view, Unary> kinds = {
      {"clamp", Unary::Clamp},       {"leaky_relu", Unary::LeakyRelu},   {"elu", Unary::Elu},   {"gelu", Unary::Gelu},
      {"silu", Unary::Silu},         {"sigmoid", Unary::Sigmoid},        {"tanh", Unary::Tanh}, {"hardswish", Unary::HardSwish},
      {"softplus", Unary::Softplus}, {"hardsigmoid", Unary::HardSigmoid}};
  return kinds;
}

}  // namespace

std::span<const std::string_view> layerActivations() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const auto& [name, kind] : layerKinds()) all.push_back(name);
    return all;
  }();
  return names;
}

std::optional<UnaryFunction> layerActivationOf(std::string_view op, const Attributes& attrs) {
  const auto found = layerKinds().find(op);
  if (found == layerKinds().end()) return std::nullopt;
  return unaryFunctionOf(attrs, found->second);
}

std::optional<UnaryFunction> normActivationOf(std::string_view op, const Attributes& attrs) {
  static const std::map<std::string_view, Unary> kinds = {{"clamp", Unary::Clamp},
                                                          {"leaky_relu", Unary::LeakyRelu},
                                                          {"gelu", Unary::Gelu},
                                                          {"silu", Unary::Silu},
                                                          {"hardswish", Unary::HardSwish}};
  const auto found = kinds.find(op);
  if (found == kinds.end()) return std::nullopt;
  const UnaryFunction function = unaryFunctionOf(attrs, found->second);
  if (!kernels::batchNormTakes(function)) return std::nullopt;
  return function;
}

}  // namespace stepscope::cpu
