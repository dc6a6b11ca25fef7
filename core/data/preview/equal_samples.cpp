#include "core/data/preview/equal_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "core/data/counted_sentence.h"

namespace stepscope {

void EqualPictures::tell(DataPreview& preview, DataFinding& finding, DataFinding::Weight weight, const char* one, const char* several,
                         const char* cure) {
  if (finding.count == 0) return;
  finding.weight = weight;
  finding.what = countedSentence(finding.count, one, several);
  finding.cure = cure;
  preview.findings.push_back(std::move(finding));
}

EqualPictures::Kinds EqualPictures::together() const {
  Kinds all;
  for (const auto& [first, kinds] : groups_) {
    const std::pair<DataFinding*, const DataFinding*> pairs[] = {
        {&all.twoLabels, &kinds.twoLabels}, {&all.twoParts, &kinds.twoParts}, {&all.inTest, &kinds.inTest}, {&all.twice, &kinds.twice}};
    for (const auto& [to, from] : pairs) {
      to->count += from->count;
      for (const std::string& example : from->examples) addExample(*to, example);
    }
  }
  return all;
}

void EqualPictures::tell(DataPreview& preview, std::int64_t pictures) {
  constexpr std::int64_t kLeast = 4;
  const auto largest =
      std::max_element(groups_.begin(), groups_.end(), [](const auto& a, const auto& b) { return a.second.pictures < b.second.pictures; });
  if (largest != groups_.end() && pictures >= kLeast && largest->second.pictures * 2 >= pictures && largest->second.twoLabels.count > 0) {
    DataFinding same;
    same.weight = DataFinding::Weight::Warning;
    same.count = largest->second.pictures;
    same.what = same.count == pictures ? fmt::format("all {} pictures are identical", pictures)
                                       : fmt::format("{} of {} pictures are identical", same.count, pictures);
    same.cure = "Their classes cannot be distinguished: check how the files were made";
    addExample(same, largest->second.twoLabels.examples.front());
    preview.findings.push_back(std::move(same));
    groups_.erase(largest);
  }
  Kinds all = together();
  tell(preview, all.twoLabels, DataFinding::Weight::Warning, "one picture is in two classes", "{} pictures are in two classes",
       "One of the two labels is wrong: remove the wrong copy");
  tell(preview, all.twoParts, DataFinding::Weight::Warning, "one picture for validation is one of training too",
       "{} pictures for validation are pictures of training too", "The validation looks better than the model is: remove one of the copies");
  tell(preview, all.inTest, DataFinding::Weight::Warning, "one picture for the test is in another part too",
       "{} pictures for the test are in another part too", "The test looks better than the model is: remove one of the copies");
  tell(preview, all.twice, DataFinding::Weight::Note, "one picture occurs twice", "{} pictures occur twice", "");
}

void EqualPictures::tellNear(DataPreview& preview) {
  Kinds all = together();
  tell(preview, all.twoLabels, DataFinding::Weight::Warning, "one picture looks nearly like one of another class",
       "{} pictures look nearly like one of another class", "Check them: if one is a copy that was saved again, one of the two labels is wrong");
  tell(preview, all.twoParts, DataFinding::Weight::Warning, "one picture for validation looks nearly like one of training",
       "{} pictures for validation look nearly like one of training",
       "Check them: a copy that was saved again or resized does not show the quality on new pictures");
  tell(preview, all.inTest, DataFinding::Weight::Warning, "one picture for the test looks nearly like one of another part",
       "{} pictures for the test look nearly like one of another part",
       "Check them: a copy that was saved again or resized does not show the quality on new pictures");
  tell(preview, all.twice, DataFinding::Weight::Note, "one picture looks nearly like another one", "{} pictures look nearly like another one", "");
}

void findEqualSamples(const DataSplits& splits, DataPreview& preview, PreviewProgress& progress) {
  struct Kept {
    Split part;
    std::int64_t index;
  };
  constexpr std::int64_t kBetweenLooks = 4096;
  std::unordered_multimap<std::size_t, Kept> first;  // by a hash of their bytes
  EqualPictures equal;
  const std::shared_ptr<const Dataset> parts[] = {splits.train, splits.validation, splits.test};  // in the order of Split
  const auto part = [&](Split split) -> const Dataset& { return *parts[static_cast<std::size_t>(split)]; };
  const auto shown = [&](const Kept& kept) {
    const SampleInfo& info = part(kept.part).info();
    const auto label = static_cast<std::size_t>(part(kept.part).label(kept.index));
    const char* name = kept.part == Split::Train ? "training" : kept.part == Split::Validation ? "validation" : "test";
    return fmt::format("{} {} ({})", name, kept.index, info.classNames.at(label));
  };
  for (const Split split : {Split::Train, Split::Validation, Split::Test}) {
    if (!parts[static_cast<std::size_t>(split)]) continue;
    const Dataset& data = part(split);
    for (std::int64_t i = 0; i < data.size(); ++i) {
      if (i % kBetweenLooks == 0 && progress.cancelled()) return;
      const std::span<const std::uint8_t> bytes = data.keptBytes(i);
      if (bytes.empty()) return;
      const std::size_t hash = std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      const auto [begin, end] = first.equal_range(hash);
      const auto same = std::find_if(begin, end, [&](const auto& other) {
        const auto kept = part(other.second.part).keptBytes(other.second.index);
        return std::equal(bytes.begin(), bytes.end(), kept.begin(), kept.end());
      });
      const Kept now{split, i};
      if (same == end) {
        first.emplace(hash, now);
        continue;
      }
      const Kept& before = same->second;
      equal.met(static_cast<std::size_t>(before.index) * std::size(parts) + static_cast<std::size_t>(before.part),
                part(before.part).label(before.index) != data.label(i), before.part, split, shown(before) + " = " + shown(now));
    }
  }
  equal.tell(preview, preview.samples());
}

}  // namespace stepscope
