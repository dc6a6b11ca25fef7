#include "views/switches/switch_rows_text.h"

#include <QObject>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

// One line for the change, and below it the prediction and the result.
QString switchRowsHtml(const std::vector<SwitchRow>& rows) {
  constexpr std::size_t kShown = 6;
  const auto dim = [](const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(tokens().dim.name(), text.toHtmlEscaped());
  };
  const auto cell = [](const QString& html, bool right) {
    return QStringLiteral("<td align='%1'>%2</td>").arg(right ? QStringLiteral("right") : QStringLiteral("left"), html);
  };
  const auto bytes = [](std::int64_t value) { return value > 0 ? formatBytes(value) : QStringLiteral("—"); };
  const auto ms = [](double value) { return value > 0 ? formatMs(value) : QStringLiteral("—"); };
  const auto line = [&](const QString& what, const QString& predicted, const QString& measured) {
    return QStringLiteral("<tr>") + cell(dim(what), false) + cell(predicted, true) + cell(measured, true) + QStringLiteral("</tr>");
  };
  QString html = QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'>") +
                 line(QObject::tr("This run"), dim(QObject::tr("predicted")), dim(QObject::tr("measured")));
  for (std::size_t i = rows.size() > kShown ? rows.size() - kShown : 0; i < rows.size(); ++i) {
    const SwitchRow& row = rows[i];
    const QString change = engineText(row.change).toHtmlEscaped();
    html += QStringLiteral("<tr><td colspan='3'>") + (row.step > 0 ? QObject::tr("%1, step %2").arg(change, formatCount(row.step)) : change) +
            QStringLiteral("</td></tr>") + line(QObject::tr("peak"), bytes(row.predictedPeakBytes), bytes(row.measuredPeakBytes)) +
            line(QObject::tr("step"), ms(row.predictedMs), row.coresBusy() ? dim(QObject::tr("cores busy")) : ms(row.measuredMs));
  }
  return html + QStringLiteral("</table>");
}

}  // namespace stepscope
