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
    description: 'An export of this page or of the command line. Nothing is written before you say so.',
    file: 'File',
    problem: (text: string): string => `This file cannot be imported. ${text}`,
    severalNamespaces: 'It holds several namespaces. Import a file with one namespace.',
    run: 'Import',
    done: 'Successfully imported flags',
    plan: (namespaceKey: string): string => `Import into ${namespaceKey}`,
  },
  exported: (flags: string): string => `Exported ${flags}`,
} as const;
