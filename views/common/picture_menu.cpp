#include "views/common/picture_menu.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QHash>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolButton>
#include <QWidget>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "views/common/icons.h"
#include "views/common/table_file.h"
#include "views/common/theme.h"

namespace stepscope {

QImage pictureOf(QWidget& widget, double scale) {
  QImage image(widget.size() * scale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(scale);
  image.fill(tokens().panel);
  QPainter painter(&image);
  widget.render(&painter, {}, {}, QWidget::DrawChildren);
  return image;
}

namespace {

bool saveWhole(const QByteArray& bytes, const QString& path) {
  QSaveFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

}  // namespace

bool savePng(QWidget& widget, const QString& path) {
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  return pictureOf(widget).save(&file, "PNG") && saveWhole(file.data(), path);
}

bool saveSvg(QWidget& widget, const QString& path, const QString& title) {
  // QSvgGenerator does not check whether the device accepted its data. Therefore it writes into memory, and the result is saved afterwards.
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(widget.size());
  svg.setViewBox(widget.rect());
  svg.setTitle(title);
  QPainter painter(&svg);
  painter.fillRect(widget.rect(), tokens().panel);
  widget.render(&painter, {}, {}, QWidget::DrawChildren);
  painter.end();
  return saveWhole(file.data(), path);
}

namespace {

void savePictureAs(QWidget& widget, const QString& name, const QStringList& kinds) {
  const QHash<QString, QString> filters{{QStringLiteral("png"), QObject::tr("PNG picture (*.png)")},
                                        {QStringLiteral("svg"), QObject::tr("SVG picture (*.svg)")}};
  QStringList offered;
  for (const QString& kind : kinds) offered << filters.value(kind);
  QString chosen;
  QString path = QFileDialog::getSaveFileName(&widget, QObject::tr("Save Picture"), name + QLatin1Char('.') + kinds.first(),
                                              offered.join(QStringLiteral(";;")), &chosen);
  if (path.isEmpty()) return;
  // If the name has the ending of no offered format, that of the chosen format is appended.
  const auto endsIn = [&](const QString& kind) { return path.endsWith(QLatin1Char('.') + kind, Qt::CaseInsensitive); };
  if (std::none_of(kinds.begin(), kinds.end(), endsIn)) path += QLatin1Char('.') + filters.key(chosen, kinds.first());
  errno = 0;
  const bool ok = endsIn(QStringLiteral("svg")) ? saveSvg(widget, path, name) : savePng(widget, path);
  const QString error = errno != 0 ? QString::fromLocal8Bit(std::strerror(errno)) : QObject::tr("the file cannot be made");
  tellSaved(&widget, QObject::tr("picture"), path, ok ? QString() : error);
}

}  // namespace

void savePictureAs(QWidget& widget, const QString& name) {
  savePictureAs(widget, name, {QStringLiteral("png"), QStringLiteral("svg")});
}

void addPictureActions(QMenu& menu, const PictureSource& source) {
  QWidget* widget = source.widget;
  menu.addAction(QObject::tr("Copy Picture"), widget, [widget] { QApplication::clipboard()->setImage(pictureOf(*widget)); });
  menu.addAction(QObject::tr("Save Picture as PNG..."), widget, [source] { savePictureAs(*source.widget, source.name, {QStringLiteral("png")}); });
  menu.addAction(QObject::tr("Save Picture as SVG..."), widget, [source] { savePictureAs(*source.widget, source.name, {QStringLiteral("svg")}); });
  if (!source.table) return;
  menu.addAction(QObject::tr("Copy as Table"), widget, [source] { QApplication::clipboard()->setText(source.table()); });
  menu.addAction(QObject::tr("Save Table as CSV..."), widget, [source] { saveTableAs(source.widget, source.table(), source.name); });
}

QToolButton* pictureButton(const PictureSource& source, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setProperty("flat", true);
  button->setIcon(icon(QStringLiteral("more")));
  button->setToolTip(QObject::tr("Copy or save this picture, or copy it as a table"));
  button->setAccessibleName(QObject::tr("Picture menu of %1").arg(source.name));
  button->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(button);
  addPictureActions(*menu, source);
  button->setMenu(menu);
  return button;
}

}  // namespace stepscope
