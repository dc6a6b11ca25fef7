#include "tests/core/passes/random_graph.h"

#include "core/base/philox.h"

namespace stepscope {

Graph randomGraph(std::uint64_t seed) {
  PhiloxStream random(seed, 0);
  Graph g;
  const std::int64_t batch = 1 + random.below(4), classes = 2 + random.below(5);
  Shape image{batch, 4, 8, 8};
  std::vector<ValueId> images{g.addInput("x", DType::F32, image)};
  const ValueId labels = g.addInput("labels", DType::I32, {batch});
  const auto pick = [&] { return images[random.below(static_cast<std::uint32_t>(images.size()))]; };
  const std::uint32_t layers = 3 + random.below(20);
  for (std::uint32_t i = 0; i < layers; ++i) {
    const std::string scope = "layer" + std::to_string(i);
    const ValueId x = pick();
    switch (random.below(6)) {
      case 0: {
        const ValueId w = g.addPersistent(Role::Parameter, scope + ".weight", DType::F32, {4, 4, 3, 3}, {Init::Kind::Uniform, -0.2, 0.2});
        images.push_back(g.add("conv2d", {x, w},
                               {{"stride", Shape{1, 1}},
                                {"padding", Shape{1, 1}},
                                {"dilation", Shape{1, 1}},
                                {"groups", std::int64_t{1}},
                                {"relu", random.below(2) == 0}},
                               scope));
        break;
      }
      case 1: images.push_back(g.add("relu", {x}, {}, scope)); break;
      case 2: images.push_back(g.add("add", {x, pick()}, {{"relu", false}}, scope)); break;
      case 3: {
        const Shape channels{4};
        const ValueId gamma = g.addPersistent(Role::Parameter, scope + ".weight", DType::F32, channels, {Init::Kind::Constant, 1, 0});
        const ValueId beta = g.addPersistent(Role::Parameter, scope + ".bias", DType::F32, channels, {});
        const ValueId mean = g.addPersistent(Role::Buffer, scope + ".running_mean", DType::F32, channels, {});
        const ValueId var = g.addPersistent(Role::Buffer, scope + ".running_var", DType::F32, channels, {Init::Kind::Constant, 1, 0});
        images.push_back(g.add("batch_norm", {x, gamma, beta, mean, var}, {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", false}}, scope));
        break;
      }
      case 4: images.push_back(g.add("max_pool2d", {x}, {{"kernel", Shape{3, 3}}, {"stride", Shape{1, 1}}, {"padding", Shape{1, 1}}}, scope)); break;
      default: {  // a view and back
        const ValueId flat = g.add("reshape", {x}, {{"shape", Shape{batch, 256}}}, scope);
        images.push_back(g.add("reshape", {flat}, {{"shape", image}}, scope));
      }
    }
  }
  const ValueId sum = g.add("add", {images.back(), pick()}, {{"relu", true}}, "sum");
  const ValueId flat = g.add("reshape", {g.add("global_avg_pool", {sum}, {}, "pool")}, {{"shape", Shape{batch, 4}}}, "flatten");
  const ValueId w = g.addPersistent(Role::Parameter, "fc.weight", DType::F32, {classes, 4}, {Init::Kind::Uniform, -0.5, 0.5});
  const ValueId logits = g.add("linear", {flat, w}, {{"relu", false}}, "fc");
  g.markOutput("logits", logits);
  g.markOutput("loss", g.add("softmax_cross_entropy", {logits, labels}, {}, "loss"));
  g.markOutput("metric/accuracy", g.add("accuracy", {logits, labels}, {}, "accuracy"));
  return g;
}

}  // namespace stepscope
