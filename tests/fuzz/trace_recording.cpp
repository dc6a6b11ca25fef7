// Our own recordings (.sstrace): their checksum and size are set right again, so that the damage reaches what comes after the check.
#include <zlib.h>

#include <cstring>

#include "profiler/io/import.h"
#include "profiler/trace/trace_file.h"
#include "tests/fuzz/damage_trace.h"
#include "tests/fuzz/trace_check.h"

using namespace stepscope;

namespace {

constexpr std::size_t kHeader = 24, kCrcAt = 12, kSizeAt = 16;  // magic, version, CRC-32 of the rest, its size

}  // namespace

std::vector<std::string> fuzz::seeds() {
  std::vector<std::string> recordings;
  for (const std::string& text : traceSeeds()) {
    const std::string out = folder() + "/seed.sstrace";
    saveTrace(importTrace(writeFile("seed.json", text)).value(), out);
    recordings.push_back(readFile(out));
  }
  return recordings;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostBytes, unsigned seed) {
  if (size <= kHeader || seed % 16 == 0) return LLVMFuzzerMutate(data, size, mostBytes);
  size = kHeader + LLVMFuzzerMutate(data + kHeader, size - kHeader, mostBytes - kHeader);
  const auto crc = static_cast<std::uint32_t>(crc32_z(0, data + kHeader, size - kHeader));
  const std::uint64_t rest = size - kHeader;
  std::memcpy(data + kCrcAt, &crc, sizeof crc);
  std::memcpy(data + kSizeAt, &rest, sizeof rest);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkTrace(data, size);
  return 0;
}
