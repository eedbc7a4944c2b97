# Installs the library, its headers, the program, and what find_package(balak) needs. balak::balak is usable from there.
include(CMakePackageConfigHelpers)

set(balak_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/balak)
install(TARGETS balak EXPORT balakTargets)
install(TARGETS balak_cli)
install(DIRECTORY include/balak TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp" PATTERN "bot.h")
install(FILES LICENSE README.md TYPE DOC)
install(EXPORT balakTargets NAMESPACE balak:: DESTINATION ${balak_package_dir})

configure_package_config_file(cmake/balakConfig.cmake.in ${PROJECT_BINARY_DIR}/balakConfig.cmake
  INSTALL_DESTINATION ${balak_package_dir} NO_SET_AND_CHECK_MACRO)
# Below 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/balakConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/balakConfig.cmake ${PROJECT_BINARY_DIR}/balakConfigVersion.cmake
  DESTINATION ${balak_package_dir})
