#include "tests/fuzz/sample_check.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/fuzz.h"

namespace stepscope::fuzz {

namespace {

constexpr std::int64_t kMostSamples = 64;

void readSplit(const Dataset& data) {
  const SampleInfo& info = data.info();
  check(data.size() >= 1, "a split without a sample");
  check(info.input().bytes() > 0 && info.target().bytes() > 0 && info.outputs() > 0, "samples without a size");
  std::vector<std::byte> sample(static_cast<std::size_t>(info.input().bytes())), target(static_cast<std::size_t>(info.target().bytes()));
  for (std::int64_t i = 0; i < std::min(data.size(), kMostSamples); ++i) {
    data.readInput(i, 0, sample);
    data.readTarget(i, 0, target);
    if (info.input().dtype == DType::F32)
      for (const float value : floatsOf(sample)) check(std::isfinite(value), "a sample that is not finite");
    if (info.target().dtype == DType::I32) {
      for (const std::int32_t answer : integersOf(target)) check(answer >= 0 && answer < info.outputs(), "an answer out of range");
    } else {
      for (const float answer : floatsOf(target)) check(std::isfinite(answer), "an answer that is not finite");
    }
  }
  check(!data.fingerprint().empty(), "data without a fingerprint");
}

}  // namespace

void readAll(const DataSpec& spec) {
  const DataSplits splits = openData(spec);
  readSplit(*splits.train);
  if (splits.validation) {
    readSplit(*splits.validation);
    check(splits.train->info().outputs() == splits.validation->info().outputs(), "training and validation have different answers");
  }
}

}  // namespace stepscope::fuzz
