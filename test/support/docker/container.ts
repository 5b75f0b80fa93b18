import { spawnSync } from 'node:child_process';
import { dirname, sep } from 'node:path';
import { ServerProcess } from '../server-process';

/** Makes the root of an image that of a program, which may write to two places only, and has no rights at all. */
const SCRIPT = `
set -e
root=$1 home=$2 user=$3
shift 3
mount --bind "$root" "$root"
cd "$root"
mkdir -p tmp proc dev
for path in bin lib lib64; do if [ ! -e $path ]; then cp --no-dereference /$path $path; fi; done
for path in /usr "$NODE_PREFIX"; do mkdir -p ".$path"; mount --rbind $path ".$path"; done
mount --rbind /proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
mount --bind ".$home" ".$home"
mount -o remount,bind,ro .
unset NODE_PREFIX
exec chroot --groups= --userspec="$user" "$root" /usr/bin/setpriv --no-new-privs --bounding-set=-all \\
  sh -c 'cd /opt/pennon && exec "$0" "$@"' "$@"
`;

/** Who runs a program of an image, and how. */
export interface ContainerOptions {
  /** Root of the image. */
  readonly root: string;
  /** The directory that it may write to. */
  readonly home: string;
  /** Numbers of user and group, as `1000680000:0`. */
  readonly user: string;
  /** The program, by its path here, and its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** True if this user may make containers: root may, where the system lets it. */
export function canContain(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
}

/**
 * Starts a program as `docker run --read-only --tmpfs /tmp --cap-drop ALL` does, in the root of an image and with the
 * programs of this system. It shares the network and the processes of this system.
 */
export function startContained({ root, home, user, command, env }: ContainerOptions): ServerProcess {
  // The one of Node, where that is not a part of the system.
  const prefix = dirname(dirname(process.execPath));
  return new ServerProcess({
    executable: 'unshare',
    args: ['--mount', 'sh', '-c', SCRIPT, 'sh', root, home, user, ...command],
    directory: sep,
    env: { ...env, PATH: process.env.PATH ?? '', NODE_PREFIX: prefix },
  });
}
