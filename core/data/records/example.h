// tf.train.Example in the wire format of protobuf (tensorflow/core/example/example.proto): named features, each a list of byte strings, reals or
// whole numbers. The bytes are treated as untrusted; features are views of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stepscope {

struct ExampleFeature {
  std::string_view name;
  std::vector<std::string_view> texts;  // byte strings
  std::vector<std::int64_t> numbers;    // whole numbers
  std::int64_t reals = 0;               // the number of floats; their values are not read
};

struct Example {
  std::vector<ExampleFeature> features;
  bool sequence = false;  // a SequenceExample: it has lists of features

  const ExampleFeature* find(std::string_view name) const;
};

// Nothing if the bytes are not an Example or SequenceExample.
std::optional<Example> readExample(std::string_view bytes);

}  // namespace stepscope
