#!/bin/sh
# Runs a command of Fairlead on the Node of this folder; see ./fairlead help.
here=$(dirname "$(readlink -f "$0")")
node=$(echo "$here"/node_modules/node-linux-*/bin/node)
case $(uname -m) in
  x86_64) wanted=x64 loader=/lib64/ld-linux-x86-64.so.2 ;;
  aarch64) wanted=arm64 loader=/lib/ld-linux-aarch64.so.1 ;;
  *) wanted=$(uname -m) loader=/ ;;
esac
case $node in
  */node-linux-$wanted/bin/node) ;;
  *) echo "fairlead: this release is for another processor ($(uname -m) here); take the one that is named after it." >&2; exit 1 ;;
esac
if [ ! -e "$loader" ]; then
  echo "fairlead: this Linux has no glibc (Alpine?); use a glibc distribution such as Debian or Ubuntu." >&2
  exit 1
fi
exec "$node" --disable-sigusr1 "$here/cli/installed.mjs" "$@"
