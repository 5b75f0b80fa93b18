import type { Kind } from './kind';

/**
 * Words in the order given; frozen. In the file a YAML list or words between white space, in the environment
 * words between white space: a comma is part of a word.
 */
export const list: Kind<readonly string[]> = {
  type: 'list of words',
  isSecret: false,
  parse: (raw) => {
    const words = typeof raw === 'string' ? raw.split(/\s+/).filter((word) => word !== '') : raw;
    return Object.freeze([...words]);
  },
};
