// Short, distinguishable names for GPU kernels. Pure functions.
#pragma once

#include <QString>
#include <QStringList>

namespace stepscope {

// Removes return type, namespaces and parameters: "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, ...>(int, ...)"
// becomes "vectorized_elementwise_kernel<4, FillFunctor<float>, ...>". A name that is not C++ is not changed.
QString shortKernelName(const QString& name);

// Shortens each name to at most `most` characters so that different names stay different. Usually the middle is cut; if names become equal, their
// start, their end or another part that they have in common.
QStringList elidedApart(const QStringList& names, int most);

}  // namespace stepscope
