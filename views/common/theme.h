// The only file with colours: dark and light backgrounds, one colour per span category, one colour per compared run. Views call tokens() while
// painting and repaint if isThemeChange() returns true.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include "profiler/trace/trace.h"

class QApplication;
class QEvent;

namespace stepscope {

enum class ThemeChoice { System, Light, Dark };

struct Tokens {
  bool dark;
  QColor ground, panel, raised, line, text, dim, accent, good, warn, bad;
  QColor onAccent;    // text on accent
  QColor onCategory;  // text on a span of any category
};

// The tokens for a palette (by the lightness of its window colour); without an argument for the application's.
const Tokens& tokensFor(const QPalette& palette);
const Tokens& tokens();
// Both themes, for tests of contrast.
const Tokens& darkTokens();
const Tokens& lightTokens();

// Equal in both themes: one colour for each category.
QColor categoryColor(Category category);
// Spans of imported traces that belong to no category of a training step.
QColor kindColor(SpanKind kind);
// Communication between devices or processes. Vermilion of Okabe and Ito's palette: it differs from the orange of the backward pass in lightness too,
// and has at least 3 : 1 contrast with both backgrounds.
QColor communicationColor();
// For layers and names that differ only by colour: the first kLayerColors are different, then they repeat. index < 0: no layer.
inline constexpr int kLayerColors = 12;
QColor layerColor(int index);
// From short to long: cool to warm, all light enough for dark text.
inline constexpr int kDurationColors = 8;
QColor durationColor(int index);
// Curves of one run, where colours distinguish train and validation.
QColor trainColor();
QColor validationColor();

// Okabe-Ito order (Okabe & Ito 2008, "Color Universal Design"), distinguishable with the common colour-vision deficiencies; after the seventh entry
// the colours repeat with another dash (dashOf).
struct RunStyle {
  QColor color;
  Qt::PenStyle dash;
};
RunStyle runStyle(int index);

// Palette, style sheet and font on the Fusion style. System follows the desktop's light or dark preference.
void applyTheme(QApplication& application, ThemeChoice choice);
ThemeChoice themeChoiceFromName(const QString& name);  // "system", "light", "dark"; System for anything else
QString nameOf(ThemeChoice choice);

// True for events after which a custom-painted widget must read the tokens again. Call it in changeEvent().
bool isThemeChange(const QEvent* event);

// The application's font with another size in px and weight; digits have equal widths if the font supports it.
QFont textFont(int pixels = 12, int weight = QFont::Normal);
QFont monospaceFont(int pixels = 12);  // for shapes and kernel names only

// WCAG 2.1 contrast ratio, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

}  // namespace stepscope
