#include "core/exchange/hparams.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/exchange/wire.h"

namespace stepscope {
namespace {

// A google.protobuf.Value.
std::string valueOf(std::string_view bytes) {
  nlohmann::json value;
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() == 2 && std::isfinite(reader.real())) value = reader.real();
    if (reader.field() == 3 && reader.isBytes()) value = std::string(reader.bytes());
    if (reader.field() == 4 && reader.isVarint()) value = reader.varint() != 0;
  }
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> hyperparametersOf(std::string_view content) {
  std::vector<std::pair<std::string, std::string>> found;
  WireReader data(content);
  while (data.next()) {
    if (data.field() != 3 || !data.isBytes()) continue;
    WireReader session(data.bytes());
    while (session.next()) {
      if (session.field() != 1 || !session.isBytes()) continue;
      std::pair<std::string, std::string> entry;
      WireReader map(session.bytes());
      while (map.next()) {
        if (map.field() == 1 && map.isBytes()) entry.first = map.bytes();
        if (map.field() == 2 && map.isBytes()) entry.second = valueOf(map.bytes());
      }
      found.push_back(std::move(entry));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace stepscope
