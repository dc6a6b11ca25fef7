#include "views/exchange/folder_watch.h"

#include <QDateTime>
#include <QFileInfo>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/exchange/tensorboard_import.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/exchange/run_exchange.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLookAgain{400};
constexpr std::chrono::milliseconds kNap{20};  // the watch checks this often whether it must stop
constexpr int kSearchShare = 10;               // a search without new data is followed by a pause this many times as long
constexpr int kLookMs = 200;

}  // namespace

FolderWatch::FolderWatch(QObject* parent) : QObject(parent) {
  timer_.setInterval(kLookMs);
  connect(&timer_, &QTimer::timeout, this, &FolderWatch::tell);
}

FolderWatch::~FolderWatch() {
  if (stop_) *stop_ = true;
}

FolderWatch::State FolderWatch::state() const {
  if (!shared_) return {};
  const std::lock_guard lock(shared_->mutex);
  return shared_->state;
}

void FolderWatch::start(const QString& folder, const std::string& store) {
  if (stop_) *stop_ = true;
  folder_ = folder;
  store_ = store;
  toldMs_ = 0;
  stop_ = std::make_shared<std::atomic<bool>>(false);
  shared_ = std::make_shared<Shared>();
  timer_.start();
  job_.start([this, path = folder.toStdString(), store, stop = stop_, shared = shared_](const std::atomic<bool>& cancelled) -> std::function<void()> {
    const auto wanted = [&] { return !*stop && !cancelled; };
    Message message;
    message.where = text(path);
    bool broken = true;
    try {
      RunWriter writer(store);
      TensorBoardImport import(path, writer, std::filesystem::path(path).lexically_normal().filename().string(), TensorBoardImport::Empty::Awaited,
                               wanted);
      import.goOnIn(RunReader(store));
      while (wanted()) {
        const Clock::time_point began = Clock::now();
        const std::uint64_t read = import.read([&](std::uint64_t) { return wanted(); });
        {
          State state;
          for (const ImportedRun& run : import.runs()) {
            state.runs += run.id > 0;
            state.points += run.points;
          }
          const std::lock_guard lock(shared->mutex);
          state.lastMs = read > 0 ? QDateTime::currentMSecsSinceEpoch() : shared->state.lastMs;
          shared->state = state;
          if (auto trouble = writer.takeError()) shared->trouble = *trouble;
        }
        const Clock::time_point again =
            Clock::now() + std::max<Clock::duration>(kLookAgain, kSearchShare * (read > 0 ? Clock::duration{} : Clock::now() - began));
        while (wanted() && Clock::now() < again) std::this_thread::sleep_for(kNap);
      }
      std::vector<std::string> notes;
      std::int64_t runs = 0;
      for (const ImportedRun& run : import.finish()) {
        runs += run.id > 0;
        notes.insert(notes.end(), run.notes.begin(), run.notes.end());
      }
      message.level = notes.empty() ? Message::Level::Info : Message::Level::Warning;
      message.what = tr("No longer watched; %1 kept").arg(counted(runs, tr("run is"), tr("runs are")));
      message.cure = firstNotes(notes, text(path));
      broken = false;
    } catch (const Error& error) {
      message = messageOf(error);
    } catch (const std::exception& error) {
      message.what = engineText(error);
    }
    return [this, message, broken, stop] {
      if (stop_ == stop) {
        stop_.reset();
        timer_.stop();
      }
      Q_EMIT changed();
      if (broken) Q_EMIT failed(message);
      else Q_EMIT ended(message);
    };
  });
  Q_EMIT changed();
}

bool FolderWatch::reads(const QString& folder, const std::string& store) const {
  return watching() && store == store_ && (isWithin(folder, folder_) || isWithin(folder_, folder));
}

void FolderWatch::stop() {
  if (stop_) *stop_ = true;
}

void FolderWatch::tell() {
  std::string trouble;
  std::int64_t last = 0;
  {
    const std::lock_guard lock(shared_->mutex);
    trouble = std::exchange(shared_->trouble, {});
    last = shared_->state.lastMs;
  }
  if (!trouble.empty()) {
    Message message;
    message.what = engineText(trouble);
    Q_EMIT failed(message);
  }
  if (std::exchange(toldMs_, last) != last) Q_EMIT changed();
}

}  // namespace stepscope
