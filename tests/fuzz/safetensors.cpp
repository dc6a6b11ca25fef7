// Weights in safetensors: what is read can be written, and is then read as the same.
#include "core/models/safetensors.h"

#include <cstring>

#include "tests/fuzz/fuzz.h"

using namespace stepscope;

namespace {

std::string fileOf(const std::string& header, std::size_t bytes) {
  const std::uint64_t length = header.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file + header + std::string(bytes, '\x3f');
}

}  // namespace

std::vector<std::string> fuzz::seeds() {
  return {fileOf(R"({"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"b":{"dtype":"BF16","shape":[3],"data_offsets":[24,30]}})", 30),
          fileOf(R"({"__metadata__":{"format":"pt","step":"7"},"n":{"dtype":"I64","shape":[],"data_offsets":[0,8]}}   )", 8),
          fileOf(R"({"e":{"dtype":"U8","shape":[0,4],"data_offsets":[0,0]},"h":{"dtype":"F16","shape":[1,1,2],"data_offsets":[0,4]}})", 4),
          fileOf(R"({"q":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]}})", 4), fileOf("{}", 0)};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file = fuzz::writeFile("weights.safetensors", fuzz::textOf(data, size));
  fuzz::answered(fuzz::textOf(data, size), [&] { readSafetensorsHeader(file); });
  return fuzz::answered(fuzz::textOf(data, size), [&] {
    std::map<std::string, std::string> metadata, again;
    const std::vector<SafeTensor> tensors = readSafetensors(file, &metadata);
    const std::string copy = fuzz::folder() + "/copy.safetensors";
    writeSafetensors(copy, tensors, metadata);
    const std::vector<SafeTensor> copied = readSafetensors(copy, &again);
    fuzz::check(copied.size() == tensors.size() && again == metadata, "a file that was written has other tensors or notes");
    for (const SafeTensor& one : tensors) {
      bool found = false;
      for (const SafeTensor& other : copied)
        found = found || (other.name == one.name && other.dtype == one.dtype && other.shape == one.shape && other.data == one.data);
      fuzz::check(found, "the tensor " + one.name + " is not read as it was written");
    }
  });
}
