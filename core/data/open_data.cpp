#include <fmt/format.h>

#include "core/base/error.h"
#include "core/data/cifar10.h"
#include "core/data/dataset.h"
#include "core/data/idx.h"
#include "core/data/images/image_folder.h"
#include "core/data/shapes.h"
#include "core/data/synthetic.h"
#include "core/data/table_dataset.h"
#include "core/data/text_dataset.h"

namespace stepscope {

DataSplits openData(const DataSpec& spec) {
  if (!(spec.validationSplit >= 0 && spec.validationSplit < 1)) {
    throw Error(ErrorKind::Input, "data.validation_split", fmt::format("is {}", spec.validationSplit),
                "Give a share of the samples from 0 to below 1");
  }
  if (!(spec.maxBadShare >= 0 && spec.maxBadShare <= 1))
    throw Error(ErrorKind::Input, "data.max_bad_share", fmt::format("is {}", spec.maxBadShare), "Give a share of the samples from 0 to 1");
  if (spec.kind == "mnist") return openMnist(spec);
  if (spec.kind == "cifar10") return openCifar10(spec);
  if (spec.kind == "image_folder") return openImageFolder(spec);
  if (spec.kind == "shapes") return openShapes(spec);
  if (spec.kind == "synthetic") return openSynthetic(spec);
  if (spec.kind == "text") return openText(spec);
  if (spec.kind == "table") return openTable(spec);
  throw Error(ErrorKind::Input, "data.kind", fmt::format("\"{}\" is unknown", spec.kind),
              "Use mnist, cifar10, image_folder, shapes, synthetic, text or table");
}

}  // namespace stepscope
