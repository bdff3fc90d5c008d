# What is installed where.  Each file belongs to a component, which becomes a Debian package
# (packages.cmake): program, bench, library, dev.
include(CMakePackageConfigHelpers)

# What a program that links the static library needs besides; xxhash is inlined.
set(SHAREGNN_STATIC_NEEDS yaml sqlite3 z)
if(ISAL_FOUND)
    list(APPEND SHAREGNN_STATIC_NEEDS isal)
endif()
if(CURL_FOUND)
    list(APPEND SHAREGNN_STATIC_NEEDS curl)
endif()
list(APPEND SHAREGNN_STATIC_NEEDS ${CMAKE_DL_LIBS} m pthread)
list(TRANSFORM SHAREGNN_STATIC_NEEDS PREPEND -l OUTPUT_VARIABLE SHAREGNN_PC_PRIVATE)
list(JOIN SHAREGNN_PC_PRIVATE " " SHAREGNN_PC_PRIVATE)
list(JOIN SHAREGNN_STATIC_NEEDS " " SHAREGNN_STATIC_NEEDS)
# Found from where the file is, so that `cmake --install --prefix` may choose another place.
file(RELATIVE_PATH SHAREGNN_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(PREPEND SHAREGNN_PC_PREFIX "\${pcfiledir}/")
configure_file(share/sharegnn.pc.in sharegnn.pc @ONLY)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sharegnn)
configure_package_config_file(cmake/sharegnn-config.cmake.in sharegnn-config.cmake
                              INSTALL_DESTINATION ${config_folder}
                              NO_SET_AND_CHECK_MACRO)
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file(sharegnn-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS sharegnn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS sharegnn-bench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT bench)
if(TARGET sharegnn_mpi)
    install(TARGETS sharegnn_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/sharegnn COMPONENT mpi)
endif()
set_target_properties(sharegnn_shared PROPERTIES EXPORT_NAME sharegnn)
install(TARGETS sharegnn_static sharegnn_shared EXPORT sharegnn-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT sharegnn-targets NAMESPACE sharegnn:: DESTINATION ${config_folder} COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/sharegnn-config.cmake
              ${PROJECT_BINARY_DIR}/sharegnn-config-version.cmake
        DESTINATION ${config_folder} COMPONENT dev)
install(FILES include/sharegnn.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
file(GLOB SHAREGNN_TOPICS CONFIGURE_DEPENDS include/sharegnn/*.h)
install(FILES ${SHAREGNN_TOPICS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sharegnn COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/sharegnn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT dev)

install(FILES share/sharegnn.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES share/sharegnn.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME sharegnn COMPONENT program)
install(FILES share/sharegnn.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT program)
# Debian's zsh looks into another folder for packages than for what the machine's owner installs.
if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(zsh_folder vendor-completions)
else()
    set(zsh_folder site-functions)
endif()
install(FILES share/_sharegnn DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder}
        COMPONENT program)
