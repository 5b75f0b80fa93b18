/** What a coloured thing means; colour always stands beside an icon or a word. */
export type Tone = 'neutral' | 'accent' | 'on' | 'off' | 'warn' | 'danger';

/** Text on the soft colour of a tone. */
export const softTones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  on: 'bg-on-soft text-on',
  off: 'bg-off-soft text-off',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};
