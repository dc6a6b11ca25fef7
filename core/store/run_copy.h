// The rows of a run, from one store into another.
#pragma once

#include "core/store/database.h"
#include "core/store/run_store.h"

namespace stepscope {

// Into a store of this version's format, within a transaction of the caller. Columns that only one of the two knows are left out; what is
// damaged fails at the types of the tables or at the checksums when it is read. The copy is owned by no process and in no bin; a run that
// its file calls running becomes interrupted. Throws Error (Input) when `from` has no such run.
RunId copyRun(const Connection& from, RunId run, const Connection& to);

}  // namespace stepscope
