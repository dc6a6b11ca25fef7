// Names of GPU kernels as people tell them apart. Pure.
#pragma once

#include <QString>
#include <QStringList>

namespace stepscope {

// "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, ...>(int, ...)" without return type, namespaces and
// parameters: "vectorized_elementwise_kernel<4, FillFunctor<float>, ...>". A name that is not of C++ stays as it is.
QString shortKernelName(const QString& name);

// Each name in at most `most` characters, so that no two different names of the list become one: what a name shares with its neighbours
// in the list is what gives way, at the start, in the middle or at the end.
QStringList elidedApart(const QStringList& names, int most);

}  // namespace stepscope
