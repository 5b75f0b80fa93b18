/** Texts of the sample data. */
export const samplesCopy = {
  title: 'Sample data',
  text: 'Flags and segments to look at and to change, in a namespace of their own.',
  load: 'Load sample data',
  question: 'This creates the namespace samples with:',
  confirm: 'Load',
  loaded: 'Sample data is loaded',
  open: 'Open samples',
  remove: 'Remove samples',
  removeText: 'This deletes the namespace samples with the flags and segments that came with it.',
  removed: 'Sample data is removed',
  /** Completes "You are not allowed to …". */
  action: 'create namespaces',
  name: 'Samples',
  description: 'Made by the dashboard to learn with; it may be removed at any time.',
  segments: {
    beta: { name: 'Beta users', description: 'People whose plan is beta.' },
    europe: { name: 'Europe', description: 'By country, or by the time zone of the browser.' },
    everyone: { name: 'Everyone', description: 'Without constraints: it matches every entity.' },
  },
  flags: {
    darkMode: { name: 'Dark mode', description: 'True for everyone.' },
    search: {
      name: 'New search',
      description: 'A gradual release: beta users first, then a quarter of the others.',
      betaFirst: 'Beta users first',
      thenSome: 'Then a quarter of all others',
    },
    checkout: { name: 'Checkout button', description: 'A test of two colours, half each.' },
    limits: { name: 'Upload limits', description: 'Values as attachments, by segment.' },
  },
} as const;
