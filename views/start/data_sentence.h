// Describes data in one sentence: number of samples, classes or columns, and parts.
#pragma once

#include <QString>

#include "core/data/preview/data_preview.h"

namespace stepscope {

QString dataSentence(const DataPreview& data);  // empty: nothing has been counted yet

}  // namespace stepscope
