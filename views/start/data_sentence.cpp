#include "views/start/data_sentence.h"

#include "views/common/text.h"
#include "views/common/units.h"

namespace stepscope {

QString dataSentence(const DataPreview& data) {
  if (data.samples() == 0) return data.finished && data.spec.kind.empty() ? tr("This cannot be trained on as it is") : QString();
  const QString samples = formatCount(data.samples()), validation = data.validation > 0 ? formatCount(data.validation) : tr("none");
  const QString split =
      data.test > 0 ? tr("%1 for training, %2 for validation, %3 for the test").arg(formatCount(data.train), validation, formatCount(data.test))
                    : tr("%1 for training, %2 for validation").arg(formatCount(data.train), validation);
  if (!data.columns.empty()) return tr("%1 rows of %2 columns: %3").arg(samples).arg(data.columns.size()).arg(split);
  if (data.characters > 0)
    return tr("%1 characters, %2 of them different: %3 windows").arg(formatCount(data.characters), formatCount(data.vocabulary), split);
  if (data.inputs > 0) return tr("%1 rows of %2 numbers: %3").arg(samples).arg(data.inputs).arg(split);
  if (!data.finished) return tr("At least %1 pictures of %2 classes").arg(samples).arg(data.classes.size());
  return tr("%1 pictures of %2 classes%3: %4")
      .arg(samples)
      .arg(data.classes.size())
      .arg(data.width > 0 ? tr(", about %1 × %2").arg(data.width).arg(data.height) : QString(), split);
}

}  // namespace stepscope
