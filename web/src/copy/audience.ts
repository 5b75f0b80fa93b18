/** The words of audience bars, sentences and impact lines. */
export const audienceCopy = {
  enabled: 'Enabled.',
  disabled: 'Disabled.',
  off: 'Off.',
  everyone: 'Everyone',
  everyoneElse: 'Everyone else',
  everyoneGets: (what: string): string => `everyone gets ${what}`,
  everyoneElseGets: (what: string): string => `everyone else gets ${what}`,
  entitiesGet: (who: string, what: string): string => `${who} get ${what}`,
  anyOf: (names: readonly string[]): string => `any of ${names.join(', ')}`,
  allOf: (names: readonly string[]): string => `all of ${names.join(', ')}`,
  entitiesIn: (segments: string): string => `entities in ${segments}`,
  noVariant: 'no variant',
  defaultVariant: (key: string): string => `the default variant ${key}`,
  defaultVariantShort: (key: string): string => `default variant ${key}`,
  true: 'True',
  false: 'False',
  ruleFor: (position: number, segments: string): string => `Rule ${position} for ${segments}`,
  rolloutFor: (position: number, segments: string): string => `Rollout ${position} for ${segments}`,
  totalGap: (total: string, gap: string, what: string): string =>
    `${total}: ${gap} of matching entities get ${what}`,
  totalOver: (total: string, excess: string): string => `${total}: reduce by ${excess}`,
  noChange: 'No entity will get a different answer.',
  none: 'none',
  moveOfRule: (share: string, moves: string): string =>
    `${share} of the entities that reach this rule will get a different variant: ${moves}.`,
  move: (share: string, from: string, to: string): string => `${share} ${from} → ${to}`,
  moveOfFlag: (share: string, from: string, to: string): string =>
    `${share} of entities change from ${from} to ${to}`,
} as const;
