// Every picture can be copied, saved (PNG at twice the screen's resolution, SVG) and read as a table, which can be saved, too.
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
  QString name;                    // "loss": the proposed file name
  std::function<QString()> table;  // tab-separated text with a heading line; may be empty
};

QImage pictureOf(QWidget& widget, double scale = 2);
bool savePng(QWidget& widget, const QString& path);
bool saveSvg(QWidget& widget, const QString& path, const QString& title);
// Asks for a name with .png or .svg, writes the file, and reports the result.
void savePictureAs(QWidget& widget, const QString& name);

// Appends Copy Picture, Save Picture as PNG... / SVG..., and for a table Copy as Table and Save Table as CSV...
void addPictureActions(QMenu& menu, const PictureSource& source);
// The same as a small button for a card's corner.
QToolButton* pictureButton(const PictureSource& source, QWidget* parent);

}  // namespace stepscope
