// What the counts and the names of classes say, of every kind of data that tells classes apart.
#pragma once

#include "core/data/preview/data_preview.h"

namespace stepscope {

// Classes that are far larger than others, that nothing is validated of, or of which there is no validation at all: of pictures, and of the
// rows of a table. Every class has samples for training, or none in either part.
void judgeClassCounts(DataPreview& preview);

// Classes whose names differ in case, blanks or accents only.
void judgeClassNames(DataPreview& preview);

}  // namespace stepscope
