// The pictures of a report within a text document: drawn as vectors where their characters stand.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTextFormat>
#include <QTextObjectInterface>
#include <vector>

namespace stepscope {

struct ReportPicture {
  QByteArray svg;
  double width = 1, height = 1;  // of its view box
  double fixedHeight = 0;        // px; 0: as the width asks
};

class ReportPictures : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)
 public:
  enum Property { Index = QTextFormat::UserProperty + 1 };  // of the picture that a character stands for
  static constexpr int kType = QTextFormat::UserObject + 1;

  // width: of the paper, px.
  ReportPictures(std::vector<ReportPicture> pictures, double width) : pictures_(std::move(pictures)), width_(width) {}

  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
  void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position, const QTextFormat& format) override;

 private:
  std::vector<ReportPicture> pictures_;
  double width_;
};

}  // namespace stepscope
