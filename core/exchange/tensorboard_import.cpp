#include "core/exchange/tensorboard_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/exchange/event.h"
#include "core/exchange/event_source.h"
#include "core/exchange/event_writers.h"
#include "core/exchange/histogram_buckets.h"
#include "core/exchange/hparams.h"
#include "core/exchange/record_file.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

// Number of points of one series that are collected before they go to the store: a multiple of a chunk, so that no rest has to be stored as single
// rows.
constexpr std::size_t kPointsAtOnce = 8 * 1024;
constexpr std::size_t kLargestImage = 256 * 1024;  // bytes of an image that is kept
constexpr std::size_t kMostImages = 64;            // per run, the last one of each tag
constexpr std::size_t kMostHistogramsAtOnce = 256;
constexpr double kLatest = 253'402'300'799;                   // Unix time of the end of the year 9999
constexpr double kLongestRun = 10 * 365.25 * 24 * 3600;       // s; no training takes longer
constexpr std::uint64_t kTellEvery = std::uint64_t{1} << 20;  // bytes read between two calls of `progress`

bool isEventFile(const fs::path& path) {
  return path.filename().string().find("tfevents") != std::string::npos;
}

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

struct Series {
  std::string key;
  std::vector<Point> waiting;
  std::int64_t points = 0;  // read from its files
};

struct Picture {
  std::int64_t step = 0, width = 0, height = 0;
  std::string encoded;
};

// A file of a run, and what could not be read in it.
struct EventFile {
  EventFile(const std::string& path, std::string below, std::size_t number) : reader(path), name(std::move(below)), writer(number) {}
  RecordReader reader;
  std::string name;    // relative to the folder of the run
  std::size_t writer;  // its number in EventWriters
  EventParser parser;
  std::int64_t damaged = 0, withoutTime = 0;
  bool ended = false;      // nothing more can be read from it
  std::uint64_t kept = 0;  // bytes whose values are already in the store; they are read again, since later records refer to them
  std::uint32_t start = 0;
  std::uint64_t startBytes = 0;  // number of bytes for the CRC `start`
};

// A folder and its run.
class FolderRun {
 public:
  FolderRun(std::string folder, std::string name, RunWriter& writer, std::string group)
      : folder_(std::move(folder)), writer_(writer), group_(std::move(group)) {
    told_.name = std::move(name);
  }

  void findFiles();
  // Adds a folder with the hyperparameters of this run.
  void join(const std::string& folder);
  void goOnIn(EventSource source);
  std::uint64_t read(std::uint64_t before, const std::function<bool(std::uint64_t)>& progress, bool& goOn, bool show);
  ImportedRun told() const;
  ImportedRun finish();
  const std::string& name() const { return told_.name; }
  bool ended() const { return ended_; }

 private:
  void take(const Event& event, EventFile& file);
  void takeValue(const Event& event, const EventValue& value, EventFile& file, bool kept);
  void supersede(const std::string& tag, std::int64_t step, bool kept);
  void findFiles(const std::string& folder);
  void reopen();
  void keepSource();
  bool replayed() const;
  Series& seriesOf(std::string_view tag);
  void create();
  // Whether the times are implausible, as with a clock that was wrong or was changed meanwhile. The run time is unknown then.
  bool oddClock() const { return *firstWall_ < 0 || *firstWall_ > kLatest || lastWall_ - *firstWall_ > kLongestRun; }
  void flush();
  void flushLast();
  void flushHistograms();
  void save(RunStatus status);

  std::string folder_;
  RunWriter& writer_;
  std::string group_;
  std::set<std::string> known_;
  std::vector<std::unique_ptr<EventFile>> files_;
  std::unordered_map<std::string, std::unique_ptr<Series>, Hash, std::equal_to<>> series_;
  std::vector<HistogramRow> histograms_;
  std::map<std::string, Picture> pictures_;
  std::map<std::string, std::string> hyperparameters_;  // JSON texts
  std::int64_t skippedPictures_ = 0, replacedPictures_ = 0, others_ = 0, empty_ = 0;
  StoredCounts superseded_;
  std::optional<StoredCounts> stored_;  // what the store has of the run at the end
  std::optional<double> firstWall_;
  double lastWall_ = 0;
  bool dirty_ = false, ended_ = false;
  EventWriters writers_;
  std::set<std::string> joined_;  // folders inside it with its hyperparameters
  EventSource source_;            // of an earlier import that continues; else its `run` is 0
  RunInfo info_;
  ImportedRun told_;
};

void FolderRun::findFiles() {
  findFiles(folder_);
  for (const std::string& folder : joined_) findFiles(folder);
}

void FolderRun::join(const std::string& folder) {
  if (joined_.insert(folder).second) findFiles(folder);
}

void FolderRun::findFiles(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (isEventFile(it->path()) && it->is_regular_file(error) && !known_.contains(it->path().string())) found.push_back(it->path().string());
  std::sort(found.begin(), found.end());
  for (const std::string& path : found) {
    known_.insert(path);
    const std::string name = fs::path(path).lexically_relative(folder_).string();
    files_.push_back(std::make_unique<EventFile>(path, name, writers_.add(path)));
    for (const ReadFile& file : source_.files)
      if (file.name == name) files_.back()->kept = file.offset;
  }
}

void FolderRun::goOnIn(EventSource source) {
  source_ = std::move(source);
  known_.clear();
  files_.clear();
  writers_ = {};
  findFiles();
}

// Continues the run of an earlier import. If that was killed, the values after its last saved state are superseded here and read again.
void FolderRun::reopen() {
  writer_.reopenRun(source_.run, source_.lastStep);
  info_.id = told_.id = source_.run;
  told_.known = true;
}

// Whether all values already in the store were read again; false if the reading ended early.
bool FolderRun::replayed() const {
  return std::all_of(files_.begin(), files_.end(), [](const auto& file) { return file->reader.offset() >= file->kept; });
}

void FolderRun::keepSource() {
  EventSource source;
  source.lastStep = info_.step;
  for (const auto& file : files_) {
    const std::uint64_t offset = std::max(file->reader.offset(), file->kept);
    if (const std::uint64_t bytes = std::min<std::uint64_t>(offset, 4096); bytes != file->startBytes) {
      file->start = startOf(file->reader.path(), offset).value_or(0);
      file->startBytes = bytes;
    }
    source.files.push_back({file->name, offset, file->start});
  }
  writer_.setArtefact(info_.id, "source", jsonOf(source));
}

// Creates the run, or reopens it. Called at the first value, so that files without values make no run.
void FolderRun::create() {
  info_.name = told_.name;
  info_.model = "TensorBoard";
  if (*firstWall_ >= 0 && *firstWall_ <= kLatest) info_.createdMs = static_cast<std::int64_t>(*firstWall_ * 1000);
  info_.configuration =
      nlohmann::json{{"source", {{"kind", "tensorboard"}, {"folder", folder_}}}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (source_.run != 0) return reopen();
  info_.id = told_.id = writer_.createHidden(info_);
  if (!group_.empty()) writer_.setGroup(info_.id, group_);
}

Series& FolderRun::seriesOf(std::string_view tag) {
  if (const auto known = series_.find(tag); known != series_.end()) return *known->second;
  auto made = std::make_unique<Series>();
  made->key = tag;
  return *series_.emplace(std::string(tag), std::move(made)).first->second;
}

void FolderRun::supersede(const std::string& tag, std::int64_t step, bool kept) {
  if (kept || info_.id == 0) return;  // the store already knows it, or has no point yet
  if (const auto series = series_.find(tag); series != series_.end() && !series->second->waiting.empty())
    writer_.append(info_.id, tag, std::exchange(series->second->waiting, {}));
  flushHistograms();
  const StoredCounts gone = writer_.supersede(info_.id, tag, step - 1);
  superseded_.points += gone.points;
  superseded_.histograms += gone.histograms;
}

void FolderRun::takeValue(const Event& event, const EventValue& value, EventFile& file, bool kept) {
  if (value.pluginName == "hparams") {
    for (auto& [name, text] : hyperparametersOf(value.pluginContent)) hyperparameters_[name] = text;
    if (value.kind == EventValue::Kind::Other) return;
  }
  if (value.kind == EventValue::Kind::Scalar || value.kind == EventValue::Kind::Histogram)
    if (const auto from = writers_.value(file.writer, value.tag, event.step, event.wallTime)) supersede(std::string(value.tag), *from, kept);
  switch (value.kind) {
    case EventValue::Kind::Scalar: {
      Series& series = seriesOf(value.tag);
      ++series.points;
      if (kept) break;
      series.waiting.push_back({event.step, event.wallTime - *firstWall_, value.scalar});
      // append() waits if the disk is slower than the reading.
      if (series.waiting.size() >= kPointsAtOnce) writer_.append(info_.id, series.key, std::exchange(series.waiting, {}));
      break;
    }
    case EventValue::Kind::Histogram:
      ++told_.histograms;
      if (kept) break;
      histograms_.push_back({std::string(value.tag), false, event.step, histogramOf(value.histogram)});
      if (histograms_.back().histogram.count == 0) ++empty_;
      if (histograms_.size() >= kMostHistogramsAtOnce) writer_.addHistograms(info_.id, std::exchange(histograms_, {}));
      break;
    case EventValue::Kind::Image:
      if (value.image.encoded.size() > kLargestImage || (pictures_.size() >= kMostImages && !pictures_.contains(std::string(value.tag)))) {
        ++skippedPictures_;
        break;
      }
      if (pictures_.contains(std::string(value.tag))) ++replacedPictures_;
      pictures_[std::string(value.tag)] = {event.step, value.image.width, value.image.height, std::string(value.image.encoded)};
      break;
    case EventValue::Kind::Other: ++others_; break;
  }
}

void FolderRun::take(const Event& event, EventFile& file) {
  if (!std::isfinite(event.wallTime)) {
    ++file.withoutTime;
    return;
  }
  if (!firstWall_) firstWall_ = lastWall_ = event.wallTime;
  if (info_.id == 0 && !event.values.empty()) create();
  const bool kept = file.reader.offset() <= file.kept;
  // A session begins, maybe at an earlier step. Points from that step on are superseded: they are kept but not shown.
  if (event.start)
    for (const std::string& tag : writers_.start(file.writer, event.step, event.wallTime)) supersede(tag, event.step, kept);
  for (const EventValue& value : event.values) takeValue(event, value, file, kept);
  lastWall_ = std::max(lastWall_, event.wallTime);
  dirty_ = info_.id != 0;
}

std::uint64_t FolderRun::read(std::uint64_t before, const std::function<bool(std::uint64_t)>& progress, bool& goOn, bool show) {
  if (ended_) return 0;
  std::uint64_t read = 0;
  Event event;
  for (const auto& file : files_) {
    if (file->ended) continue;
    const std::uint64_t began = file->reader.offset();
    std::uint64_t told = began;
    for (RecordReader::Result result; goOn && (result = file->reader.next()) != RecordReader::Result::End;) {
      if (result == RecordReader::Result::Unreadable) {
        file->ended = true;
        told_.notes.push_back(
            fmt::format("{}: the file is damaged at byte {}; the data after it cannot be read", file->reader.path(), file->reader.offset()));
        break;
      }
      if (result == RecordReader::Result::Record && file->parser.parse(file->reader.data(), event)) take(event, *file);
      else ++file->damaged;
      if (file->reader.offset() - told >= kTellEvery) {
        told = file->reader.offset();
        goOn = !progress || progress(before + read + told - began);
      }
    }
    read += file->reader.offset() - began;
  }
  if (dirty_ && show) {
    flush();
    save(RunStatus::Running);
  }
  return read;
}

void FolderRun::flushHistograms() {
  if (!histograms_.empty()) writer_.addHistograms(info_.id, std::exchange(histograms_, {}));
}

void FolderRun::flush() {
  for (const auto& [tag, series] : series_)
    if (!series->waiting.empty()) writer_.append(info_.id, series->key, std::exchange(series->waiting, {}));
  flushHistograms();
}

// Like flush() for the last values of the run. They become chunks at once instead of single rows.
void FolderRun::flushLast() {
  std::vector<std::pair<std::string, std::vector<Point>>> last;
  for (const auto& [tag, series] : series_)
    if (!series->waiting.empty()) last.emplace_back(series->key, std::exchange(series->waiting, {}));
  if (!last.empty()) writer_.appendLast(info_.id, std::move(last));
  flushHistograms();
}

void FolderRun::save(RunStatus status) {
  dirty_ = false;
  info_.status = status;
  info_.step = writers_.lastStep();
  info_.seconds = lastWall_ - *firstWall_;
  if (oddClock()) info_.seconds = 0;
  const bool whole = replayed();
  if (!whole) {
    info_.step = source_.lastStep;
    info_.seconds = source_.seconds;
  }
  if (whole && !pictures_.empty()) {
    nlohmann::json pictures = nlohmann::json::array();
    for (const auto& [tag, picture] : pictures_)
      pictures.push_back(
          {{"tag", tag}, {"step", picture.step}, {"width", picture.width}, {"height", picture.height}, {"base64", base64(picture.encoded)}});
    writer_.setArtefact(info_.id, "images", pictures.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  keepSource();
  if (!hyperparameters_.empty()) {
    nlohmann::json hyperparameters = nlohmann::json::object();
    for (const auto& [name, text] : hyperparameters_) hyperparameters[name] = nlohmann::json::parse(text, nullptr, false);
    // Stored with the run's settings, where tables, comparisons and reports look for them.
    nlohmann::json configuration = nlohmann::json::parse(info_.configuration, nullptr, false);
    if (configuration.is_object() && configuration["hyperparameters"] != hyperparameters) {
      configuration["hyperparameters"] = std::move(hyperparameters);
      info_.configuration = configuration.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      writer_.setConfiguration(info_.id, info_.configuration);
    }
  }
  if (status == RunStatus::Running) writer_.update(info_);
  else writer_.finish(info_);
}

ImportedRun FolderRun::told() const {
  ImportedRun told = told_;
  told.files = static_cast<std::int64_t>(files_.size());
  told.series = static_cast<std::int64_t>(series_.size());
  told.images = static_cast<std::int64_t>(pictures_.size());
  if (stored_) {
    told.series = stored_->series;
    told.points = stored_->points;
    told.histograms = stored_->histograms;
    return told;
  }
  for (const auto& [tag, series] : series_) told.points += series->points;
  told.points -= superseded_.points;
  told.histograms -= superseded_.histograms;
  return told;
}

ImportedRun FolderRun::finish() {
  if (ended_) return told();
  for (const auto& file : files_) {
    const std::string& path = file->reader.path();
    if (file->damaged > 0) told_.notes.push_back(fmt::format("{}: damaged records that were left out: {}", path, file->damaged));
    if (file->withoutTime > 0) told_.notes.push_back(fmt::format("{}: records without a time that were left out: {}", path, file->withoutTime));
    if (!file->ended && file->reader.cutOff()) told_.notes.push_back(path + ": the file ends in the middle of a record");
  }
  if (skippedPictures_ > 0)
    told_.notes.push_back(fmt::format("{}: pictures that were left out, of more than {} KiB or beyond the {} that are kept: {}", folder_,
                                      kLargestImage / 1024, kMostImages, skippedPictures_));
  if (replacedPictures_ > 0)
    told_.notes.push_back(fmt::format("{}: pictures that a later one of the same name replaced: {}", folder_, replacedPictures_));
  if (info_.id != 0 && oddClock())
    told_.notes.push_back(fmt::format("{}: the clock of its records is implausible (from {:.6g} to {:.6g} s of Unix time): its run time is not known",
                                      folder_, *firstWall_, lastWall_));
  if (empty_ > 0) told_.notes.push_back(fmt::format("{}: histograms without a value: {}", folder_, empty_));
  for (std::string& note : writers_.notes()) told_.notes.push_back(std::move(note));
  if (superseded_.points > 0 || superseded_.histograms > 0)
    told_.notes.push_back(fmt::format("{}: a session began again from an earlier step: {} points and {} histograms from there on are superseded",
                                      folder_, superseded_.points, superseded_.histograms));
  if (others_ > 0)
    told_.notes.push_back(fmt::format("{}: values that were left out, neither numbers, histograms nor pictures: {}", folder_, others_));
  if (info_.id != 0) {
    flushLast();
    // From here on the counts are those of the store.
    const StoredCounts stored = writer_.stored(info_.id);
    if (const std::int64_t replaced = told_.histograms - superseded_.histograms - stored.histograms; replaced > 0 && !told_.known)
      told_.notes.push_back(fmt::format("{}: histograms that a later one of the same name and step replaced: {}", folder_, replaced));
    stored_ = stored;
    for (const std::string& note : told_.notes) writer_.log(info_.id, {0, LogLine::Level::Warning, note});
    save(RunStatus::Finished);
  } else {
    told_.notes.push_back(folder_ + ": no run was made, as its event files hold no value");
  }
  ended_ = true;
  return told();
}

}  // namespace

std::vector<std::string> eventFolders(const std::string& folder, const std::function<bool()>& goOn) {
  std::set<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && it != end && (!goOn || goOn()); it.increment(error))
    if (isEventFile(it->path()) && it->is_regular_file(error)) found.insert(it->path().parent_path().string());
  return {found.begin(), found.end()};
}

bool holdsEventFiles(const std::string& folder, int depth) {
  constexpr int kMostEntries = 5000;
  std::error_code error;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
  for (int seen = 0; !error && it != end && seen < kMostEntries; it.increment(error), ++seen) {
    if (isEventFile(it->path()) && it->is_regular_file(error)) return true;
    if (it.depth() >= depth) it.disable_recursion_pending();
  }
  return false;
}

namespace {

// The output of SummaryWriter.add_hparams(): a folder inside that of the run, named by the time, whose file begins with the hyperparameters.
bool holdsHyperparameters(const std::string& folder) {
  constexpr int kLookedAt = 16;  // records
  const std::string name = fs::path(folder).filename().string();
  if (name.empty() || name.find_first_not_of("0123456789.") != std::string::npos) return false;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!isEventFile(it->path()) || !it->is_regular_file(error)) continue;
    RecordReader reader(it->path().string());
    EventParser parser;
    Event event;
    for (int i = 0; i < kLookedAt; ++i) {
      const RecordReader::Result result = reader.next();
      if (result == RecordReader::Result::End || result == RecordReader::Result::Unreadable) break;
      if (result != RecordReader::Result::Record || !parser.parse(reader.data(), event)) continue;
      if (std::any_of(event.values.begin(), event.values.end(), [](const EventValue& value) { return value.pluginName == "hparams"; })) return true;
    }
  }
  return false;
}

}  // namespace

struct TensorBoardImport::Impl {
  std::string folder, group;
  RunWriter& writer;
  std::map<std::string, FolderRun> runs;  // by folder

  Impl(std::string where, RunWriter& to, std::string of) : folder(std::move(where)), group(std::move(of)), writer(to) {}

  void find(const std::function<bool()>& goOn = {}) {
    for (const std::string& path : eventFolders(folder, goOn)) {  // a folder comes before those inside it
      const auto around = runs.find(fs::path(path).parent_path().string());
      if (around != runs.end() && !runs.contains(path) && holdsHyperparameters(path)) {
        around->second.join(path);
        continue;
      }
      const std::string relative = fs::path(path).lexically_relative(folder).string();
      const std::string name = relative == "." ? fs::path(path).filename().string() : relative;
      runs.try_emplace(path, path, name, writer, group).first->second.findFiles();
    }
  }

  // After a disk error nothing is kept in part: completely imported runs stay, the others are as they were before.
  template <typename Work>
  void whole(const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      writer.abandon();
      if (error.kind() != ErrorKind::Resource) throw;
      std::string missing;
      std::size_t done = 0;
      for (const auto& [path, run] : runs) {
        if (run.ended()) ++done;
        else missing += (missing.empty() ? "" : ", ") + run.name();
      }
      throw Error(error.kind(), error.where(),
                  runs.size() == 1 ? fmt::format("{}; nothing was imported", error.happened())
                                   : fmt::format("{}; {} of {} runs are imported, not imported: {}", error.happened(), done, runs.size(), missing),
                  error.cure() + ", then import the folder again: runs that are there already are not created twice");
    }
  }

  void goOnIn(const RunReader& store) {
    for (auto& [path, source] : sourcesBelow(folder, store))
      if (const auto run = runs.find(path); run != runs.end()) run->second.goOnIn(std::move(source));
  }
};

TensorBoardImport::TensorBoardImport(std::string folder, RunWriter& writer, std::string group, Empty empty, const std::function<bool()>& goOn)
    : impl_(std::make_unique<Impl>(fs::absolute(folder).lexically_normal().string(), writer, std::move(group))) {
  while (impl_->folder.size() > 1 && impl_->folder.ends_with('/')) impl_->folder.pop_back();
  std::error_code error;
  if (!fs::is_directory(impl_->folder, error))
    throw Error(ErrorKind::Input, folder, "this is no folder", "Name the folder that TensorBoard is started with (--logdir)");
  impl_->find(goOn);
  if (impl_->runs.empty() && empty == Empty::Refused && (!goOn || goOn()))
    throw Error(ErrorKind::Input, folder, "there is no TensorBoard event file in this folder or its sub-folders",
                "Their names contain \"tfevents\"; name the folder that TensorBoard is started with (--logdir)");
}

TensorBoardImport::~TensorBoardImport() = default;

void TensorBoardImport::goOnIn(const RunReader& store) {
  impl_->goOnIn(store);
}

std::uint64_t TensorBoardImport::bytes() const {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& [path, run] : impl_->runs)
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error))
      if (isEventFile(it->path())) bytes += it->file_size(error);
  return bytes;
}

std::uint64_t TensorBoardImport::read(const std::function<bool(std::uint64_t bytes)>& progress, Until until) {
  impl_->find();
  std::uint64_t read = 0;
  bool goOn = true;
  impl_->whole([&] {
    for (auto& [path, run] : impl_->runs) {
      read += run.read(read, progress, goOn, until == Until::Followed);
      if (goOn && until == Until::Finished) run.finish();
    }
  });
  return read;
}

std::vector<ImportedRun> TensorBoardImport::runs() const {
  std::vector<ImportedRun> told;
  for (const auto& [path, run] : impl_->runs) told.push_back(run.told());
  return told;
}

std::vector<ImportedRun> TensorBoardImport::finish() {
  std::vector<ImportedRun> told;
  impl_->whole([&] {
    for (auto& [path, run] : impl_->runs) told.push_back(run.finish());
  });
  return told;
}

}  // namespace stepscope
