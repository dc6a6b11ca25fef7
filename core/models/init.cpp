// Initial values, drawn from Philox with the key (seed, name), so that those of one layer do not depend on the other layers.
#include <algorithm>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/models/model.h"

namespace stepscope {

namespace {

// FNV-1a, 64 bits (Fowler, Noll, Vo): the same on every machine, which std::hash is not.
std::uint64_t hashOf(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ull;
  return hash;
}

}  // namespace

constexpr std::size_t kDrawsBetween = 1 << 16;  // about a millisecond of draws

std::vector<float> initialValue(const Value& value, std::uint64_t seed) {
  return initialValue(value, seed, [] {});
}

std::vector<float> initialValue(const Value& value, std::uint64_t seed, const std::function<void()>& between) {
  require(isPersistent(value.role) && value.dtype == DType::F32, "only f32 values that live from step to step have an initial value");
  const auto count = static_cast<std::size_t>(numel(value.shape));
  const Init& init = value.init;
  if (init.kind == Init::Kind::Given) {
    require(init.given && init.given->size() == count, "given initial values are not as many as the value has elements");
    return *init.given;
  }
  if (init.kind == Init::Kind::Constant) return std::vector<float>(count, static_cast<float>(init.a));
  PhiloxStream stream(seed, hashOf(value.name));
  std::vector<float> data;
  data.reserve(count);  // reserved, not filled: writing so much memory for the first time takes long too
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kDrawsBetween == 0) between();
    const double draw = init.kind == Init::Kind::Uniform ? (init.b - init.a) * stream.uniform() : init.b * stream.normal();
    data.push_back(static_cast<float>(init.a + draw));
  }
  if (init.zeroRow >= 0 && !value.shape.empty() && init.zeroRow < value.shape[0]) {
    const auto row = static_cast<std::ptrdiff_t>(numel(value.shape) / value.shape[0]);
    std::fill_n(data.begin() + init.zeroRow * row, row, 0.0f);
  }
  return data;
}

}  // namespace stepscope
