import { jsonOption } from '../changes/change-options';
import { type Command, serverOptions } from '../command-line/command';
import { policyOptions } from './policy-members';

const address = '--address https://flags.example.com';

/** Commands on the review policy of a namespace. */
export const policyCommands: readonly Command[] = [
  {
    name: 'policy show',
    summary: 'show the review policy of a namespace',
    details: ['Prints one line per member. Needs a running server.'],
    takes: { placeholder: 'NAMESPACE', min: 1, max: 1 },
    options: { ...jsonOption, ...serverOptions },
    examples: [`pennon policy show shop ${address}`],
    run: async (given) => (await import('./run-policy.js')).showPolicy(given),
  },
  {
    name: 'policy set',
    summary: 'change the review policy of a namespace',
    details: [
      'Changes the members that are given, also for changes that wait, and prints the policy.',
      'Needs a running server, and the role admin.',
    ],
    takes: { placeholder: 'NAMESPACE', min: 1, max: 1 },
    options: { ...policyOptions, ...jsonOption, ...serverOptions },
    examples: [`pennon policy set shop --approvals 1 --bypass admin ${address}`],
    run: async (given) => (await import('./run-policy.js')).setPolicy(given),
  },
];
