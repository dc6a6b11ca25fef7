#include <algorithm>
#include <cstring>

#include "tests/fuzz/damage_trace.h"
#include "tests/fuzz/trace_check.h"

using namespace stepscope;

std::vector<std::string> fuzz::seeds() {
  return traceSeeds();
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostBytes, unsigned seed) {
  fuzz::Random random(seed);
  if (size == 0 || random() % 4 == 0) return LLVMFuzzerMutate(data, size, mostBytes);
  std::string text(fuzz::textOf(data, size));
  if (random() % 2) text = fuzz::pieceOf(text, random);
  fuzz::damageTraceJson(text, random);
  size = std::min(text.size(), mostBytes);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkTrace(data, size);
  return 0;
}
