// Copies the rows of a run from one store into another.
#pragma once

#include "core/store/database.h"
#include "core/store/run_store.h"

namespace stepscope {

// Copies a run into a store of the present format, inside a transaction of the caller. Columns that only one of the two has are left out; damaged
// data are rejected by the types of the tables, or by checksums when they are read. The copy belongs to no process and is not in the bin; a run
// marked as running becomes interrupted. Throws Error (Input) if `from` has no such run.
RunId copyRun(const Connection& from, RunId run, const Connection& to);

}  // namespace stepscope
