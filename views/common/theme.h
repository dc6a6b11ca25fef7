// All colours of the window: those of the dark and the light theme, of span categories, and of compared runs. Views call tokens() while painting, and
// repaint if isThemeChange() returns true.
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

// The colours for a palette, chosen by the lightness of its window colour. tokens() uses the application's palette.
const Tokens& tokensFor(const QPalette& palette);
const Tokens& tokens();
// The colours of each theme, also for tests of contrast.
const Tokens& darkTokens();
const Tokens& lightTokens();

// The colour of a category, equal in both themes.
QColor categoryColor(Category category);
// The colour of spans of imported traces that belong to no category of a training step.
QColor kindColor(SpanKind kind);
// The colour of communication between devices or processes: vermilion of Okabe and Ito's palette. It differs from the orange of the backward pass
// also in lightness, and has a contrast of at least 3 : 1 with the backgrounds of both themes.
QColor communicationColor();
// Colours for layers and names, which differ only by colour. After kLayerColors the colours repeat. index < 0: no layer.
inline constexpr int kLayerColors = 12;
QColor layerColor(int index);
// Colours for durations, from cool (index 0, short) to warm (long), all light enough for dark text.
inline constexpr int kDurationColors = 8;
QColor durationColor(int index);
// Colours for the curves of one run: training and validation.
QColor trainColor();
QColor validationColor();

// The style of the compared run `index`: six colours of Okabe & Ito (2008, "Color Universal Design"), which are distinguishable with the common
// colour-vision deficiencies, and a grey. After these seven, the colours repeat with another dash.
struct RunStyle {
  QColor color;
  Qt::PenStyle dash;
};
RunStyle runStyle(int index);

// Sets style, palette, style sheet and font of the application. System: light or dark as the desktop prefers.
void applyTheme(QApplication& application, ThemeChoice choice);
ThemeChoice themeChoiceFromName(const QString& name);  // "system", "light", "dark"; System for anything else
QString nameOf(ThemeChoice choice);

// True for events after which a custom-painted widget must read the tokens again. Call it in changeEvent().
bool isThemeChange(const QEvent* event);

// The application's font with another size in px and weight; digits have equal widths if the font supports it.
QFont textFont(int pixels = 12, int weight = QFont::Normal);
QFont monospaceFont(int pixels = 12);  // used only for shapes and kernel names

// WCAG 2.1 contrast ratio, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

}  // namespace stepscope
