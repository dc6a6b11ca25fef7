#include "core/data/quarantine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace stepscope {

namespace {

constexpr std::size_t kNamed = 3;

}  // namespace

Quarantine::Quarantine(std::int64_t samples, double mostShare, std::vector<UnreadableSample> known)
    : size_(samples), mostShare_(mostShare), samples_(std::move(known)) {
  const auto share = static_cast<std::int64_t>(std::floor(mostShare * static_cast<double>(samples) * (1 + 1e-12)));
  most_ = mostShare > 0 ? std::max<std::int64_t>(1, share) : 0;
  for (const UnreadableSample& sample : samples_) known_.insert(sample.index);
}

void Quarantine::add(const std::vector<UnreadableSample>& met) {
  for (const UnreadableSample& sample : met)
    if (known_.insert(sample.index).second) samples_.push_back(sample);
  if (static_cast<std::int64_t>(samples_.size()) > most_) refuseTooMany();
}

void Quarantine::refuseTooMany() const {
  std::string what = fmt::format("{} of {} samples cannot be read, and {} may be: ", samples_.size(), size_,
                                 mostShare_ > 0 ? fmt::format("only {} ({:.4g} %)", most_, 100 * mostShare_) : "none");
  for (std::size_t i = 0; i < std::min(samples_.size(), kNamed); ++i) what += (i > 0 ? " " : "") + samples_[i].problem;
  if (samples_.size() > kNamed) what += fmt::format(" And {} more", samples_.size() - kNamed);
  if (what.ends_with('.')) what.pop_back();
  throw Error(ErrorKind::Input, "data.max_bad_share", what, "Replace these files or remove them, or raise data.max_bad_share");
}

std::vector<std::string> shortened(const std::vector<std::string>& list) {
  constexpr std::size_t kShown = 5;
  if (list.size() <= kShown) return list;
  std::vector<std::string> few(list.begin(), list.begin() + kNamed);
  few.push_back(fmt::format("... and {} more like these.", list.size() - kNamed));
  return few;
}

}  // namespace stepscope
