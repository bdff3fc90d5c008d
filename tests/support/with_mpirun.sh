# with_mpirun.sh - for tests that start processes by mpirun: `./ranks N COMMAND...` starts N of them; where there is
# no MPI the test is skipped.
if ! command -v mpirun > /dev/null || [ ! -e "$(dirname "$(readlink -f "$(command -v sharegnn)")")/libsharegnn-mpi.so" ]; then
    echo "SKIPPED: there is no MPI (tools/setup mpi)"
    exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
# mpirun would wait a second for processes that it ends, and another one for those that it kills.
export OMPI_MCA_odls_base_sigkill_timeout=0
# What MPI keeps until the end of a process is not our leak.
export ASAN_OPTIONS=detect_leaks=0
cat > ranks <<'END'
#!/bin/sh
n=$1
shift
exec timeout -k 2 800 mpirun --quiet -n "$n" "$@"
END
chmod +x ranks

# Wait until all processes have ended whose numbers are in the files pid0, pid1, ...; then end mpirun, the process $1,
# which sometimes waits for them for ever.
ranks_ended()
{
    for file in pid[0-9]*; do
        while grep -q ') [^ZX]' "/proc/$(cat "$file")/stat" 2> /dev/null; do sleep 0.01; done
    done
    kill "$1" 2> /dev/null || true
    wait "$1" 2> /dev/null || true
    rm -f pid[0-9]*
}
