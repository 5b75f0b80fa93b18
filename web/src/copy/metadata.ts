import { validationCopy } from './validation';

/** Texts of the editor of metadata. */
export const metadataCopy = {
  title: 'Metadata',
  add: 'Add Metadata',
  remove: 'Remove metadata entry',
  empty: 'No metadata.',
  asJson: 'Edit as JSON',
  asEntries: 'Edit as entries',
  keyHint: 'Key',
  key: (row: number): string => `Key of entry ${row}`,
  type: (row: number): string => `Type of entry ${row}`,
  value: (row: number): string => `Value of entry ${row}`,
  true: 'True',
  false: 'False',
  tags: 'Tags',
  tagsHint: 'Separated by commas.',
  noObject: 'Metadata must be a JSON object, with no number too long to be saved exactly.',
  problems: {
    'key-missing': validationCopy.key,
    'key-not-unique': validationCopy.metadataKeyUnique,
    'not-a-number': validationCopy.number,
    'not-exact': validationCopy.numberInexact,
    'not-json': validationCopy.metadataJson,
    'other-type': validationCopy.metadataJson,
  },
} as const;
