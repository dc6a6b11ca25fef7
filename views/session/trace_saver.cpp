#include "views/session/trace_saver.h"

#include <QFileDialog>

#include "core/base/error.h"
#include "profiler/io/export.h"
#include "profiler/trace/trace_file.h"
#include "views/session/shown_trace.h"
#include "views/words/engine_text.h"

namespace stepscope {

TraceSaver::TraceSaver(const ShownTrace& shown, QWidget* view) : QObject(view), shown_(shown), view_(view) {}

void TraceSaver::ask() {
  if (!shown_.trace()) return;
  const QString path =
      QFileDialog::getSaveFileName(view_, tr("Save Trace"), QStringLiteral("trace.json.gz"),
                                   tr("Chrome JSON, which Perfetto opens (*.json.gz *.json);;Stepscope trace (*.sstrace);;Spans as CSV (*.csv)"));
  if (!path.isEmpty()) saveTo(path);
}

void TraceSaver::saveTo(const QString& path) {
  const std::shared_ptr<const Trace> trace = shown_.trace();
  if (!trace || path.isEmpty()) return;
  job_.start([this, trace, path](const std::atomic<bool>& cancelFlag) -> std::function<void()> {
    Message message;
    message.where = path;
    try {
      const std::string file = path.toStdString();
      if (path.endsWith(QLatin1String(".sstrace"), Qt::CaseInsensitive)) saveTrace(*trace, file);
      else if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) exportSpansCsv(*trace, file);
      else if (!exportChrome(*trace, file, [&cancelFlag] { return !cancelFlag; })) return {};
      message.level = Message::Level::Info;
      message.what = tr("The trace is saved");
    } catch (const Error& error) {
      message = messageOf(error);
    } catch (const std::exception& error) {
      message.what = engineText(error);
    }
    return [this, message] { Q_EMIT saved(message); };
  });
}

}  // namespace stepscope
