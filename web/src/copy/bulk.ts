/** Texts of what is done to many flags at once. */
export const bulkCopy = {
  label: 'Selected flags',
  selected: (count: string): string => `${count} selected`,
  selectAll: (count: string): string => `Select all ${count} matching`,
  clear: 'Clear selection',
  actions: {
    enable: 'Enable',
    disable: 'Disable',
    defaultValue: 'Set default value',
    tags: 'Tags…',
    addTag: 'Add tag',
    removeTag: 'Remove tag',
    copy: 'Copy to Namespace',
    export: 'Export JSON',
    delete: 'Delete',
  },
  titles: {
    enable: (flags: string): string => `Enable ${flags}`,
    disable: (flags: string): string => `Disable ${flags}`,
    defaultValue: (flags: string, value: string): string => `Set the default value of ${flags} to ${value}`,
    addTag: (flags: string, tag: string): string => `Add tag ${tag} to ${flags}`,
    removeTag: (flags: string, tag: string): string => `Remove tag ${tag} from ${flags}`,
    delete: (flags: string): string => `Delete ${flags}`,
  },
  apply: 'Apply',
  nothing: 'Nothing will change.',
  skipped: 'Left as they are',
  skips: {
    same: 'nothing to change',
    notVariant: 'not a variant flag',
    notBoolean: 'not a boolean flag',
  },
  tagDialog: {
    title: 'Tags',
    tag: 'Tag',
    tagHint: 'One tag.',
  },
} as const;
