// What data are, in one sentence: samples, classes or columns, and the parts.
#pragma once

#include <QString>

#include "core/data/preview/data_preview.h"

namespace stepscope {

QString dataSentence(const DataPreview& data);  // empty: nothing was counted so far

}  // namespace stepscope
