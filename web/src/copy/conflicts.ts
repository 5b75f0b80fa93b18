/** Texts about what somebody else changed while it was being edited here. */
export const conflictsCopy = {
  title: 'Changed elsewhere',
  text: 'Somebody saved other values while you were editing. Choose what each field is to have.',
  field: 'Field',
  yours: 'Yours',
  theirs: 'Theirs',
  result: 'Result',
  empty: 'empty',
  choose: (field: string): string => `Value of ${field}`,
  confirm: 'Use these values',
  notice: 'Changed elsewhere.',
  show: 'Show differences',
} as const;
