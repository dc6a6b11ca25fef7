// The four files of an IDX set in one input: each with its length before it, 4 bytes, the first byte first.
#include <algorithm>
#include <array>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/sample_check.h"

using namespace stepscope;

namespace {

constexpr std::array<const char*, 4> kNames{"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};

std::string idx(const std::vector<unsigned>& dims, unsigned classes) {
  std::string bytes{'\0', '\0', '\x08', static_cast<char>(dims.size())};
  std::size_t values = 1;
  for (const unsigned dim : dims) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(dim >> shift));
    values *= dim;
  }
  for (std::size_t i = 0; i < values; ++i) bytes.push_back(static_cast<char>(i * 31 % classes));
  return bytes;
}

std::string joined(const std::array<std::string, 4>& files) {
  std::string bytes;
  for (const std::string& file : files) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>(file.size() >> shift));
    bytes += file;
  }
  return bytes;
}

}  // namespace

std::vector<std::string> fuzz::seeds() {
  return {joined({idx({12, 4, 5}, 251), idx({12}, 10), idx({6, 4, 5}, 251), idx({6}, 10)}),
          joined({idx({40, 2, 2}, 251), idx({40}, 16), idx({20, 2, 2}, 251), idx({20}, 16)})};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzz::textOf(data, size);
  DataSpec spec;
  spec.kind = "mnist";
  for (const char* name : kNames) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4 && i < rest.size(); ++i) length |= std::size_t{static_cast<std::uint8_t>(rest[i])} << (8 * i);
    rest.remove_prefix(std::min<std::size_t>(4, rest.size()));
    length = std::min(length, rest.size());
    fuzz::writeFile(std::string("idx/") + name, rest.substr(0, length));
    rest.remove_prefix(length);
  }
  spec.path = fuzz::folder() + "/idx";
  return fuzz::answered(fuzz::textOf(data, size), [&] { fuzz::readAll(spec); });
}
