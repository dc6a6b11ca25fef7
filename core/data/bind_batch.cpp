#include "core/data/bind_batch.h"

namespace stepscope {
namespace {

bool reads(const Program& program, const Field& field) {
  return program.graph().find(field.name) != kNone;
}

}  // namespace

const Batch* nextBatch(Program& program, DataLoader& loader) {
  std::vector<std::span<std::byte>> inputs;
  for (const Field& field : loader.fields()) inputs.push_back(reads(program, field) ? program.input(field.name) : std::span<std::byte>());
  return loader.next(inputs);
}

void bindBatch(Program& program, const Batch& batch) {
  for (std::size_t f = 0; f < batch.memory.size(); ++f)
    if (const Field& field = (*batch.fields)[f]; reads(program, field)) program.bind(field.name, batch.memory[f]);
}

}  // namespace stepscope
