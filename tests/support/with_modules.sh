# with_modules.sh - Python finds the modules that lie beside this file, and leaves no compiled copies there.
export PYTHONPATH="$SOURCE/tests/support" PYTHONDONTWRITEBYTECODE=1
