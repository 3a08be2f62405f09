# What the scripts beside it share; to be sourced. It goes to the root of the repository.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Ours come first: .tools holds what must differ from the tools that the machine has for other projects.
# Cargo's own folder comes last, for machines where it is not in PATH.
export PATH="$PWD/.tools/bin:$PWD/tests/browser/node_modules/.bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
export TRUNK_SKIP_VERSION_CHECK=true          # it would ask the network at every build
[ -z "${NO_COLOR:-}" ] || export NO_COLOR=true # trunk takes only `true`, where everybody else writes 1

die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# step NAME COMMAND...: says what runs and how long it took; stops at the first that fails, by name.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@" || die "\"$name\" failed after $((SECONDS - start)) s"
  printf '== %s: %s s\n' "$name" "$((SECONDS - start))"
}

# The toolchain of every day has a wasm32 standard library, or Debian's has (scripts/setup tells when and why).
wasm_std() { ls "$(rustc --print target-libdir --target wasm32-unknown-unknown)"/libstd-*.rlib >/dev/null 2>&1; }
debian_wasm_std() { rustup run debian-wasm rustc -V 2>/dev/null | cmp -s - /usr/lib/rustlib/wasm32-unknown-unknown/lib/built-by; }

# wasm COMMAND...: runs cargo or trunk with whichever of the two it is.
wasm() {
  if wasm_std; then "$@"
  else RUSTUP_TOOLCHAIN=debian-wasm CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld "$@"; fi
}

# Prints the path of a Chromium or Chrome: the one in CHROME, else the first installed.
chrome() {
  if [ -n "${CHROME:-}" ]; then command -v "$CHROME"; return; fi
  command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable ||
    command -v "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
}

# Prints the path of a Firefox, or nothing: the one in FIREFOX, else the first installed.
firefox_path() {
  command -v "${FIREFOX:-firefox}" || command -v firefox-esr || command -v "/Applications/Firefox.app/Contents/MacOS/firefox" || true
}
