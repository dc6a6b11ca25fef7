# Every third-party library, found once. Distribution packages only; bootstrap installs them.
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets PrintSupport Svg Test)  # PrintSupport before QCustomPlot: its config forgets to ask
# Only QFINDTESTDATA needs its folders; as macros they differ in every folder, and neither a precompiled header nor a compiler cache could be shared.
set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
find_package(QCustomPlotQt6 REQUIRED)
find_package(SQLite3 3.37 REQUIRED)
# Debian's dnnl-config.cmake wants the OpenCL headers, which we do not use: look for header and library ourselves.
find_path(DNNL_INCLUDE_DIR oneapi/dnnl/dnnl.hpp REQUIRED)
find_library(DNNL_LIBRARY dnnl REQUIRED)
add_library(DNNL::dnnl UNKNOWN IMPORTED)
set_target_properties(DNNL::dnnl PROPERTIES IMPORTED_LOCATION ${DNNL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${DNNL_INCLUDE_DIR})
find_package(hwy REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)
find_package(TIFF 4.5 REQUIRED)
find_path(WEBP_INCLUDE_DIR webp/demux.h REQUIRED)  # CMake has no module for it, and Debian's package brings none
find_library(WEBP_LIBRARY webp REQUIRED)
find_library(WEBP_DEMUX_LIBRARY webpdemux REQUIRED)
add_library(WebP::webp UNKNOWN IMPORTED)
set_target_properties(WebP::webp PROPERTIES IMPORTED_LOCATION ${WEBP_DEMUX_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${WEBP_INCLUDE_DIR}
  INTERFACE_LINK_LIBRARIES ${WEBP_LIBRARY})
find_package(ZLIB REQUIRED)
find_package(Protobuf REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(simdjson REQUIRED)
if(simdjson_VERSION VERSION_LESS 3.0)  # asked here: its config file calls every other minor version incompatible
  message(FATAL_ERROR "simdjson ${simdjson_VERSION} is too old; 3.0 or newer is needed")
endif()
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
