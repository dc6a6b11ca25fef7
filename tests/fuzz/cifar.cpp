// A set of CIFAR-10's binary version: the input is the test batch, and every batch for training too.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/sample_check.h"

using namespace stepscope;

namespace {

std::string records(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    bytes.push_back(static_cast<char>(i % 10));
    for (int p = 0; p < 3072; ++p) bytes.push_back(static_cast<char>(i * 7 + p));
  }
  return bytes;
}

}  // namespace

std::vector<std::string> fuzz::seeds() {
  return {records(1), records(3)};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::textOf(data, size);
  for (int i = 1; i <= 5; ++i) fuzz::writeFile("cifar/data_batch_" + std::to_string(i) + ".bin", bytes);
  fuzz::writeFile("cifar/test_batch.bin", bytes);
  DataSpec spec;
  spec.kind = "cifar10";
  spec.path = fuzz::folder() + "/cifar";
  return fuzz::answered(fuzz::textOf(data, size), [&] { fuzz::readAll(spec); });
}
