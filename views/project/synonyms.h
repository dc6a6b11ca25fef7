// What is searched for under another name: the words of articles on training, in English and Chinese, and of PyTorch's interface.
#pragma once

#include <QString>
#include <QStringList>

namespace stepscope {

// The words of Stepscope for what was asked for; empty: none is known. A term is found by its beginning, as it is typed: "gradient check".
QStringList alsoCalled(const QString& query);

}  // namespace stepscope
