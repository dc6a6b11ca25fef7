#include "views/common/picture_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolButton>
#include <QWidget>

#include "views/common/icons.h"
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

bool savePng(QWidget& widget, const QString& path) {
  return pictureOf(widget).save(path, "PNG");
}

bool saveSvg(QWidget& widget, const QString& path, const QString& title) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(widget.size());
  svg.setViewBox(widget.rect());
  svg.setTitle(title);
  QPainter painter(&svg);
  painter.fillRect(widget.rect(), tokens().panel);
  widget.render(&painter, {}, {}, QWidget::DrawChildren);
  painter.end();
  return file.commit();
}

void addPictureActions(QMenu& menu, const PictureSource& source) {
  QWidget* widget = source.widget;
  menu.addAction(QObject::tr("Copy Picture"), widget, [widget] { QApplication::clipboard()->setImage(pictureOf(*widget)); });
  menu.addAction(QObject::tr("Save Picture as PNG..."), widget, [source] {
    const QString path = QFileDialog::getSaveFileName(source.widget, QObject::tr("Save Picture"), source.name + QStringLiteral(".png"),
                                                      QObject::tr("PNG picture (*.png)"));
    if (!path.isEmpty()) savePng(*source.widget, path);
  });
  menu.addAction(QObject::tr("Save Picture as SVG..."), widget, [source] {
    const QString path = QFileDialog::getSaveFileName(source.widget, QObject::tr("Save Picture"), source.name + QStringLiteral(".svg"),
                                                      QObject::tr("SVG picture (*.svg)"));
    if (!path.isEmpty()) saveSvg(*source.widget, path, source.name);
  });
  if (source.table) menu.addAction(QObject::tr("Copy as Table"), widget, [source] { QApplication::clipboard()->setText(source.table()); });
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
