#include "core/data/draw_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/philox.h"
#include "core/data/validation_count.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kTestStream = 0x00C0FFEEu, kLimitStream = 0x0011A117u;

// The sizes of one class, before the limit.
PartSizes sizesOf(std::int64_t samples, const PartShares& shares) {
  PartSizes sizes;
  sizes.test = validationCount(samples, shares.test);
  const std::int64_t rest = samples - sizes.test;
  // The fraction of the rest that is as many samples as the wanted fraction of all.
  const double share = sizes.test == 0 ? shares.validation : shares.validation * static_cast<double>(samples) / static_cast<double>(rest);
  sizes.validation = validationCount(rest, share);
  sizes.train = rest - sizes.validation;
  return sizes;
}

// How many samples of each class stay if `limit` of all stay: in proportion (largest remainder method), at least one of each class that has any.
std::vector<std::int64_t> limited(const std::vector<std::int64_t>& counts, std::int64_t limit) {
  const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (limit <= 0 || limit >= all) return counts;
  std::vector<std::int64_t> kept(counts.size(), 0);
  std::vector<std::pair<double, std::size_t>> remainders;
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 0) continue;
    const double exact = static_cast<double>(counts[c]) * static_cast<double>(limit) / static_cast<double>(all);
    kept[c] = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(exact)));
    sum += kept[c];
    remainders.emplace_back(exact - static_cast<double>(kept[c]), c);
  }
  std::stable_sort(remainders.begin(), remainders.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; sum < limit && i < remainders.size(); ++i, ++sum) ++kept[remainders[i].second];
  // Rare classes were given more than their part, so the largest classes get less.
  while (sum > limit) {
    const auto most = std::max_element(kept.begin(), kept.end());
    if (*most <= 1) break;
    --*most;
    --sum;
  }
  return kept;
}

// Draws `count` of the samples at random and moves them to the front.
void draw(std::vector<std::size_t>& samples, std::int64_t count, PhiloxStream& random) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    std::swap(samples[i], samples[i + random.below(static_cast<std::uint32_t>(samples.size() - i))]);
}

std::vector<std::vector<std::size_t>> byClass(std::span<const std::int32_t> labels) {
  std::vector<std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto label = static_cast<std::size_t>(labels[i]);
    if (label >= classes.size()) classes.resize(label + 1);
    classes[label].push_back(i);
  }
  return classes;
}

// Marks the samples for training above the limit.
void applyLimit(std::span<const std::int32_t> labels, const PartShares& shares, DrawnParts& parts) {
  if (shares.limit <= 0) return;
  std::vector<std::vector<std::size_t>> classes = byClass(labels);
  std::vector<std::int64_t> counts;
  for (std::vector<std::size_t>& samples : classes) {
    std::erase_if(samples, [&](std::size_t i) { return parts.of[i] != Split::Train; });
    counts.push_back(static_cast<std::int64_t>(samples.size()));
  }
  const std::vector<std::int64_t> kept = limited(counts, shares.limit);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    PhiloxStream random(shares.seed, c, shares.stream ^ kLimitStream);
    draw(classes[c], kept[c], random);
    for (std::size_t i = static_cast<std::size_t>(kept[c]); i < classes[c].size(); ++i) parts.unused[classes[c][i]] = true;
  }
}

DrawnParts allForTraining(std::size_t samples) {
  return {std::vector<Split>(samples, Split::Train), std::vector<bool>(samples, false)};
}

struct Group {
  std::vector<std::size_t> samples;
  std::map<std::size_t, std::int64_t> counts;  // by class
};

std::vector<Group> groupsOf(std::span<const std::int32_t> labels, std::span<const std::int64_t> groups) {
  std::map<std::int64_t, std::size_t> indexOf;
  std::vector<Group> all;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto [found, isNew] = indexOf.emplace(groups[i], all.size());
    if (isNew) all.emplace_back();
    Group& group = all[found->second];
    group.samples.push_back(i);
    ++group.counts[static_cast<std::size_t>(labels[i])];
  }
  return all;
}

}  // namespace

std::vector<std::size_t> DrawnParts::samples(Split part) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (has(i, part)) found.push_back(i);
  return found;
}

PartShares sharesOf(const DataSpec& spec, std::uint32_t stream, bool ownValidation, bool ownTest) {
  PartShares shares;
  shares.validation = ownValidation ? 0 : spec.validationSplit;
  shares.test = ownTest ? 0 : spec.testShare;
  shares.limit = spec.limit;
  shares.seed = spec.seed;
  shares.stream = stream;
  return shares;
}

DrawnParts drawParts(std::span<const std::int32_t> labels, const PartShares& shares) {
  DrawnParts parts = allForTraining(labels.size());
  std::vector<std::vector<std::size_t>> classes = byClass(labels);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<std::size_t>& samples = classes[c];
    const PartSizes sizes = sizesOf(static_cast<std::int64_t>(samples.size()), shares);
    if (sizes.test > 0) {
      PhiloxStream random(shares.seed, c, shares.stream ^ kTestStream);
      draw(samples, sizes.test, random);
      for (std::int64_t i = 0; i < sizes.test; ++i) parts.of[samples[static_cast<std::size_t>(i)]] = Split::Test;
      samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(sizes.test));
      std::sort(samples.begin(), samples.end());
    }
    PhiloxStream random(shares.seed, c, shares.stream);
    draw(samples, sizes.validation, random);
    for (std::int64_t i = 0; i < sizes.validation; ++i) parts.of[samples[static_cast<std::size_t>(i)]] = Split::Validation;
  }
  applyLimit(labels, shares, parts);
  return parts;
}

DrawnParts drawGroupedParts(std::span<const std::int32_t> labels, std::span<const std::int64_t> groups, const PartShares& shares) {
  DrawnParts parts = allForTraining(labels.size());
  const std::vector<Group> all = groupsOf(labels, groups);
  std::vector<std::int64_t> left;  // for training, by class
  for (const std::vector<std::size_t>& samples : byClass(labels)) left.push_back(static_cast<std::int64_t>(samples.size()));
  const std::vector<std::int64_t> samples = left;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  PhiloxStream random(shares.seed, all.size(), shares.stream ^ kTestStream);
  draw(order, static_cast<std::int64_t>(order.size()), random);
  // Large groups come first, so that small ones can fill what is missing.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a].samples.size() > all[b].samples.size(); });
  std::vector<bool> taken(all.size(), false);
  for (const auto& [part, share] : {std::pair{Split::Test, shares.test}, std::pair{Split::Validation, shares.validation}}) {
    if (share <= 0) continue;
    std::vector<double> missing;
    for (const std::int64_t count : samples) missing.push_back(share * static_cast<double>(count));
    const auto fits = [&](const Group& group) {
      return std::all_of(group.counts.begin(), group.counts.end(), [&](const auto& one) { return one.second < left[one.first]; });
    };
    const auto take = [&](std::size_t g) {
      taken[g] = true;
      for (const auto& [label, count] : all[g].counts) {
        missing[label] -= static_cast<double>(count);
        left[label] -= count;
      }
      for (const std::size_t i : all[g].samples) parts.of[i] = part;
    };
    bool any = false;
    for (const std::size_t g : order) {
      if (taken[g] || !fits(all[g])) continue;
      double gain = 0;  // by how much the squared distance to the wanted counts falls
      for (const auto& [label, count] : all[g].counts) {
        const auto taking = static_cast<double>(count);
        gain += missing[label] * missing[label] - (missing[label] - taking) * (missing[label] - taking);
      }
      if (gain <= 0) continue;
      take(g);
      any = true;
    }
    // No group brings the counts nearer, because all are too large for the part: takes the smallest one that leaves some of each class.
    if (any) continue;
    for (std::size_t i = order.size(); i-- > 0;)
      if (!taken[order[i]] && fits(all[order[i]])) {
        take(order[i]);
        break;
      }
  }
  applyLimit(labels, shares, parts);
  return parts;
}

std::vector<PartSizes> partSizes(std::span<const std::int64_t> samples, const PartShares& shares) {
  std::vector<PartSizes> sizes;
  std::vector<std::int64_t> trained;
  for (const std::int64_t count : samples) {
    sizes.push_back(sizesOf(count, shares));
    trained.push_back(sizes.back().train);
  }
  const std::vector<std::int64_t> kept = limited(trained, shares.limit);
  for (std::size_t c = 0; c < sizes.size(); ++c) sizes[c].train = kept[c];
  return sizes;
}

}  // namespace stepscope
