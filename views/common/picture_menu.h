// The menu of pictures (charts and other widgets): copy, save as PNG (at twice the screen's resolution) or SVG, and copy or save as a table.
#pragma once

#include <QString>
#include <functional>

class QImage;
class QMenu;
class QPainter;
class QToolButton;
class QWidget;

namespace stepscope {

struct PictureSource {
  QWidget* widget = nullptr;
  QString name;                    // proposed file name, without ending: "loss"
  std::function<QString()> table;  // tab-separated text with a heading line; may be empty
};

QImage pictureOf(QWidget& widget, double scale = 2);
bool savePng(QWidget& widget, const QString& path);
bool saveSvg(QWidget& widget, const QString& path, const QString& title);
// Asks for a name with .png or .svg, writes the file, and reports the result.
void savePictureAs(QWidget& widget, const QString& name);

// Appends the actions Copy Picture, Save Picture as PNG..., Save Picture as SVG..., and, if there is a table, Copy as Table and Save Table as CSV...
void addPictureActions(QMenu& menu, const PictureSource& source);
// A small button with these actions, for the corner of a card.
QToolButton* pictureButton(const PictureSource& source, QWidget* parent);

}  // namespace stepscope
