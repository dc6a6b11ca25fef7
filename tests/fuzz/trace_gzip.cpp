// Packed traces: damaged within, packed anew, and damaged as they are.
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "tests/fuzz/damage_trace.h"
#include "tests/fuzz/trace_check.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

using namespace stepscope;

namespace {

std::string unpacked(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = std::size_t{8} << 20;
  std::string text;
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = const_cast<Bytef*>(data);
  stream.avail_in = static_cast<uInt>(size);
  std::vector<char> block(std::size_t{1} << 16);
  for (int code = Z_OK; code == Z_OK && text.size() < kMost;) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    code = inflate(&stream, Z_NO_FLUSH);
    text.append(block.data(), block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return text;
}

}  // namespace

std::vector<std::string> fuzz::seeds() {
  std::vector<std::string> packed;
  for (const std::string& text : traceSeeds()) packed.push_back(test::gzipped(text));
  packed.push_back(packed[0] + packed[1]);  // two members
  return packed;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostBytes, unsigned seed) {
  fuzz::Random random(seed);
  std::string text = random() % 3 ? unpacked(data, size) : std::string();
  if (text.empty()) return LLVMFuzzerMutate(data, size, mostBytes);
  fuzz::damageTraceJson(text, random);
  const std::string packed = test::gzipped(text);
  if (packed.size() > mostBytes) return size;
  std::memcpy(data, packed.data(), packed.size());
  return packed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkTrace(data, size);
  return 0;
}
