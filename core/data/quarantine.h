// Samples that turn out to be unreadable while a run reads them: a picture damaged in its body, which its header does not tell. They are
// named, others are read in their place (Dataset::substitute), and the run goes on, up to a share of the split.
//
// Which sample takes whose place follows from the files alone: every epoch tries every sample anew, and a loader tells what it met in the
// order of its batches. Neither the number of workers nor a resume changes a batch, or the step at which there were too many.
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
  // mostShare of `samples` may be unreadable: at least one, unless mostShare is 0. known: of the session before.
  Quarantine(std::int64_t samples, double mostShare, std::vector<UnreadableSample> known = {});

  // Adds those that are not known yet. Throws Error (Input) with the first files, their number and the cure while there are too many.
  void add(const std::vector<UnreadableSample>& met);

  const std::vector<UnreadableSample>& samples() const { return samples_; }  // each once, in the order of meeting
  std::int64_t most() const { return most_; }

 private:
  void refuseTooMany() const;

  std::int64_t size_, most_;
  double mostShare_;
  std::vector<UnreadableSample> samples_;
  std::set<std::int64_t> known_;
};

// The first few of a long list, and how many more there are: "... and 7003 more". What a reader takes in.
std::vector<std::string> shortened(const std::vector<std::string>& list);

}  // namespace stepscope
