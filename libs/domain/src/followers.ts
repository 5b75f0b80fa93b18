import { type Change } from './change';

/** Processes that answer beside this one from copies of their own, and see what this one writes through it alone. */
export abstract class Followers {
  /**
   * Resolves when each of them shows everything that was committed before this call, or answers no more. Until then the
   * change must not be acknowledged.
   */
  abstract show(change: Change): Promise<void>;
}
