#!/bin/sh
# Makes the file system of the image out of an unpacked release, on a machine with glibc (Debian, Ubuntu):
#   deploy/container/make-root.sh ROOT
# The image has no distribution: the release, the shared libraries that its programs name, and dash, because
# PostgreSQL's initdb runs a command by /bin/sh.
set -eu
release=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
root=$1
[ ! -e "$root" ] || { echo "$root is there already" >&2; exit 1; }
mkdir -p "$root/etc" "$root/bin" "$root/data" "$root/fairlead" "$root/usr/share/doc/dash"
mkdir -m 1777 "$root/tmp"
cp -a "$release/." "$root/fairlead/"
ln -s "$(cd "$release" && echo node_modules/node-linux-*/bin/node)" "$root/fairlead/node"
cp -L /bin/dash "$root/bin/sh"
cp -L /usr/share/doc/dash/copyright "$root/usr/share/doc/dash/" 2>/dev/null || true
echo 'fairlead:x:65532:65532::/data:/bin/sh' > "$root/etc/passwd"
echo 'fairlead:x:65532:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
chmod 0700 "$root/data"
{ echo /bin/dash; find "$release/node_modules" -type f \( -name '*.node' -o -name '*.so*' -o -path '*/bin/node' -o -path '*/native/bin/*' \); } |
  while read -r file; do
    { ldd "$file" 2>/dev/null || true; } | sed -nE 's/.*=> (\/[^ ]+) .*/\1/p; s/^\s*(\/[^ ]+) .*/\1/p'
  done | sort -u | grep -v "^$release/" |
  while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    [ -e "$root$library" ] || cp -L "$library" "$root$library"
  done
