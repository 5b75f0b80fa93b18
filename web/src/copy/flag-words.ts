/** Words about a flag that its page and the lists share. */
export const flagWords = {
  types: { variant: 'Variant', boolean: 'Boolean' },
  /** Complete "You are not allowed to …". */
  actions: { create: 'create flags', update: 'change flags', delete: 'delete flags' },
  enabled: 'Enabled',
  disabled: 'Disabled',
  off: 'Off',
  defaultValue: 'Default value',
  true: 'True',
  false: 'False',
  stateOf: (label: string, key: string): string => `${label}: ${key}`,
  switched: {
    on: (key: string): string => `${key} enabled`,
    off: (key: string): string => `${key} disabled`,
    value: (key: string, value: string): string => `Default value of ${key} is now ${value}`,
  },
  everyoneGets: (value: string): string => `Everyone gets ${value}`,
  noEffect: (value: string): string => `The default value ${value} has no effect.`,
  plusRollouts: (rollouts: string): string => `+ ${rollouts}`,
} as const;
