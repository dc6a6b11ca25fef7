#include "views/common/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QProxyStyle>
#include <QStyleHints>
#include <algorithm>
#include <array>
#include <cmath>

#include "views/common/icons.h"

namespace stepscope {

namespace {

// The style below the style sheet: Fusion, but with small icons (close and float of docks, clear of a field) in the theme's colours instead of the
// black ones of Fusion.
class ThemeStyle : public QProxyStyle {
 public:
  ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
  QIcon standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const override {
    switch (pixmap) {
      case SP_TitleBarCloseButton:
      case SP_LineEditClearButton: return icon(QStringLiteral("close"), IconTint::Dim);
      case SP_TitleBarNormalButton:
      case SP_TitleBarMaxButton: return icon(QStringLiteral("float"), IconTint::Dim);
      case SP_ToolBarHorizontalExtensionButton: return icon(QStringLiteral("more"), IconTint::Dim);
      default: return QProxyStyle::standardIcon(pixmap, option, widget);
    }
  }
};

QPalette paletteOf(const Tokens& t) {
  QPalette p;
  const auto set = [&p](QPalette::ColorRole role, const QColor& color, const QColor& disabled) {
    p.setColor(QPalette::Active, role, color);
    p.setColor(QPalette::Inactive, role, color);
    p.setColor(QPalette::Disabled, role, disabled);
  };
  set(QPalette::Window, t.ground, t.ground);
  set(QPalette::WindowText, t.text, t.dim);
  set(QPalette::Base, t.panel, t.panel);
  set(QPalette::AlternateBase, t.raised, t.raised);
  set(QPalette::Text, t.text, t.dim);
  set(QPalette::Button, t.raised, t.raised);
  set(QPalette::ButtonText, t.text, t.dim);
  set(QPalette::BrightText, t.bad, t.bad);
  set(QPalette::Highlight, t.accent, t.line);
  set(QPalette::HighlightedText, t.onAccent, t.dim);
  set(QPalette::Link, t.accent, t.dim);
  set(QPalette::LinkVisited, t.accent, t.dim);
  set(QPalette::ToolTipBase, t.raised, t.raised);
  set(QPalette::ToolTipText, t.text, t.dim);
  set(QPalette::PlaceholderText, t.dim, t.dim);
  set(QPalette::Light, t.raised, t.raised);
  set(QPalette::Midlight, t.raised, t.raised);
  set(QPalette::Mid, t.line, t.line);
  set(QPalette::Dark, t.line, t.line);
  set(QPalette::Shadow, t.ground, t.ground);
  return p;
}

QString styleSheetOf(const Tokens& t) {
  QString sheet = QStringLiteral(R"(
QMainWindow, QDialog { background: @ground; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QMenuBar { background: @panel; padding: 1px 8px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @raised; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @raised; color: @text; }
QMenu::item:disabled { color: @dim; }
QMenu::separator { height: 1px; background: @line; margin: 4px 6px; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 6px; }
QToolBar { background: @panel; border: 0; border-bottom: 1px solid @line; spacing: 6px; padding: 0 12px; }
QStatusBar { background: @panel; border-top: 1px solid @line; }
QStatusBar::item { border: 0; }
QTabBar { background: @ground; }
QTabBar::tab { background: transparent; color: @dim; padding: 7px 2px 7px 2px; margin: 0 11px 0 3px; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar:focus { outline: 0; }
QTabBar::tab:selected:focus { background: @selection; }
QTabBar::tab:hover:!selected { color: @text; }
QTabWidget::pane { border: 0; border-top: 1px solid @line; }
QTabWidget::tab-bar { left: 11px; }
QStackedWidget#viewPages { border-top: 1px solid @line; }
QFrame[card="true"] { background: @panel; border: 1px solid @cardline; border-radius: 6px; }
QFrame[chip="true"], QLabel[chip="true"] { background: @raised; color: @dim; border-radius: 12px; padding: 4px 12px; }
QToolButton[chip="true"], QPushButton[chip="true"] { background: @raised; color: @dim; border: 1px solid transparent; border-radius: 12px; padding: 3px 11px; }
QToolButton[chip="true"]:hover, QPushButton[chip="true"]:hover { color: @text; border: 1px solid @line; }
QToolButton[chip="true"]:focus, QPushButton[chip="true"]:focus { color: @text; border: 1px solid @accent; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="section"] { font-weight: 600; color: @dim; }
QLabel[role="dim"] { color: @dim; }
QLabel[role="bad"] { color: @bad; }
QLabel[role="good"] { color: @good; }
QPushButton, QToolButton[button="true"] { background: @raised; color: @text; border: 1px solid @line; border-radius: 4px; padding: 4px 12px; min-height: 18px; }
QPushButton::menu-indicator { image: none; width: 0; }
QPushButton:hover, QToolButton[button="true"]:hover { border-color: @dim; }
QPushButton:pressed, QToolButton[button="true"]:pressed { background: @line; }
QPushButton:focus, QToolButton[button="true"]:focus { border-color: @accent; }
QPushButton:disabled, QToolButton[button="true"]:disabled { color: @faint; border-color: @raised; }
QPushButton[primary="true"], QToolButton[primary="true"] { background: @accent; color: @onAccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[primary="true"]:hover, QToolButton[primary="true"]:hover { background: @accentHover; }
QPushButton[primary="true"]:pressed, QToolButton[primary="true"]:pressed, QToolButton[primary="true"]:open { background: @accent; color: @onAccent; }
QPushButton[primary="true"]:focus, QToolButton[primary="true"]:focus { border: 2px solid @text; padding: 3px 11px; }
QPushButton[primary="true"]:disabled, QToolButton[primary="true"]:disabled { background: @raised; color: @faint; border-color: @raised; }
QToolButton[button="true"]::menu-button { border: 0; border-left: 1px solid @line; width: 18px; }
QToolButton[chip="true"]::menu-button { border: 0; width: 16px; }
QToolButton[chip="true"]::menu-arrow { image: url(:/icons/arrow_down.svg); width: 12px; height: 12px; }
QToolButton[button="true"]::menu-arrow { width: 8px; height: 8px; }
QToolButton[flat="true"] { background: transparent; color: @dim; border: 1px solid transparent; border-radius: 4px; padding: 2px 5px; }
QToolButton[flat="true"]:hover { background: @raised; color: @text; }
QToolButton[flat="true"]:focus { border-color: @accent; }
QToolButton[flat="true"]:checked { background: @raised; color: @text; border-color: @line; }
QToolButton[outlined="true"] { border: 1px solid @line; padding: 0 6px; }
QToolButton::menu-indicator { image: none; width: 0; }
QLineEdit, QSpinBox, QComboBox, QPlainTextEdit, QTextEdit { background: @raised; color: @text; border: 1px solid @line; border-radius: 4px; padding: 3px 6px; selection-background-color: @accent; selection-color: @onAccent; }
QComboBox::drop-down { border: 0; width: 18px; }
QComboBox::down-arrow { image: url(:/icons/arrow_down.svg); width: 14px; height: 14px; }
QLineEdit:focus, QSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border-color: @accent; }
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled { color: @dim; }
QAbstractItemView { background: @panel; alternate-background-color: @stripe; color: @text; border: 1px solid transparent; selection-background-color: @selection; selection-color: @text; outline: 0; }
QAbstractItemView:focus { border: 1px solid @accent; }
QTableView { gridline-color: transparent; }
QTableView::item, QTreeView::item, QListView::item { padding: 2px 6px; border: 0; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected { background: @selection; color: @text; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @dim; border: 0; border-bottom: 1px solid @line; padding: 5px 9px; font-weight: 600; font-size: 11px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-position: top center; width: 8px; height: 7px; }
QTableCornerButton::section { background: @panel; border: 0; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 4px; margin: 1px; min-width: 28px; min-height: 28px; }
QScrollBar::handle:hover { background: @dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @raised; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QDockWidget { color: @dim; titlebar-close-icon: none; }
QDockWidget::title { background: @panel; padding: 6px 12px; text-align: left; }
QSplitter::handle { background: @ground; }
QScrollArea { background: transparent; border: 0; }
QFrame[message="error"] { background: @panel; border: 1px solid @bad; border-left: 4px solid @bad; border-radius: 4px; }
QFrame[message="warning"] { background: @panel; border: 1px solid @warn; border-left: 4px solid @warn; border-radius: 4px; }
QFrame[message="info"] { background: @panel; border: 1px solid @line; border-left: 4px solid @accent; border-radius: 4px; }
)");
  const auto mix = [](const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
  };
  const std::array<std::pair<const char*, QColor>, 17> names{{
      {"@onAccent", t.onAccent},  // a longer name comes before its prefix: "@accentHover" before "@accent"
      {"@accentHover", mix(t.accent, t.text, 0.15)},
      {"@selection", mix(t.panel, t.accent, t.dark ? 0.28 : 0.16)},
      {"@cardline", t.dark ? t.panel : t.line},
      {"@stripe", mix(t.panel, t.raised, 0.55)},
      {"@faint", mix(t.panel, t.dim, 0.65)},
      {"@ground", t.ground},
      {"@panel", t.panel},
      {"@raised", t.raised},
      {"@line", t.line},
      {"@text", t.text},
      {"@dim", t.dim},
      {"@accent", t.accent},
      {"@good", t.good},
      {"@warn", t.warn},
      {"@bad", t.bad},
      {"@onCategory", t.onCategory},
  }};
  for (const auto& [name, color] : names) sheet.replace(QLatin1String(name), color.name());
  return sheet;
}

bool systemIsDark(const QApplication& application) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  return application.styleHints()->colorScheme() == Qt::ColorScheme::Dark;
#else
  // Before Qt 6.5, only the palette of the style shows what the desktop prefers. It is read once, before our palette replaces it.
  static const bool dark = application.palette().color(QPalette::Window).lightness() < 128;
  return dark;
#endif
}

}  // namespace

const Tokens& darkTokens() {
  static const Tokens t{true,
                        QColor(0x15, 0x18, 0x1D),
                        QColor(0x1C, 0x20, 0x27),
                        QColor(0x25, 0x2A, 0x33),
                        QColor(0x31, 0x38, 0x44),
                        QColor(0xDF, 0xE4, 0xEA),
                        QColor(0x8D, 0x97, 0xA6),
                        QColor(0x4C, 0x9F, 0xFE),
                        QColor(0x3F, 0xB6, 0x8B),
                        QColor(0xE5, 0xA4, 0x3B),
                        QColor(0xE5, 0x60, 0x4D),
                        QColor(0x0B, 0x12, 0x1B),
                        QColor(0x10, 0x14, 0x1A)};
  return t;
}

const Tokens& lightTokens() {
  static const Tokens t{false,
                        QColor(0xF4, 0xF5, 0xF7),
                        QColor(0xFF, 0xFF, 0xFF),
                        QColor(0xEE, 0xF0, 0xF3),
                        QColor(0xD4, 0xD9, 0xE0),
                        QColor(0x1C, 0x23, 0x2D),
                        QColor(0x60, 0x69, 0x78),
                        QColor(0x17, 0x69, 0xD1),
                        QColor(0x12, 0x80, 0x5C),
                        QColor(0x95, 0x5A, 0x00),
                        QColor(0xC2, 0x38, 0x1F),
                        QColor(0xFF, 0xFF, 0xFF),
                        QColor(0x10, 0x14, 0x1A)};
  return t;
}

const Tokens& tokensFor(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < 128 ? darkTokens() : lightTokens();
}

const Tokens& tokens() {
  return tokensFor(QGuiApplication::palette());
}

QColor categoryColor(Category category) {
  switch (category) {
    case Category::Forward: return QColor(0x4C, 0x9B, 0xE8);
    case Category::Backward: return QColor(0xE6, 0x9F, 0x00);
    case Category::Recompute: return QColor(0x9D, 0x7B, 0xD8);
    case Category::Optimizer: return QColor(0xCC, 0x79, 0xA7);
    case Category::Data: return QColor(0x2F, 0xB5, 0xA0);
    case Category::Validation: return QColor(0x7F, 0xB0, 0x43);
    case Category::Copy: return QColor(0x8A, 0x93, 0xA0);
    case Category::Idle: return QColor(0x59, 0x61, 0x6D);
    case Category::Step: return QColor(0x8A, 0x93, 0xA0);
    case Category::Other: return QColor(0x8A, 0x93, 0xA0);
  }
  return {};
}

QColor kindColor(SpanKind kind) {
  switch (kind) {
    case SpanKind::CpuOp: return QColor(0x7C, 0xA6, 0xD8);
    case SpanKind::Annotation:
    case SpanKind::GpuAnnotation: return QColor(0xC9, 0xB4, 0x58);
    case SpanKind::Python: return QColor(0xA9, 0xB4, 0xC2);
    case SpanKind::Runtime: return QColor(0x6F, 0xB7, 0xB2);
    case SpanKind::Kernel: return QColor(0x74, 0xBE, 0x7E);
    case SpanKind::Memcpy:
    case SpanKind::Memset: return categoryColor(Category::Copy);
    case SpanKind::Sync: return QColor(0xB7, 0x8F, 0x86);
    case SpanKind::Overhead: return QColor(0xD9, 0x83, 0x7B);
    case SpanKind::Other: break;
  }
  return categoryColor(Category::Other);
}

QColor communicationColor() {
  return QColor(0xD5, 0x5E, 0x00);
}

QColor layerColor(int index) {
  // The colours are light enough for dark text, and neighbours differ in hue and lightness.
  static const std::array<QColor, kLayerColors> colors{QColor(0x6B, 0xAE, 0xE8), QColor(0xE9, 0xA8, 0x3C), QColor(0x52, 0xBE, 0xA4),
                                                       QColor(0xDB, 0x8C, 0xB8), QColor(0xA8, 0xC2, 0x56), QColor(0xB0, 0x95, 0xE0),
                                                       QColor(0xE6, 0x8F, 0x73), QColor(0x62, 0xC4, 0xD9), QColor(0xD6, 0xC4, 0x4A),
                                                       QColor(0x8F, 0xA8, 0xC9), QColor(0xC9, 0xA1, 0x82), QColor(0x86, 0xBF, 0x83)};
  if (index < 0) return categoryColor(Category::Other);
  return colors[static_cast<std::size_t>(index) % colors.size()];
}

QColor durationColor(int index) {
  static const std::array<QColor, kDurationColors> colors{QColor(0x7F, 0x9C, 0xC9), QColor(0x5F, 0xA8, 0xC4), QColor(0x48, 0xB3, 0xB0),
                                                          QColor(0x5C, 0xBD, 0x8C), QColor(0x93, 0xC4, 0x5F), QColor(0xD2, 0xC0, 0x48),
                                                          QColor(0xEB, 0x9E, 0x45), QColor(0xEC, 0x77, 0x57)};
  return colors[static_cast<std::size_t>(std::clamp(index, 0, kDurationColors - 1))];
}

QColor trainColor() {
  return categoryColor(Category::Forward);
}
QColor validationColor() {
  return categoryColor(Category::Backward);
}

RunStyle runStyle(int index) {
  static const std::array<QColor, 7> colors{QColor(0xE6, 0x9F, 0x00), QColor(0x56, 0xB4, 0xE9), QColor(0x00, 0x9E, 0x73), QColor(0xCC, 0x79, 0xA7),
                                            QColor(0xD5, 0x5E, 0x00), QColor(0x00, 0x72, 0xB2), QColor(0x8A, 0x93, 0xA0)};
  static const std::array<Qt::PenStyle, 4> dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  const auto n = static_cast<std::size_t>(std::max(index, 0));
  return {colors[n % colors.size()], dashes[(n / colors.size()) % dashes.size()]};
}

void applyTheme(QApplication& application, ThemeChoice choice) {
  const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark(application));
  const Tokens& t = dark ? darkTokens() : lightTokens();
  application.setStyle(new ThemeStyle);
  application.setPalette(paletteOf(t));
  application.setFont(textFont());
  application.setStyleSheet(styleSheetOf(t));
}

ThemeChoice themeChoiceFromName(const QString& name) {
  if (name == QLatin1String("light")) return ThemeChoice::Light;
  if (name == QLatin1String("dark")) return ThemeChoice::Dark;
  return ThemeChoice::System;
}

QString nameOf(ThemeChoice choice) {
  switch (choice) {
    case ThemeChoice::Light: return QStringLiteral("light");
    case ThemeChoice::Dark: return QStringLiteral("dark");
    case ThemeChoice::System: break;
  }
  return QStringLiteral("system");
}

bool isThemeChange(const QEvent* event) {
  return event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::StyleChange;
}

QFont textFont(int pixels, int weight) {
  static const QString family = [] {
    // DejaVu, the default of many desktops, is hard to read at 12 px, so the first of these fonts that exists is used instead.
    const QString system = QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    if (!system.startsWith(QLatin1String("DejaVu")) && !system.startsWith(QLatin1String("Sans"))) return system;
    const QStringList families = QFontDatabase::families();
    for (const char* better : {"Inter", "Inter Variable", "Noto Sans", "Cantarell", "Ubuntu", "DejaVu Sans"})
      if (families.contains(QLatin1String(better))) return QString::fromLatin1(better);
    return system;
  }();
  QFont font(family);
  font.setPixelSize(pixels);
  font.setWeight(static_cast<QFont::Weight>(weight));
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
  font.setFeature(QFont::Tag("tnum"), 1);
#endif
  return font;
}

QFont monospaceFont(int pixels) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPixelSize(pixels);
  return font;
}

double contrastRatio(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
  };
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace stepscope
