# Sourced by ./play and ./test: makes .venv and installs what pyproject.toml asks for, only when something changed.
# Usage: . tools/environment.sh; prepare_environment EXTRAS [WISHES]    (as in pip: "" or "dev,cluster")
# A platform without WISHES goes on without them, and says so.

prepare_environment() {
    extras=$1
    wishes=${2:-}
    python=${PYTHON:-python3}
    if ! command -v "$python" >/dev/null 2>&1; then
        echo "orchard: needs python3 (3.11 or newer); install it first" >&2
        exit 2
    fi
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        echo "orchard: needs Python 3.11 or newer, found $("$python" --version); set PYTHON=/path/to/python3.11" >&2
        exit 2
    fi
    if [ ! -x .venv/bin/python ]; then
        echo "orchard: creating .venv" >&2
        "$python" -m venv .venv || {
            echo "orchard: could not create .venv (on Debian and Ubuntu: apt install python3-venv)" >&2
            exit 2
        }
    fi
    wanted="$(cksum < pyproject.toml) $PWD"
    stamp=".venv/installed-${extras:-base}"
    if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
        echo "orchard: installing${extras:+ with extras }$extras" >&2
        if [ -n "$wishes" ] && install_orchard "$extras,$wishes" 2>/dev/null; then
            wishes=
        else
            install_orchard "$extras" || {
                echo "orchard: installing failed; what pip said is above" >&2
                exit 1
            }
        fi
        [ -z "$wishes" ] || echo "orchard: NOT TESTED for want of the extras: $wishes" >&2
        [ -n "$wishes" ] || printf '%s' "$wanted" > "$stamp"
    fi
}

install_orchard() { # as a link to this folder
    install_packages -e ".${1:+[$1]}"
}

# By uv, in a fifth of pip's time; where uv cannot be had or does not find something, by pip. Without byte code: Python
# writes that of the modules it imports.
install_packages() {
    pip="-m pip install --quiet --disable-pip-version-check --no-compile"
    [ -x .venv/bin/uv ] || .venv/bin/python $pip uv >/dev/null 2>&1 || true
    UV_NATIVE_TLS=true .venv/bin/uv pip install --quiet --no-cache --python .venv/bin/python "$@" 2>/dev/null ||
        .venv/bin/python $pip "$@"
}

# Install one package alone, without what it asks for, for tests that need no more of it; else say what is lost.
prepare_package() {
    package=$1
    why=$2
    .venv/bin/python -c "import importlib.metadata; importlib.metadata.version('$package')" 2>/dev/null && return
    install_packages --no-deps "$package" >/dev/null 2>&1 ||
        echo "orchard: NOT TESTED for want of the package '$package': $why" >&2
}

# Install a system package that tests can use, where that is possible (root on Debian or Ubuntu); else say what is lost.
prepare_system() {
    probe=$1
    package=$2
    why=$3
    sh -c "$probe" >/dev/null 2>&1 && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "orchard: installing $package" >&2
        [ -n "${packages_listed:-}" ] || apt-get update -qq >/dev/null 2>&1 || true
        packages_listed=yes
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 || true
    fi
    sh -c "$probe" >/dev/null 2>&1 || echo "orchard: NOT TESTED for want of $package: $why" >&2
}

# Fetch a package (NAME or NAME@VERSION) for tests by npm, into .venv, which git ignores; else say what is lost.
prepare_npm() {
    package=${1%@*}
    why=$2
    folder=".venv/${package%%-*}"
    [ -d "$folder/node_modules/$package" ] && return
    if command -v npm >/dev/null 2>&1; then
        echo "orchard: fetching $package" >&2
        npm install --silent --no-fund --no-audit --ignore-scripts --prefix "$folder" "$1" >/dev/null 2>&1 || true
    fi
    [ -d "$folder/node_modules/$package" ] || echo "orchard: NOT TESTED for want of $package (needs npm): $why" >&2
}

# Check the layout of JavaScript, CSS and HTML where prettier could be fetched (its settings: package.json).
check_web_style() {
    prettier=.venv/prettier/node_modules/.bin/prettier
    [ -x "$prettier" ] || return 0
    "$prettier" --check --log-level warn orchard/web tests || {
        echo "style: run $prettier --write orchard/web tests" >&2
        exit 1
    }
}
