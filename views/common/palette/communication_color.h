// The colour of communication between devices or processes, in every view. Vermilion of Okabe and Ito's palette: told from the orange of
// the backward pass by its lightness too, and at least 3 : 1 against both themes' grounds.
#pragma once

#include <QColor>

namespace stepscope {

inline QColor communicationColor() {
  return QColor(0xD5, 0x5E, 0x00);
}

}  // namespace stepscope
