import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Has all garbage collected at once, and its memory given back.
 *
 * For the end of a start, while nobody can ask yet: the rows of 10,000 flags with 5 rules each are 200 MB of garbage, and
 * what is left is a quarter of that. V8 collects when the heap has grown by as much again as is alive, and does not come
 * back to it by itself in a process that goes on to allocate little: measured, all of it was still resident minutes
 * later. It takes about as many milliseconds as there are megabytes alive.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  // The first one finds what is dead and the second one gives back the pages that this has emptied.
  collect();
  collect();
}
