stepscope_fuzz(onnx SOURCES onnx.cpp ../onnx/operator_cases.cpp ROOMS onnx models ROUNDS 2000)
target_compile_definitions(stepscope_fuzz_onnx PRIVATE STEPSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
stepscope_fuzz(safetensors SOURCES safetensors.cpp ROOMS models ROUNDS 2000)
