import type { Raw } from '../kinds/kind';
import type { NamedSetting } from '../setting-index';

/** A value that one source gives, for a setting or for a reserved key. */
export interface GivenValue {
  /** The key as it was given; for a variable that sets a reserved key, the name of the variable. */
  readonly key: string;
  /** The environment variable of the key, wherever the value is from. */
  readonly variable: string;
  /** Never the empty text, which counts as not given. */
  readonly value: Raw;
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
