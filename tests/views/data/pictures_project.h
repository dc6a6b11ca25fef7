// Pictures of two classes in a temporary folder, and a project that trains on them.
#pragma once

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include "core/project/project.h"

namespace stepscope::test {

inline constexpr int kSide = 16, kOfEach = 15;

// Bright and dark; every pixel differs from its neighbours.
inline QImage drawnPicture(bool bright, int number) {
  QImage picture(kSide, kSide, QImage::Format_RGB888);
  const int base = bright ? 130 : 20;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x)
      picture.setPixel(x, y, qRgb(base + (x * 7 + number) % 100, base + (y * 5 + number * 3) % 100, base + (x + y) % 60));
  return picture;
}

// more: lines of [data]; model: of [model] and below.
inline Project pictureProject(const QTemporaryDir& folder, const char* more = "flip = true\ncrop_padding = 3\n") {
  for (const bool bright : {true, false})
    for (int i = 0; i < kOfEach; ++i) {
      const QString path = folder.filePath(bright ? QStringLiteral("pictures/bright") : QStringLiteral("pictures/dark"));
      QDir().mkpath(path);
      drawnPicture(bright, i).save(QStringLiteral("%1/%2.png").arg(path).arg(i));
    }
  QFile file(folder.filePath(QStringLiteral("project.toml")));
  if (file.open(QIODevice::WriteOnly))
    file.write(
        QByteArray(
            "[project]\nname = \"pictures\"\n[data]\nkind = \"image_folder\"\npath = \"pictures\"\nimage_size = 16\nvalidation_split = 0.4\n") +
        more + "[model]\nname = \"lenet5\"\n[train]\nepochs = 2\nseed = 7\nthreads = 1\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 6\n");
  file.close();
  return loadProject(file.fileName().toStdString());
}

}  // namespace stepscope::test
