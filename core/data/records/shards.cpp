#include "core/data/records/shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <regex>
#include <set>
#include <thread>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/counted_sentence.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/split_names.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostShards = 100'000;
constexpr unsigned kMostThreads = 8;
constexpr int kDeepest = 3;

// The part that the name of the file shows, or else that of its nearest folder that shows one; training if none does.
Split partOf(const fs::path& below) {
  static const std::regex number("(.*?)[-_.]?\\d{3,}.*");  // "train-00000-of-00004", "val_000001.tar"
  for (fs::path at = below; !at.empty(); at = at.parent_path()) {
    std::smatch match;
    const std::string name = at.filename().string();
    const SplitRole role = splitRoleOf(std::regex_match(name, match, number) ? match[1].str() : name);
    if (role == SplitRole::Validation) return Split::Validation;
    if (role == SplitRole::Test) return Split::Test;
    if (role == SplitRole::Train) return Split::Train;
    if (!at.has_parent_path() || at.parent_path() == at) break;
  }
  return Split::Train;
}

}  // namespace

std::vector<Shard> shardsAt(const std::string& path, bool (*accepts)(const fs::path& name)) {
  std::vector<Shard> shards;
  std::error_code failed;
  if (!fs::is_directory(path, failed)) {
    shards.push_back({path, Split::Train});
    return shards;
  }
  for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, failed), end;
       !failed && entry != end && shards.size() < kMostShards; entry.increment(failed)) {
    std::error_code ignored;
    if (isHiddenName(entry->path().filename().string())) {
      entry.disable_recursion_pending();
      continue;
    }
    if (entry.depth() >= kDeepest) entry.disable_recursion_pending();
    if (!entry->is_regular_file(ignored) || !accepts(entry->path())) continue;
    shards.push_back({entry->path().string(), partOf(entry->path().lexically_relative(path))});
  }
  std::sort(shards.begin(), shards.end(), [](const Shard& a, const Shard& b) { return a.file < b.file; });
  return shards;
}

std::vector<std::string> missingShards(const std::vector<Shard>& shards) {
  static const std::regex number("(.*)-(\\d{5})-of-(\\d{5})(.*)");
  std::map<std::string, std::set<int>> found;  // numbers of the shards, by their name with {} for the number
  std::map<std::string, int> wanted;
  for (const Shard& shard : shards) {
    std::smatch match;
    if (!std::regex_match(shard.file, match, number)) continue;
    const std::string name = match[1].str() + "-*-of-" + match[3].str() + match[4].str();
    found[name].insert(std::stoi(match[2].str()));
    wanted[name] = std::stoi(match[3].str());
  }
  std::vector<std::string> told;
  for (const auto& [name, numbers] : found) {
    const auto missing = wanted[name] - static_cast<int>(numbers.size());
    if (missing <= 0) continue;
    int first = 0;
    while (numbers.contains(first)) ++first;
    told.push_back(
        fmt::format("{}: {}, the first of them number {}", name, countedSentence(missing, "one shard is missing", "{} shards are missing"), first));
  }
  return told;
}

PictureSet readShards(const DataSpec& spec, std::vector<Shard> shards, const std::function<ShardContent(const Shard&)>& read,
                      const std::string& unpack, const std::string& what) {
  std::vector<ShardContent> contents(shards.size());
  std::atomic<std::size_t> next{0};
  std::atomic<std::int64_t> kept{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < shards.size(); i = next++) {
      throwIfCancelled(spec.cancel);
      contents[i] = read(shards[i]);
      if ((kept += contents[i].keptBytes) > kMostPackedBytes)
        throw Error(ErrorKind::Input, spec.path, fmt::format("is compressed, and its pictures take more than {} GiB", kMostPackedBytes >> 30),
                    "Unpack the shards, so that they are read where they are: " + unpack);
    }
  };
  const std::size_t threads = std::min<std::size_t>({shards.size(), kMostThreads, std::max(1u, std::thread::hardware_concurrency())});
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& other : others) other.get();

  PictureSet set;
  std::vector<std::string> names;
  std::int64_t least = 0, most = 0;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const auto count = static_cast<std::int64_t>(contents[i].samples.size());
    least = i == 0 ? count : std::min(least, count);
    most = std::max(most, count);
    set.ownValidation = set.ownValidation || (shards[i].part == Split::Validation && count > 0);
    set.ownTest = set.ownTest || (shards[i].part == Split::Test && count > 0);
    for (ShardContent::Sample& sample : contents[i].samples) {
      set.pictures.push_back({std::move(sample.name), 0, shards[i].part, std::move(sample.source)});
      names.push_back(std::move(sample.label));
    }
    std::ranges::move(contents[i].leftOut, std::back_inserter(set.leftOut));
  }
  if (set.ownTest && !set.ownValidation && testValidates(spec)) {
    for (LocatedPicture& picture : set.pictures)
      if (picture.part == Split::Test) picture.part = Split::Validation;
    set.ownValidation = std::exchange(set.ownTest, false);
  }
  set.notes.push_back(fmt::format("{}: {} of {}{}", spec.path, countedSentence(static_cast<std::int64_t>(shards.size()), "one shard", "{} shards"),
                                  what,
                                  least < most ? fmt::format(", with {} to {} samples", least, most) : fmt::format(", with {} samples each", most)));
  std::ranges::move(missingShards(shards), std::back_inserter(set.leftOut));
  if (names.empty()) {
    throw Error(ErrorKind::Input, spec.path, "holds no sample that can be read",
                set.leftOut.empty() ? "Choose another file or folder" : "The first that was left out: " + set.leftOut.front());
  }
  labelPictures(set, names, spec.path);
  return set;
}

}  // namespace stepscope
