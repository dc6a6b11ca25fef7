// Saves checkpoints without end, to be killed: each holds its step in every number, so that mixed generations would be seen. With a third
// argument it keeps that many and cleans them up to one, by turns.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/error.h"
#include "core/train/checkpoint/checkpoint.h"

using namespace stepscope;

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const std::size_t many = count > 3 ? static_cast<std::size_t>(std::atoll(arguments[3])) : 2;
  for (std::int64_t step = std::atoll(arguments[2]);; ++step) {
    Checkpoint checkpoint;
    checkpoint.step = step;
    std::vector<float> values(50'000, static_cast<float>(step));
    for (auto* tensors : {&checkpoint.model, &checkpoint.optimizer}) {
      SafeTensor tensor;
      tensor.name = "weight";
      tensor.shape = {static_cast<std::int64_t>(values.size())};
      tensor.data.resize(values.size() * sizeof(float));
      std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
      tensors->push_back(std::move(tensor));
    }
    try {
      saveCheckpoint(checkpoint, arguments[1], "last", many > 2 && step % 8 == 0 ? 1 : many);
    } catch (const Error& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return 1;
    }
    std::printf("%lld\n", static_cast<long long>(step));
    std::fflush(stdout);
  }
}
