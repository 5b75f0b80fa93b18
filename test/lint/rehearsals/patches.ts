import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Rehearsal } from './rehearsals';

/** Where the patches are. */
export const patches = __dirname;

export function patchOf({ name }: Rehearsal): string {
  return join(patches, `${name}.patch`);
}

/** The files that a patch touches, and those of them that it creates. */
export function filesOf(patch: string): {
  readonly all: readonly string[];
  readonly created: readonly string[];
} {
  const show = (how: string): readonly string[] =>
    execFileSync('git', ['apply', how, patch], { encoding: 'utf8' }).trimEnd().split('\n');
  return {
    all: show('--numstat').map((line) => line.split('\t')[2] ?? ''),
    created: show('--summary').flatMap((line) => /^ create mode \d+ (.+)$/.exec(line)?.[1] ?? []),
  };
}

export function isSpec(file: string): boolean {
  return file.endsWith('.spec.ts');
}
