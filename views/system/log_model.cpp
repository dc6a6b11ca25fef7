#include "views/system/log_model.h"

#include <algorithm>
#include <utility>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {

LogModel::LogModel(QObject* parent)
    : ColumnsModel({{stepscope::tr("Time"), Left}, {stepscope::tr("Level"), Left}, {stepscope::tr("Message"), Left}}, parent) {}

void LogModel::setLines(std::vector<LogLine> lines) {
  const auto same = [](const LogLine& a, const LogLine& b) { return a.unixMs == b.unixMs && a.level == b.level && a.text == b.text; };
  if (lines.size() >= lines_.size() && std::equal(lines_.begin(), lines_.end(), lines.begin(), same)) {
    if (lines.size() == lines_.size()) return;
    beginInsertRows({}, static_cast<int>(lines_.size()), static_cast<int>(lines.size()) - 1);
    lines_ = std::move(lines);
    endInsertRows();
    return;
  }
  beginResetModel();
  lines_ = std::move(lines);
  endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QString LogModel::cell(int row, int column) const {
  const LogLine& line = lines_[static_cast<std::size_t>(row)];
  switch (column) {
    case Time: return QDateTime::fromMSecsSinceEpoch(line.unixMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case Level:
      return line.level == LogLine::Level::Error     ? stepscope::tr("Error")
             : line.level == LogLine::Level::Warning ? stepscope::tr("Warning")
                                                     : QString();
    default: return engineText(line.text);
  }
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LogLine& line = lines_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return cell(index.row(), index.column());
    case Qt::ToolTipRole: return index.column() == Text ? cell(index.row(), Text) : QString();
    case Qt::ForegroundRole:
      if (line.level == LogLine::Level::Error) return tokens().bad;
      if (line.level == LogLine::Level::Warning) return tokens().warn;
      return index.column() == Time ? tokens().dim : QVariant();
    case Qt::TextAlignmentRole: return alignment(index.column());
    default: return {};
  }
}

QString LogModel::table() const {
  QString out = titles() + QLatin1Char('\n');
  for (int row = 0; row < rowCount(); ++row) out += QStringLiteral("%1\t%2\t%3\n").arg(cell(row, Time), cell(row, Level), cell(row, Text));
  return out;
}

}  // namespace stepscope
