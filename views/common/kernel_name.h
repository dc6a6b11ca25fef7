// Short, distinguishable names for GPU kernels. Pure.
#pragma once

#include <QString>
#include <QStringList>

namespace stepscope {

// "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, ...>(int, ...)" without return type, namespaces and parameters:
// "vectorized_elementwise_kernel<4, FillFunctor<float>, ...>". A name that is not C++ is not changed.
QString shortKernelName(const QString& name);

// Each name in at most `most` characters, so that different names stay different: the part that a name has in common with its neighbours in the list
// is shortened, at the start, in the middle or at the end.
QStringList elidedApart(const QStringList& names, int most);

}  // namespace stepscope
