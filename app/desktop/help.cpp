#include "app/desktop/help.h"

#include <QIcon>
#include <QMessageBox>
#include <QObject>

#include "views/common/text.h"
#include "views/project/doctor_dialog.h"

namespace stepscope {

void showKeys(QWidget* window, const QString& aboutView) {
  auto* box = new QMessageBox(window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("Keys and Views"));
  QString keys;
  const auto row = [&keys](const QString& key, const QString& text) {
    keys += QStringLiteral("<tr><td style='padding:2px 18px 2px 0'><b>%1</b></td><td>%2</td></tr>").arg(key.toHtmlEscaped(), text.toHtmlEscaped());
  };
  row(tr("Ctrl+O, Ctrl+Shift+O"), tr("open a project, open a trace; both can be dragged onto the window"));
  row(tr("Ctrl+R"), tr("train"));
  row(tr("Space"), tr("pause and continue"));
  row(tr("Ctrl+."), tr("stop and save a checkpoint"));
  row(tr("C"), tr("capture five steps for the timeline"));
  row(tr("Ctrl+N"), tr("a new project from data: a folder of pictures, a table or a text; dropping them does it too"));
  row(tr("1 – 9, 0"), tr("diagnosis, curves, timeline, memory, runs, graph, histograms, GPU, comparison, settings"));
  row(tr("F, W S, A D"), tr("fit, zoom, pan the view that has the focus; the wheel and dragging do the same"));
  row(tr("N, P"), tr("next and previous match in the timeline; ? there lists all its keys"));
  row(tr("L"), tr("logarithmic loss axis"));
  row(tr("Ctrl+K"), tr("search commands, settings, runs, layers and ops"));
  box->setText(QStringLiteral("<p>%1</p><table>%2</table>").arg(aboutView.toHtmlEscaped(), keys));
  box->open();
}

void showAbout(QWidget* window) {
  auto* box = new QMessageBox(window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Stepscope"));
  box->setIconPixmap(window->windowIcon().pixmap(72, 72));
  box->setText(QStringLiteral("<b>Stepscope %1</b>").arg(QLatin1String(STEPSCOPE_VERSION)));
  box->setInformativeText(tr("Trains networks and shows where every millisecond and megabyte of the step goes.\nGPL-3.0-or-later.\n\n%1")
                              .arg(libraryVersions().replace(QLatin1Char('\t'), QLatin1Char(' '))));
  box->open();
}

}  // namespace stepscope
