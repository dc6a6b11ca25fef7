// Files for the tests of this room: the real ones that lie beside the checkout, and broken ones made on the spot.
#pragma once

#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/images/jpeg.h"
#include "core/data/picture_dataset.h"
#include "tests/core/data/encode_picture.h"

namespace stepscope::test {

// The folder of real test inputs, or empty.
inline QString sharedData() {
  const QString given = qEnvironmentVariable("STEPSCOPE_DATA");
  const QDir folder(given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : given);
  return folder.exists() ? folder.absolutePath() : QString();
}

#define NEEDS_SHARED_DATA() \
  if (stepscope::test::sharedData().isEmpty()) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder")

// Unpacks an archive of the shared data into `into`.
inline bool unpack(const QString& archive, const QString& into) {
  QProcess tar;
  tar.start("tar", {"xzf", sharedData() + "/" + archive, "-C", into});
  return tar.waitForFinished(60000) && tar.exitCode() == 0;
}

using Bytes = std::vector<std::uint8_t>;

// A picture for training as a loader gives it, through the transforms of its set.
inline std::vector<float> trainingSample(const DataSplits& splits, std::int64_t index, std::int64_t epoch) {
  std::vector<float> sample(static_cast<std::size_t>(numel(splits.train->info().input().shape)));
  std::vector<std::byte> memory(static_cast<std::size_t>(splits.transforms.bytesNeeded()));
  const std::span<std::byte> fields[] = {std::as_writable_bytes(std::span(sample)), {}};
  const std::atomic<bool> never{false};
  dynamic_cast<const PictureDataset&>(*splits.train).readTransformed(index, epoch, splits.transforms, memory, fields, never);
  return sample;
}

inline Bytes readFile(const QString& file) {
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) return {};
  const QByteArray all = in.readAll();
  return Bytes(all.begin(), all.end());
}

inline void writeFile(const QString& file, const Bytes& bytes) {
  QDir().mkpath(QFileInfo(file).absolutePath());
  QFile out(file);
  QVERIFY2(out.open(QIODevice::WriteOnly), qPrintable(file));
  QCOMPARE(out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

inline Bytes gzipped(const Bytes& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  Bytes out(compressBound(bytes.size()) + 64);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// The sentence of the Error that `call` throws, or nothing.
inline std::optional<std::string> errorOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return std::string(error.what());
  }
  return std::nullopt;
}

// Fails unless `call` throws an Error whose sentence holds every one of the words.
inline void verifyError(const std::function<void()>& call, const std::vector<QString>& words) {
  const std::optional<std::string> text = errorOf(call);
  QVERIFY2(text, "no error");
  for (const QString& word : words) {
    QVERIFY2(QString::fromStdString(*text).contains(word, Qt::CaseInsensitive), (*text + " lacks: " + word.toStdString()).c_str());
  }
}

// An RGB picture with a gradient, so that place and orientation show.
inline Bytes gradient(int width, int height) {
  Bytes rgb;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      rgb.push_back(static_cast<std::uint8_t>(255 * x / std::max(1, width - 1)));
      rgb.push_back(static_cast<std::uint8_t>(255 * y / std::max(1, height - 1)));
      rgb.push_back(static_cast<std::uint8_t>((x * 7 + y * 3) % 256));
    }
  }
  return rgb;
}

inline void writeGradientJpeg(const QString& file, int width, int height, int quality = 92) {
  QDir().mkpath(QFileInfo(file).absolutePath());
  writeJpeg(file.toStdString(), gradient(width, height).data(), width, height, quality);
}

inline Bytes bytesOf(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

// colorType and depth as libpng names them; rows is packed.
inline void writePng(const QString& file, int width, int height, int colorType, int depth, const Bytes& rows) {
  writeFile(file, bytesOf(encodePng(rows, width, height, colorType, depth)));
}

}  // namespace stepscope::test
