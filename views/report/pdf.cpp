#include "views/report/pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QHash>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "views/common/text.h"

namespace stepscope {

struct ReportPicture {
  QByteArray svg;
  double width = 1, height = 1;  // of the SVG's view box
  double fixedHeight = 0;        // px; 0: the height follows from the width
};

// Draws the pictures of a report into a text document, as vectors. In the text, one character stands for each picture.
class ReportPictures : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)
 public:
  enum Property { Index = QTextFormat::UserProperty + 1 };  // of the format of such a character: the index of its picture
  static constexpr int kType = QTextFormat::UserObject + 1;

  // `width` is the width of the printable area in px.
  ReportPictures(std::vector<ReportPicture> pictures, double width) : pictures_(std::move(pictures)), width_(width) {}

  QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat& format) override {
    const ReportPicture& picture = pictures_[format.intProperty(Index)];
    // Charts narrower than 800 px (those of the page's grid) get two thirds of the width, so that three of them fit on a page.
    if (picture.fixedHeight <= 0 && picture.width < 800) return {width_ * 2 / 3, width_ * 2 / 3 * picture.height / picture.width};
    return {width_, picture.fixedHeight > 0 ? picture.fixedHeight : width_ * picture.height / picture.width};
  }

  void drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format) override {
    QSvgRenderer renderer(pictures_[format.intProperty(Index)].svg);
    renderer.setAspectRatioMode(Qt::IgnoreAspectRatio);
    renderer.render(painter, rect);
  }

 private:
  std::vector<ReportPicture> pictures_;
  double width_;
};

namespace {

constexpr double kDotsPerInch = 96, kMarginMm = 14, kFooterPx = 26;
constexpr int kDotsOfPaper = 300;

// The colours of the page's light theme by their names. The PDF uses this theme because paper is white.
QHash<QString, QString> paletteOf(const QString& page) {
  QHash<QString, QString> palette;
  const QString root = page.section(QStringLiteral(":root{"), 1, 1).section(QLatin1Char('}'), 0, 0);
  static const QRegularExpression entry(QStringLiteral("--([a-z0-9-]+):(#[0-9A-Fa-f]{6})"));
  for (auto it = entry.globalMatch(root); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    palette.insert(match.captured(1), match.captured(2));
  }
  return palette;
}

QString withColors(QString text, const QHash<QString, QString>& palette) {
  for (auto it = palette.begin(); it != palette.end(); ++it) text.replace(QStringLiteral("var(--%1)").arg(it.key()), it.value());
  return text;
}

// A picture from an SVG of the page. The text styles of its style sheet become attributes, because QSvgRenderer does not read style sheets.
ReportPicture pictureOf(const QString& svg, const QHash<QString, QString>& palette) {
  ReportPicture picture;
  static const QRegularExpression box(QStringLiteral(R"x(viewBox="0 0 ([0-9.]+) ([0-9.]+)")x"));
  if (const auto match = box.match(svg); match.hasMatch()) {
    picture.width = match.captured(1).toDouble();
    picture.height = match.captured(2).toDouble();
  }
  static const QRegularExpression height(QStringLiteral(R"x(style="height:([0-9]+)px")x"));
  if (const auto match = height.match(svg); match.hasMatch()) picture.fixedHeight = match.captured(1).toDouble();
  QString text = svg;
  text.replace(QStringLiteral("<svg "), QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" "));
  text.replace(QStringLiteral("<text "), QStringLiteral("<text font-size=\"11\" fill=\"%1\" ").arg(palette.value(QStringLiteral("dim"))));
  picture.svg = text.toUtf8();
  return picture;
}

QString styleOf(const QHash<QString, QString>& palette) {
  return withColors(QStringLiteral("body{color:var(--text);font-size:12px}h1{font-size:22px}h2{font-size:16px;margin-top:18px}"
                                   "h3{font-size:13px;margin-bottom:2px}.dim,th,span.dim{color:var(--dim)}"
                                   "th{text-align:left;padding-right:12px;font-size:11px}td{padding-right:12px;font-size:11px}"
                                   ".num{text-align:right}.legend{color:var(--dim);font-size:11px}.differs{color:var(--accent);font-weight:bold}"
                                   ".good{color:var(--good)}.warn{color:var(--warn)}"
                                   ".status-failed{color:var(--bad)}.status-finished{color:var(--good)}pre{font-size:11px}"),
                    palette);
}

}  // namespace

QByteArray pdfOf(const std::string& html) {
  const QString page = text(html);
  const QHash<QString, QString> palette = paletteOf(page);
  QString body = withColors(page.section(QStringLiteral("<main>"), 1, 1).section(QStringLiteral("</main>"), 0, 0), palette);
  const QString title = page.section(QStringLiteral("<title>"), 1, 1).section(QStringLiteral("</title>"), 0, 0);

  // Replaces each picture in the text by a marker with its index.
  std::vector<ReportPicture> pictures;
  QString rest;
  qsizetype at = 0;
  for (qsizetype begin = body.indexOf(QStringLiteral("<svg ")); begin >= 0; begin = body.indexOf(QStringLiteral("<svg "), at)) {
    const qsizetype end = body.indexOf(QStringLiteral("</svg>"), begin);
    if (end < 0) break;
    rest += body.mid(at, begin - at) + QStringLiteral("<p>\uE000%1\uE001</p>").arg(pictures.size());
    pictures.push_back(pictureOf(body.mid(begin, end + 6 - begin), palette));
    at = end + 6;
  }
  rest += body.mid(at);
  // The swatches of legends are empty coloured boxes, which QTextDocument does not support. Coloured square characters replace them.
  static const QRegularExpression swatch(QStringLiteral(R"x(<i style="background:([^"]+)"></i>)x"));
  rest.replace(swatch, QStringLiteral("<span style=\"color:\\1\">&#9632;</span> "));
  rest.replace(QStringLiteral("</summary>"), QStringLiteral("</summary><br/>"));

  // QPdfWriter does not check whether the device accepted its data. Therefore it writes into memory, and the result is saved afterwards.
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  QPdfWriter writer(&file);
  writer.setResolution(kDotsOfPaper);
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter);
  writer.setCreator(QStringLiteral("Stepscope"));
  QTextDocument plainTitle;
  plainTitle.setHtml(title);
  writer.setTitle(plainTitle.toPlainText());

  const double scale = writer.logicalDpiX() / kDotsPerInch;
  const QSizeF paper(writer.width() / scale, writer.height() / scale - kFooterPx);
  QTextDocument document;
  document.setDocumentMargin(0);
  document.setDefaultStyleSheet(styleOf(palette));
  QFont font(QStringLiteral("sans-serif"));
  font.setPixelSize(12);
  document.setDefaultFont(font);
  document.setHtml(rest);
  ReportPictures objects(pictures, paper.width() - 2);
  document.documentLayout()->registerHandler(ReportPictures::kType, &objects);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    QTextCursor mark = document.find(QStringLiteral("\uE000%1\uE001").arg(i));
    if (mark.isNull()) continue;
    QTextCharFormat format;
    format.setObjectType(ReportPictures::kType);
    format.setProperty(ReportPictures::Index, static_cast<int>(i));
    mark.insertText(QString(QChar::ObjectReplacementCharacter), format);
  }
  document.setPageSize(paper);

  QPainter painter;
  painter.begin(&writer);  // errors are detected after painter.end()
  painter.scale(scale, scale);
  const int pages = document.pageCount();
  for (int i = 0; i < pages; ++i) {
    if (i > 0) writer.newPage();
    painter.save();
    const QRectF seen(0, i * paper.height(), paper.width(), paper.height());
    painter.translate(0, -seen.top());
    painter.setClipRect(seen);
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = seen;
    context.palette.setColor(QPalette::Text, QColor(palette.value(QStringLiteral("text"))));
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    painter.setFont(font);
    painter.setPen(QColor(palette.value(QStringLiteral("dim"))));
    const QRectF foot(0, paper.height(), paper.width(), kFooterPx);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, plainTitle.toPlainText());
    painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, stepscope::tr("%1 of %2").arg(i + 1).arg(pages));
  }
  painter.end();
  if (!file.data().startsWith("%PDF-") || !file.data().trimmed().endsWith("%%EOF"))
    throw Error(ErrorKind::Resource, "PDF", "the page could not be drawn to its end",
                "Close other programs, or write an HTML page and print that with a browser");
  return file.data();
}

void writePdf(const std::string& html, const QString& path) {
  const QByteArray pdf = pdfOf(html);
  writeWhole(std::string_view(pdf.constData(), static_cast<std::size_t>(pdf.size())), path.toStdString());
}

}  // namespace stepscope

#include "pdf.moc"
