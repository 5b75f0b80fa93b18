/** Texts about what a copy or an import will do. */
export const dryRunCopy = {
  title: 'What will happen',
  kinds: { flag: 'Flag', segment: 'Segment' },
  states: {
    create: 'Will be created',
    identical: 'Identical, left as it is',
    differs: 'Exists and differs',
    conflict: 'Conflict',
  },
  lacks: (segments: string) => `Needs segments that are not there: ${segments}.`,
  ifDiffers: (key: string) => `What to do with ${key}`,
  choices: { skip: 'Skip', overwrite: 'Overwrite', copyAs: 'Copy as new key' },
  otherType: 'It is of another type there, so it cannot be overwritten.',
  newKey: (key: string) => `New key of ${key}`,
  showDifferences: 'Show differences',
  nothing: 'There is nothing to copy: everything is there already, or is skipped.',
} as const;
