#include <QJsonDocument>
#include <QJsonObject>

#include "views/curves/run_curves.h"

namespace stepscope {

void describeSettings(const RunInfo& info, RunCurves& curves) {
  QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(info.configuration)).object();
  const QJsonObject switches = json[QLatin1String("switches")].toObject();
  const double samplesPerStep = switches[QLatin1String("batch_size")].toDouble(0) * switches[QLatin1String("accumulation")].toDouble(1);
  if (samplesPerStep > 0) curves.samples = {{1, samplesPerStep}};
  // If the samples between the changes of switches were counted, these sums are used instead.
  Mapping counted;
  double sum = 0;
  for (const RunSpan& span : info.spans) {
    if (span.samples <= 0 || span.lastStep < span.firstStep) continue;
    sum += static_cast<double>(span.samples);
    counted.emplace_back(static_cast<double>(span.lastStep), sum);
  }
  if (!counted.empty()) curves.samples = std::move(counted);
  curves.group = info.group;
  for (const char* place : {"name", "file", "directory"}) json.remove(QLatin1String(place));
  for (const char* section : {"train", "data"}) {
    QJsonObject inner = json[QLatin1String(section)].toObject();
    inner.remove(QLatin1String("seed"));
    if (inner.isEmpty()) json.remove(QLatin1String(section));
    else json[QLatin1String(section)] = inner;
  }
  curves.settings = QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString();
}

}  // namespace stepscope
