# with_terminal.sh - for tests that pretend to be a terminal (terminal.py); where there is no Python they are skipped.
command -v python3 > /dev/null 2>&1 || {
    echo "SKIPPED: python3 is missing, no terminal to pretend"
    exit 77
}
. "$SOURCE/tests/support/with_modules.sh"
