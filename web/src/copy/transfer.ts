/** Texts of export and import. */
export const transferCopy = {
  label: 'Export and import',
  exportJson: 'Export all as JSON',
  exportYaml: 'Export all as YAML',
  import: 'Import…',
  /** Completes "You are not allowed to …". */
  action: 'import flags',
  importing: {
    title: 'Import flags',
    description:
      'An export of this page, or a document of the command line. Nothing is written before you say so.',
    file: 'File',
    problem: (text: string): string => `This file cannot be imported. ${text}`,
    uncertainNumber: (spelling: string): string =>
      `The number ${spelling} has no certain meaning in JSON; put it in quotes if it is a text.`,
    run: 'Import',
    done: 'Successfully imported flags',
    plan: (namespaceKey: string): string => `Import into ${namespaceKey}`,
    dryRun: 'What the import does',
    kinds: { flag: 'Flag', segment: 'Segment' },
    states: { create: 'Create', change: 'Change', same: 'Same', conflict: 'Conflict' },
    skip: 'Skip',
    overwrite: 'Overwrite',
    choiceFor: (key: string): string => `What to do about ${key}`,
    otherType: 'The flag that is there has another type, which cannot change.',
    missing: (keys: string): string => `Needs segments that are neither in the file nor here: ${keys}.`,
  },
  exported: (flags: string): string => `Exported ${flags}`,
} as const;
