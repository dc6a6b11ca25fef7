// ONNX files for tests, written node by node.
#pragma once

#include <string>
#include <vector>

#include "tests/core/onnx/operator_cases.h"

namespace stepscope::testing {

inline constexpr int kFloat = 1, kUint8 = 2, kInt64 = 7;

// A model that is put together node by node. Its opset is 18 unless a case says otherwise.
class WrittenModel {
 public:
  WrittenModel() { model_.add_opset_import()->set_version(18); }
  WrittenModel& opset(std::int64_t version) {
    model_.mutable_opset_import(0)->set_version(version);
    return *this;
  }
  WrittenModel& input(const std::string& name, const std::vector<std::int64_t>& dims, int type = kFloat) {
    describe(*graph().add_input(), name, type, dims);
    return *this;
  }
  WrittenModel& output(const std::string& name) {
    describe(*graph().add_output(), name, kFloat, {});
    return *this;
  }
  WrittenModel& init(const std::string& name, int type, const std::vector<std::int64_t>& dims, const std::vector<double>& values) {
    *graph().add_initializer() = tensorOf(name, type, dims, values);
    return *this;
  }
  // The name of the node added last.
  WrittenModel& named(const std::string& name) {
    graph().mutable_node(graph().node_size() - 1)->set_name(name);
    return *this;
  }
  // A node named "the_<op>".
  WrittenModel& node(const std::string& op, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    wire::NodeProto& made = *graph().add_node();
    made.set_op_type(op);
    made.set_name("the_" + op);
    for (const std::string& one : inputs) made.add_input(one);
    for (const std::string& one : outputs) made.add_output(one);
    return *this;
  }
  WrittenModel& integer(const std::string& name, std::int64_t value) {
    wire::AttributeProto& a = attribute(name, 2);
    a.set_i(value);
    return *this;
  }
  WrittenModel& text(const std::string& name, const std::string& value) {
    attribute(name, 3).set_s(value);
    return *this;
  }
  WrittenModel& real(const std::string& name, float value) {
    attribute(name, 1).set_f(value);
    return *this;
  }
  WrittenModel& integers(const std::string& name, const std::vector<std::int64_t>& values) {
    wire::AttributeProto& a = attribute(name, 7);
    for (const std::int64_t value : values) a.add_ints(value);
    return *this;
  }
  wire::GraphProto& graph() { return *model_.mutable_graph(); }
  std::string bytes() const { return model_.SerializeAsString(); }

 private:
  wire::AttributeProto& attribute(const std::string& name, int type) {
    wire::AttributeProto& a = *graph().mutable_node(graph().node_size() - 1)->add_attribute();
    a.set_name(name);
    a.set_type(type);
    return a;
  }

  wire::ModelProto model_;
};

}  // namespace stepscope::testing
