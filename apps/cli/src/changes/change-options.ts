import type { CommandOptions } from '../command-line/command';

/** The option `--message` of commands that change flags. */
export const messageOption: CommandOptions = {
  message: { type: 'string', short: 'm', placeholder: 'TEXT', help: 'message for the history' },
};

/** The option `--zone` of commands that take a time. */
export const zoneOption: CommandOptions = {
  zone: {
    type: 'string',
    placeholder: 'NAME',
    help: 'time zone of --at, such as Europe/Berlin: that of this machine unless given',
  },
};

/** The option `--zone` of commands that tell times. */
export const toldZoneOption: CommandOptions = {
  zone: {
    type: 'string',
    placeholder: 'NAME',
    help: 'time zone in which times are told beside that of this machine: UTC unless given',
  },
};

/** The option `--propose` of commands that change flags. */
export const proposeOption: CommandOptions = {
  propose: { type: 'boolean', help: 'propose the change: it waits until it is approved or applied' },
};

/** Options on when a change is applied. */
export const whenOptions: CommandOptions = {
  at: {
    type: 'string',
    placeholder: 'TIME',
    help: 'apply the change at this time: 2026-12-01T09:00:00Z, or by --zone 2026-12-01T09:00, or "Mon 09:00"',
  },
  ...zoneOption,
  ...proposeOption,
};

/** The option `--bypass-review` of commands that may change flags without approvals. */
export const bypassOption: CommandOptions = {
  'bypass-review': {
    type: 'string',
    placeholder: 'REASON',
    help: 'emergency: change flags without approvals, if the policy allows it; history and audit log keep the reason',
  },
};

/** The option `--dry-run` of commands that change flags. */
export const dryRunOption: CommandOptions = {
  'dry-run': {
    type: 'boolean',
    help: 'print the differences, and change nothing; the exit code is 2 if there are any',
  },
};

/** The option `--json` of commands that ask the API. */
export const jsonOption: CommandOptions = {
  json: { type: 'boolean', help: 'print the answer as JSON, in the words of the API' },
};

/** What commands do with one change. */
export type ChangeWord = 'show' | 'approve' | 'reject' | 'request-changes' | 'comment' | 'apply' | 'cancel';

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
