// Findings from the counts and names of classes, for every kind of data with classes.
#pragma once

#include "core/data/preview/data_preview.h"

namespace stepscope {

// Reports classes much larger than others, classes without validation samples, and missing validation data: for images, and for the rows of a table.
// Classes without training samples are skipped.
void judgeClassCounts(DataPreview& preview);

// Reports classes whose names differ only in case, blanks or accents.
void judgeClassNames(DataPreview& preview);

}  // namespace stepscope
