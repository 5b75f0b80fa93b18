/** Texts about what someone else changed while it was being edited here. */
export const conflictsCopy = {
  title: 'Changed elsewhere',
  text: 'Someone else saved other values in the meantime. Choose the values to keep.',
  told: 'Nothing was changed. Look at what is there now, and try again.',
  part: 'Part',
  before: 'Before',
  yours: 'Yours',
  theirs: 'Theirs',
  both: 'Both',
  result: 'Result',
  empty: 'none',
  choose: (field: string): string => `Value of ${field}`,
  confirm: 'Use these values',
  maker: (author: string, revision: string): string =>
    [revision === '' ? '' : `revision ${revision}`, author === '' ? '' : `by ${author}`]
      .filter((text) => text !== '')
      .join(' '),
  /** Told of a part that refers to something deleted. @param what As in `flag checkout: variant blue`. */
  gone: (what: string): string => `Uses ${what}, which was deleted.`,
  segmentGone: (key: string): string =>
    `The segment "${key}" no longer exists. Choose another segment or create it, then save again.`,
  variantGone: 'A variant no longer exists. Remove its share or choose another variant, then save again.',
  nothingLeft: 'Nothing to save: you kept the values of the other change.',
  notice: 'Changed elsewhere.',
  show: 'Show differences',
} as const;
