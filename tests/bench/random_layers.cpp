// Runs layers of random shapes in bf16 and fp16 against f32 and prints those that are wrong: bench_random_layers FROM TO [cpu].
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "core/backend/devices/devices.h"
#include "tests/core/backend/random_layers.h"

using namespace stepscope;

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "bench_random_layers FROM TO [DEVICE]: seeds FROM to TO - 1\n");
    return 2;
  }
  try {
    const Backend& backend = requireBackend(argc > 3 ? argv[3] : "cpu");
    const auto from = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)),
               to = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
    int ran = 0, wrong = 0, raw = 0, leftOut = 0, refused = 0;
    for (std::uint32_t seed = from; seed < to; ++seed) {
      const RandomLayerResult result = runRandomLayer(backend, seed);
      if (result.refused) {
        ++refused;
        continue;
      }
      ++ran;
      leftOut += static_cast<int>(result.leftOut.size());
      for (const std::string& kernel : result.leftOut) std::printf("%s: %s\n", result.layer.c_str(), kernel.c_str());
      if (!result.wrong.empty()) std::printf("%s: %s\n", result.layer.c_str(), result.wrong.c_str()), ++wrong;
      if (!result.raw.empty()) std::printf("%s: %s\n", result.layer.c_str(), result.raw.c_str()), ++raw;
      std::fflush(stdout);
    }
    std::printf("%s, %s: %d layers of random shapes (%d more are no layers): %d wrong, %d raw texts; %d kernels were left out\n",
                backend.device().name.c_str(), backend.device().isa.c_str(), ran, refused, wrong, raw, leftOut);
    return wrong + raw > 0 ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
