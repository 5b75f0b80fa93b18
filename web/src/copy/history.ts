/** Revisions by their counter: what is behind it tells histories apart, and is nothing to people. */
const numberOf = (revision: string): string => revision.split('.')[0] ?? '';

const origins: Readonly<Record<string, string>> = {
  import: 'Import',
  restore: 'Restore',
  promotion: 'Promotion',
  schedule: 'Scheduled',
};

/** Texts of the history of a flag. */
export const historyCopy = {
  title: 'History',
  what: 'the history',
  list: 'Changes',
  empty: 'No recorded changes.',
  older: 'Show older changes',
  inLog: 'Open in the audit log',
  linkedMissing: 'The change that the address points at is not among them.',
  refused: 'Your credential may not read the history.',
  refusedText: 'Ask whoever runs this server for the right to read this namespace.',
  somebody: 'Somebody',
  revision: (revision: string): string => `Revision ${numberOf(revision)}`,
  /** Where it came from, if that is worth saying. */
  origin: (origin: string): string | undefined => origins[origin],
  approvedBy: (names: string): string => `Approved by ${names}`,
  bypassed: 'Without review',
  undoes: (revision: string): string => `Undoes revision ${numberOf(revision)}`,
  undoneBy: (revisions: readonly string[]): string =>
    `Undone by ${revisions.map((revision) => `revision ${numberOf(revision)}`).join(', ')}`,
  also: (subjects: string): string => `It also changed ${subjects}.`,
  segments: 'Changes of the segments that it uses:',
  more: (count: string): string => `and ${count}`,
  undo: 'Undo this change',
  restore: 'Restore this version',
  undoTitle: (flagKey: string, revision: string): string =>
    `Undo revision ${numberOf(revision)} of flag ${flagKey}`,
  restoreTitle: (flagKey: string, revision: string): string =>
    `Restore flag ${flagKey} as of revision ${numberOf(revision)}`,
  done: 'Successfully restored',
} as const;
