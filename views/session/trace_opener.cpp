#include "views/session/trace_opener.h"

#include <QFileInfo>
#include <new>

#include "core/base/error.h"
#include "profiler/io/import.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kTellMs = 50;
}

TraceOpener::TraceOpener(QObject* parent) : QObject(parent) {
  timer_.setInterval(kTellMs);
  connect(&timer_, &QTimer::timeout, this, &TraceOpener::tell);
}

TraceOpener::~TraceOpener() = default;

void TraceOpener::open(const QStringList& paths) {
  if (paths.isEmpty()) return;
  const QString path = path_ = paths.front();
  progress_ = std::make_shared<Progress>();
  Q_EMIT began(path);
  timer_.start();
  job_.start([this, path, paths, progress = progress_](const std::atomic<bool>& cancelFlag) -> std::function<void()> {
    Message failure;
    try {
      ImportOptions options;
      options.progress = [&cancelFlag, progress](const ImportProgress& now) {
        progress->read = now.bytesRead;
        progress->bytes = now.bytes;
        progress->events = now.events;
        return !cancelFlag;
      };
      std::vector<std::string> files;
      for (const QString& file : paths) files.push_back(file.toStdString());
      std::optional<Trace> trace = importTraces(files, options);
      if (!trace) return {};  // cancelled; the signal was already sent
      auto shared = std::make_shared<const Trace>(std::move(*trace));
      return [this, shared, path] {
        timer_.stop();
        if (shared->eventCount() == 0) {
          Message empty;
          empty.what = tr("This trace holds no events");
          empty.where = path;
          empty.cure = tr("Record it again, and let the profiler run for at least one step");
          Q_EMIT failed(empty);
        } else {
          Q_EMIT opened(shared, path);
        }
        Q_EMIT ended();
      };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::bad_alloc&) {
      failure.what = tr("There is not enough memory for this trace");
      failure.where = path;
      failure.cure = tr("Close other programs, or record fewer steps");
    } catch (const std::exception& error) {
      failure.what = engineText(error);
      failure.where = path;
    }
    return [this, failure] {
      timer_.stop();
      Q_EMIT failed(failure);
      Q_EMIT ended();
    };
  });
}

void TraceOpener::tell() {
  const auto read = progress_->read.load(), bytes = progress_->bytes.load();
  if (bytes == 0) return;
  Q_EMIT progressed(static_cast<double>(read) / static_cast<double>(bytes),
                    tr("%1 of %2 · %3 events")
                        .arg(formatBytes(static_cast<double>(read)), formatBytes(static_cast<double>(bytes)),
                             formatSi(static_cast<double>(progress_->events.load()), QString())));
}

void TraceOpener::cancel() {
  if (!busy()) return;
  timer_.stop();
  job_.cancel();
  Q_EMIT cancelled();
  Q_EMIT ended();
}

QString traceFileFilter() {
  return TraceOpener::tr("Traces (%1);;All files (*)").arg(QString::fromStdString(traceSuffixes()));
}

bool looksLikeTrace(const QString& path) {
  const QFileInfo info(path);
  return !info.isDir() && info.suffix().compare(QLatin1String("toml"), Qt::CaseInsensitive) != 0;
}

}  // namespace stepscope
