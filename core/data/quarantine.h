// Samples found unreadable during a run, such as an image whose header is intact. They are reported, others are read in their place
// (Dataset::substitute), and the run goes on until more than a given fraction of the samples is unreadable.
//
// The replacement of a sample depends on the files alone: every epoch tries every sample again, and a loader reports problems in the order of
// its batches. Neither the number of workers nor a resume changes a batch, or the step at which there were too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace stepscope {

struct UnreadableSample {
  std::int64_t index = 0;
  std::string problem;  // a sentence that names the file

  bool operator==(const UnreadableSample&) const = default;
};

class Quarantine {
 public:
  // `mostShare`: the fraction of `samples` that may be unreadable (at least one sample, unless it is 0). `known`: those that the run found before it
  // was resumed.
  Quarantine(std::int64_t samples, double mostShare, std::vector<UnreadableSample> known = {});

  // Adds those of `met` that are not known yet. Throws Error (Input) with their number, the first problems and the cure if there are too many.
  void add(const std::vector<UnreadableSample>& met);

  const std::vector<UnreadableSample>& samples() const { return samples_; }  // each once, in the order in which they were found
  std::int64_t most() const { return most_; }

 private:
  void refuseTooMany() const;

  std::int64_t size_, most_;
  double mostShare_;
  std::vector<UnreadableSample> samples_;
  std::set<std::int64_t> known_;
};

// The first three entries of a list of more than five, and the number of the others: "... and 7003 more like these."
std::vector<std::string> shortened(const std::vector<std::string>& list);

}  // namespace stepscope
