# Debian packages by CPack: `make package`.
#
#   sharegnn         the program, its manual page and completions
#   sharegnn-bench   the benchmarks, which alone need a BLAS
#   libsharegnn0     the shared library
#   libsharegnn-dev  headers, the static library, files for pkg-config and CMake
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sharegnn)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The sharegnn authors <sharegnn@localhost>"
    CACHE STRING "maintainer of the Debian packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program bench library dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME sharegnn)
set(CPACK_DEBIAN_BENCH_PACKAGE_NAME sharegnn-bench)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libsharegnn0)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libsharegnn-dev)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_BENCH_PACKAGE_SECTION science)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)

# dpkg-shlibdeps finds the packages of shared libraries; the others are named here.
foreach(component PROGRAM BENCH LIBRARY)
    set(CPACK_DEBIAN_${component}_PACKAGE_SHLIBDEPS ON)
endforeach()
set(full_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS sharegnn-bench)
set(CPACK_DEBIAN_BENCH_PACKAGE_DEPENDS "sharegnn (= ${full_version})")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(needs "libsharegnn0 (= ${full_version})" libyaml-dev libsqlite3-dev zlib1g-dev)
if(ISAL_FOUND)
    list(APPEND needs libisal-dev)
endif()
if(CURL_FOUND)
    list(APPEND needs "libcurl4-openssl-dev | libcurl-dev")
endif()
list(JOIN needs ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)

set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION}: the program
 Train networks on graphs, predict and explain with them, and run whole experiments.")
set(CPACK_COMPONENT_BENCH_DESCRIPTION "${PROJECT_DESCRIPTION}: benchmarks
 Measure how fast sharegnn is on a machine.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "${PROJECT_DESCRIPTION}: library
 The shared library that programs need at run time.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "${PROJECT_DESCRIPTION}: headers
 Headers, the static library, and files for pkg-config and CMake.")

# Debian wants the license with every package; `make install` leaves it out.
foreach(component program bench library dev)
    string(TOUPPER ${component} upper)
    install(FILES LICENSE RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
endforeach()
include(CPack)
