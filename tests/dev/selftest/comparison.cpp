#include "tests/dev/selftest/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace stepscope {
namespace {

std::vector<std::byte> bytesOf(const Value& value, const reference::Tensor& tensor) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    const auto put = [&](auto number) { std::memcpy(bytes.data() + i * sizeof(number), &number, sizeof(number)); };
    if (value.dtype == DType::I32) put(static_cast<std::int32_t>(tensor[i]));
    if (value.dtype == DType::U8) put(static_cast<std::uint8_t>(tensor[i]));
    if (value.dtype == DType::F32) put(static_cast<float>(tensor[i]));
  }
  return bytes;
}

}  // namespace

std::unique_ptr<Program> compiled(const Backend& backend, const Graph& graph, ImageLayout images, bool tuned, KernelChoices* choices) {
  CompileOptions options{{.autotune = tuned, .images = images, .deterministic = !tuned}};
  options.choices = choices;
  options.timingMs = kTuningMs;
  auto program = backend.compile(graph, options);
  program->attachAlone();
  return program;
}

void give(Program& program, const Graph& graph, const reference::Bindings& bindings) {
  for (const Value& value : graph.values()) {
    const auto it = bindings.find(value.name);
    if (value.producer != kNone || it == bindings.end()) continue;
    if (value.role == Role::Scalar) {
      program.setScalar(value.name, it->second[0]);
      continue;
    }
    const auto bytes = bytesOf(value, it->second);
    if (value.role == Role::Input) {
      std::memcpy(program.input(value.name).data(), bytes.data(), bytes.size());
    } else {
      program.write(value.name, bytes);
    }
  }
}

std::vector<float> floatsOf(const Program& program, const std::string& name, const Shape& shape) {
  std::vector<float> floats(static_cast<std::size_t>(numel(shape)));
  program.read(name, std::as_writable_bytes(std::span(floats)));
  return floats;
}

double distanceOf(double loss, double other) {
  const double distance = std::abs(loss / other - 1);
  return std::isfinite(distance) ? distance : HUGE_VAL;
}

double differenceOf(const std::vector<float>& a, const std::vector<float>& b) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (a[i] == b[i]) {  // infinities too
      if (std::isfinite(b[i])) size += static_cast<double>(b[i]) * b[i];
      continue;
    }
    const double d = static_cast<double>(a[i]) - b[i];
    error += d * d;
    size += static_cast<double>(b[i]) * b[i];
  }
  if (std::isnan(error)) return HUGE_VAL;
  return size > 0 ? error / size : error;
}

bool hasImages(const Graph& graph) {
  return std::any_of(graph.values().begin(), graph.values().end(),
                     [](const Value& value) { return value.shape.size() == 4 && value.shape[1] > 1 && value.shape[2] * value.shape[3] > 1; });
}

double rounded(double v) {
  const auto f = static_cast<float>(v);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &f, 4);
  bits = (bits + 0x7fffu + ((bits >> 16) & 1u)) & 0xffff0000u;
  float r = 0;
  std::memcpy(&r, &bits, 4);
  return r;
}

}  // namespace stepscope
