// Pictures of what a test shows, for people: written to the folder that STEPSCOPE_PICTURES names, in both themes.
#pragma once

#include <QApplication>
#include <QDir>
#include <QWidget>

#include "tests/views/patience.h"
#include "views/common/theme.h"

inline void keepPictures(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
  if (folder.isEmpty()) return;
  for (const stepscope::ThemeChoice theme : {stepscope::ThemeChoice::Light, stepscope::ThemeChoice::Dark}) {
    stepscope::applyTheme(*qApp, theme);
    for (int i = 0; i < 20; ++i) stepscope::runQueued();
    widget.grab().save(
        QDir(folder).filePath(QStringLiteral("%1-%2x%3-%4.png").arg(name).arg(widget.width()).arg(widget.height()).arg(nameOf(theme))));
  }
}
