// One event of every dialect. In a file of its own: Qt's moc cannot read a raw string of several lines.
#pragma once

namespace stepscope::test {

inline constexpr char kDialects[] = R"(
      {"name":"process_name","ph":"M","pid":"Spans","args":{"name":"a program"}},
      {"name":"thread_name","ph":"M","pid":1,"tid":"7","args":{"name":"main"}},
      {"args":{"correlation":12},"dur":"3.5","ts":"10.250","tid":7,"pid":1,"name":"cudaLaunchKernel","cat":"cuda_runtime","ph":"X"},
      {"ph":"X","name":"k\u00e9rnel \"q\"","cat":"kernel","pid":0,"tid":"stream 7","ts":20,"dur":5,"args":{"device":0,"stream":7,"correlation":12}},
      {"ph":"X","name":"overlapping","cat":"kernel","pid":0,"tid":"stream 7","ts":23,"dur":5,"args":{"device":0,"stream":7}},
      {"ph":"X","name":"no dur","pid":1,"tid":7,"ts":50},
      {"ph":"B","name":"outer","pid":1,"tid":7,"ts":60},{"ph":"B","name":"inner","pid":1,"tid":7,"ts":61},
      {"ph":"E","pid":1,"tid":7,"ts":65},{"ph":"E","pid":1,"tid":7,"ts":70},
      {"ph":"E","pid":1,"tid":7,"ts":71},
      {"ph":"B","name":"left open","pid":1,"tid":7,"ts":80},{"ph":"i","s":"t","name":"mark","pid":1,"tid":7,"ts":95},
      {"ph":"C","name":"memory","pid":1,"ts":11,"args":{"used":1.5,"free":"2"}},
      {"ph":"C","name":"memory","pid":1,"ts":5,"args":{"used":0.5}},
      {"ph":"b","cat":"net","id":"0x10","name":"request","pid":1,"tid":7,"ts":12},
      {"ph":"b","cat":"net","id":"0x11","name":"request","pid":1,"tid":7,"ts":13},
      {"ph":"e","cat":"net","id":"0x10","name":"request","pid":1,"tid":7,"ts":40},
      {"ph":"e","cat":"net","id":"0x11","name":"request","pid":1,"tid":7,"ts":41},
      {"ph":"s","cat":"fwdbwd","id":5,"name":"x","pid":1,"tid":7,"ts":61},{"ph":"f","bp":"e","cat":"fwdbwd","id":5,"name":"x","pid":1,"tid":"7","ts":50},
      {"ph":"f","bp":"e","cat":"fwdbwd","id":6,"name":"x","pid":1,"tid":"7","ts":50},
      {"ph":"O","name":"object","pid":1,"tid":7,"ts":1},
      {"name":"Record Window End","ph":"i","s":"g","pid":"","tid":"","ts":100})";

}  // namespace stepscope::test
