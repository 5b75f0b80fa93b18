import type { CommandOptions } from '../command-line/command';

/** The option `--message` of commands that change flags. */
export const messageOption: CommandOptions = {
  message: { type: 'string', short: 'm', placeholder: 'TEXT', help: 'message for the history' },
};

/** Options on when a change is applied. */
export const whenOptions: CommandOptions = {
  at: {
    type: 'string',
    placeholder: 'TIME',
    help: 'apply the change at this time, with a zone: 2026-12-01T09:00:00Z',
  },
  propose: { type: 'boolean', help: 'propose the change: it waits until it is approved or applied' },
};

/** The option `--bypass-review` of commands that may change flags without approvals. */
export const bypassOption: CommandOptions = {
  'bypass-review': {
    type: 'string',
    placeholder: 'REASON',
    help: 'emergency: change flags without approvals, if the policy allows it; history and audit log keep the reason',
  },
};

/** What states of changes are called on a command line. */
export const stateWords = [
  'pending-review',
  'scheduled',
  'applied',
  'rejected',
  'cancelled',
  'conflicted',
  'failed',
] as const;
export type StateWord = (typeof stateWords)[number];
