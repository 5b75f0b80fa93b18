/** Texts of turning a flag off for everyone, and on again. */
export const turningCopy = {
  title: 'Turn off for everyone',
  confirm: 'Turn off',
  boolean:
    'Everyone gets False. Default value and rollouts stay as they are, and count when the flag is on again.',
  withDefault: (variant: string): string =>
    `Everyone gets the default variant ${variant}, and a match of false. Rules stay as they are.`,
  withoutDefault: 'Everyone gets no variant, and a match of false. Rules stay as they are.',
  reason: 'Reason',
  reasonHint: 'Shown on the page of the flag while it is off, and in its history.',
  since: (by: string): string => (by === '' ? 'Off since' : `Off by ${by} since`),
  turnOn: 'Turn on',
  turnedOff: (key: string): string => `${key} is off for everyone`,
  turnedOn: (key: string): string => `${key} is on again`,
} as const;
