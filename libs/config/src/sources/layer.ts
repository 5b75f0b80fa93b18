import type { NamedSetting } from '../setting-index';
import type { Filled } from './substitute';

/**
 * A value that one source gives, for a setting or for a reserved key. It is never the empty text, which is not given.
 */
export interface GivenValue extends Filled {
  /** The key as it was given; for a variable that sets a reserved key, the name of the variable. */
  readonly key: string;
  /** What the operator wrote: the key in the file, or the variable. */
  readonly name: string;
  /** The environment variable of the key, wherever the value is from. */
  readonly variable: string;
  /** The file, or the variable. */
  readonly source: string;
  /** Absent for a reserved key. */
  readonly named?: NamedSetting;
  /** True where the same source gives the setting by its canonical name too: that one counts. */
  readonly isOverruled?: boolean;
}

/**
 * What one source gives, by environment variable: a variable cannot be turned back into a key, so its name is
 * what tells that two sources mean the same.
 */
export type Layer = ReadonlyMap<string, GivenValue>;
