#!/bin/sh
# Runs a command. Where Python lies in root's home, which no student may enter, the command sees a
# home of root that is open and holds nothing but Python; all others see it as it was.
python=$(readlink -f "$(dirname "$1")/python")
case "$python" in
/root/*)
    top=$(echo "$python" | cut -d/ -f1-3)
    exec unshare --mount sh -ec '
        top=$1; shift
        mount --make-rprivate /
        kept=$(mktemp -d); mount --bind "$top" "$kept"
        mount -t tmpfs -o mode=755 none /root
        mkdir "$top"; mount --bind "$kept" "$top"
        exec "$@"' sh "$top" "$@"
    ;;
*) exec "$@" ;;
esac
