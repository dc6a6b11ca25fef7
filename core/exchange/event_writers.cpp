#include "core/exchange/event_writers.h"

#include <fmt/format.h>

#include <algorithm>

namespace stepscope {

std::size_t EventWriters::add(std::string path) {
  files_.emplace_back().path = std::move(path);
  return files_.size() - 1;
}

void EventWriters::tell(Back& back, std::string_view tag, std::int64_t from, std::int64_t to) {
  if (back.tags.contains(tag)) return;
  back.tags.emplace(tag);
  if (back.tags.size() > 1) return;
  back.first = tag;
  back.from = from;
  back.to = to;
}

std::vector<std::string> EventWriters::start(std::size_t file, std::int64_t step, double wall) {
  std::vector<std::string> superseded;
  File& starting = files_[file];
  for (auto& [tag, writers] : tags_) {
    const auto own = std::find_if(writers.begin(), writers.end(), [&](const Written& one) { return one.file == file; });
    if (own == writers.end() || own->lastStep < step) continue;
    const bool beside =
        std::any_of(writers.begin(), writers.end(), [&](const Written& one) { return one.file != file && files_[one.file].lastWall > wall; });
    if (beside) {
      tell(starting.beside, tag, own->lastStep, step);
      continue;
    }
    superseded.push_back(tag);
    for (Written& one : writers) one.lastStep = std::min(one.lastStep, step - 1);
  }
  starting.start = Start{step, wall};
  return superseded;
}

std::optional<std::int64_t> EventWriters::value(std::size_t file, std::string_view tag, std::int64_t step, double wall) {
  File& writing = files_[file];
  writing.firstStep = writing.any ? std::min(writing.firstStep, step) : step;
  writing.lastWall = writing.any ? std::max(writing.lastWall, wall) : wall;
  writing.any = true;
  auto known = tags_.find(tag);
  if (known == tags_.end()) known = tags_.emplace(std::string(tag), std::vector<Written>()).first;
  std::vector<Written>& writers = known->second;
  const auto own = std::find_if(writers.begin(), writers.end(), [&](const Written& one) { return one.file == file; });
  if (own != writers.end()) {
    if (step < own->lastStep) tell(writing.back, tag, own->lastStep, step);
    own->lastStep = std::max(own->lastStep, step);
    return std::nullopt;
  }
  std::optional<std::int64_t> from;
  if (!writers.empty()) {
    const auto last = std::max_element(writers.begin(), writers.end(), [](const Written& a, const Written& b) { return a.lastStep < b.lastStep; });
    if (writing.start && last->lastStep >= writing.start->step) {
      const std::int64_t begin = writing.start->step;
      const bool beside =
          std::any_of(writers.begin(), writers.end(), [&](const Written& one) { return files_[one.file].lastWall > writing.start->wall; });
      // Whether another file has steps before `begin`. Then this one continues a training and takes over the series; else it is a new training.
      const bool goesOn = std::any_of(writers.begin(), writers.end(), [&](const Written& one) { return files_[one.file].firstStep < begin; });
      if (beside) {
        tell(writing.beside, tag, last->lastStep, step);
      } else if (!goesOn) {
        tell(writing.anew, tag, last->lastStep, step);
      } else {
        from = begin;
        for (Written& one : writers) one.lastStep = std::min(one.lastStep, begin - 1);
      }
    } else if (last->lastStep > step) {
      tell(writing.back, tag, last->lastStep, step);
    }
  }
  writers.push_back({file, step});
  return from;
}

std::int64_t EventWriters::lastStep() const {
  std::int64_t last = 0;
  for (const auto& [tag, writers] : tags_)
    for (const Written& one : writers) last = std::max(last, one.lastStep);
  return last;
}

std::vector<std::string> EventWriters::notes() const {
  std::vector<std::string> notes;
  for (const File& file : files_) {
    if (const Back& back = file.back; !back.tags.empty())
      notes.push_back(
          fmt::format("{}: the steps of {} series go back without the start of a session (purge_step of SummaryWriter), those of \"{}\" from {} "
                      "to {}; all points are kept",
                      file.path, back.tags.size(), back.first, back.from, back.to));
    if (const Back& back = file.beside; !back.tags.empty())
      notes.push_back(
          fmt::format("{}: it begins a session while another file of the folder is still written; the points of both are kept in {} series, "
                      "\"{}\" among them",
                      file.path, back.tags.size(), back.first));
    if (const Back& back = file.anew; !back.tags.empty())
      notes.push_back(
          fmt::format("{}: it begins anew what another file of the folder holds up to step {}; the points of both are kept in {} series, "
                      "\"{}\" among them. For two runs, put the files into folders of their own",
                      file.path, back.from, back.tags.size(), back.first));
  }
  return notes;
}

}  // namespace stepscope
