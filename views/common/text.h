// Text between the engine (UTF-8 in std::string) and the widgets, and translation where no class of Qt's is at hand.
#pragma once

#include <string_view>

#include <QCoreApplication>
#include <QString>

namespace stepscope {

inline QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

inline QString tr(const char* source) {
  return QCoreApplication::translate("stepscope", source);
}

}  // namespace stepscope
