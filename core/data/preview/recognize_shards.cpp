// Recognizes TensorFlow records and WebDataset by their first record or samples.
#include <filesystem>

#include "core/data/kinds/tfrecord.h"
#include "core/data/kinds/webdataset.h"
#include "core/data/preview/formats.h"
#include "core/data/preview/preview_parts.h"
#include "core/data/records/shards.h"

namespace stepscope {

namespace fs = std::filesystem;

bool recognizeRecords(const std::string& file, DataPreview& preview) {
  const std::string name = '"' + fs::path(file).filename().string() + '"';
  const RecordContent content = recordContentOf(file);
  if (content == RecordContent::Other) return false;
  const FormatDef* format = otherFormatOf("a.tfrecord");
  switch (content) {
    case RecordContent::Pictures: preview.spec.kind = "tfrecord"; break;
    case RecordContent::Boxes:
      stop(preview, name + " holds TensorFlow records of pictures with boxes or masks: a set for detection or segmentation",
           "Choose pictures with one class each");
      break;
    case RecordContent::Values:
      stop(preview, name + " holds TensorFlow records of values without pictures, which are not read",
           "This command writes those of one value in each record as CSV next to it", {}, commandOf(*format, file));
      break;
    case RecordContent::Sequences:
      stop(preview, name + " holds TensorFlow records of sequences (SequenceExample), which are not read",
           "Write their values as CSV or as text, in Python");
      break;
    default: stop(preview, name + " holds TensorFlow records that are not Examples, which are not read", "Write them as tf.train.Example, in Python");
  }
  return true;
}

bool recognizeShards(const std::string& folder, DataPreview& preview) {
  for (const Shard& shard : shardsAt(folder, mayBeRecords))
    if (recognizeRecords(shard.file, preview)) return true;
  for (const Shard& shard : shardsAt(folder, mayBeShard)) {
    if (!isWebDataset(shard.file)) continue;
    preview.spec.kind = "webdataset";
    return true;
  }
  return false;
}

}  // namespace stepscope
