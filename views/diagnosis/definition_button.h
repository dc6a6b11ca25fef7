// A small "?" beside a heading: what the analysis under it is. Pointing at it and clicking it tell the same.
#pragma once

#include <QToolButton>

namespace stepscope {

QToolButton* definitionButton(const QString& definition);

}  // namespace stepscope
