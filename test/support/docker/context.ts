import { readFileSync } from 'node:fs';

/**
 * Tells what of this directory Docker is given to build from, as `.dockerignore` says: the last rule that fits counts.
 */
export function readContext(file = '.dockerignore'): (path: string) => boolean {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isGiven: line.startsWith('!'), fits: fitting(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ fits }) => fits.test(path))?.isGiven ?? true;
}

/** Fits what the pattern names, and all that lies in it. */
function fitting(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}(?:/.*)?$`);
}
