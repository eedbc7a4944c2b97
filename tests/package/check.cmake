# cmake -D BUILD=build folder -D WORK=scratch folder -D SOURCE=this folder -P check.cmake: installs what was built below
# WORK, builds the program in SOURCE against that, and runs it and the installed balak.
file(REMOVE_RECURSE ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${WORK}/build -D CMAKE_PREFIX_PATH=${WORK}/installed
  -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/play)
run(${WORK}/installed/bin/balak --help)
