#include "views/common/table_file.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>
#include <QStringList>
#include <QWidget>

#include "views/common/message_bar.h"

namespace stepscope {

QString csvOf(const QString& table) {
  QString csv;
  for (const QString& line : table.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    QStringList cells = line.split(QLatin1Char('\t'));
    for (QString& cell : cells)
      if (cell.contains(QLatin1Char(',')) || cell.contains(QLatin1Char('"')) || cell.contains(QLatin1Char('\r')))
        cell = QLatin1Char('"') + cell.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
    csv += cells.join(QLatin1Char(',')) + QStringLiteral("\r\n");
  }
  return csv;
}

QString saveCsv(const QString& table, const QString& path) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(csvOf(table).toUtf8()) >= 0 && file.commit()) return {};
  return file.errorString();
}

void saveTableAs(QWidget* near, const QString& table, const QString& name) {
  const QString path =
      QFileDialog::getSaveFileName(near, QObject::tr("Save Table"), name + QStringLiteral(".csv"), QObject::tr("Comma-separated values (*.csv)"));
  if (!path.isEmpty()) tellSaved(near, QObject::tr("table"), path, saveCsv(table, path));
}

void tellSaved(QWidget* near, const QString& what, const QString& path, const QString& error) {
  Message message;
  message.level = error.isEmpty() ? Message::Level::Info : Message::Level::Error;
  message.what = error.isEmpty() ? QObject::tr("The %1 is saved").arg(what) : QObject::tr("The %1 cannot be written: %2").arg(what, error);
  message.where = path;
  if (!error.isEmpty()) message.cure = QObject::tr("Choose a folder that you may write to");
  if (MessageBar* bar = messageBarNear(near)) bar->showMessage(message);
  else if (!error.isEmpty()) QMessageBox::warning(near, QObject::tr("Stepscope"), message.what + QLatin1Char('\n') + path);
}

}  // namespace stepscope
