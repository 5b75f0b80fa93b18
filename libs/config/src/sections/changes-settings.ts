import { duration, integer } from '../kinds/number';
import { setting, type Section } from '../kinds/setting';

/** What is remembered of namespaces. */
export const historySettings = {
  retention: setting(duration({ max: '87600h' }), {
    default: '0s',
    description:
      'How long revisions stay in the history, and changes that are done with; older ones are deleted every ten minutes. ' +
      '0s keeps them for ever.',
  }),
  maxRevisions: setting(integer({ max: 100_000_000 }), {
    default: '0',
    description:
      'Most revisions of a namespace in the history; beyond them the earliest are deleted every ten minutes, so there may be more ' +
      'until then. 0 for any number.',
  }),
} as const satisfies Section;

/** Changes that wait for review or for their time. */
export const changesSettings = {
  maxWaiting: setting(integer({ min: 1, max: 100_000 }), {
    default: '10000',
    description:
      'Most changes of one namespace that wait for review or for their time; further ones are refused.',
  }),
  maxRequestKeys: setting(integer({ min: 1000, max: 10_000_000 }), {
    default: '100000',
    description:
      'Maximum number of request keys kept for a namespace. Keys expire after 24 hours; beyond this number the oldest are ' +
      'deleted earlier, within minutes, and a repeated request is done again.',
  }),
  pollInterval: setting(duration({ min: '50ms', max: '1h' }), {
    default: '500ms',
    description:
      'How often the instance that applies scheduled changes looks for new ones: a change scheduled closer ' +
      'than this interval may be applied up to one interval late.',
  }),
  maxLateness: setting(duration({ max: '8760h' }), {
    default: '0s',
    description:
      'How late a scheduled change may be applied, as after an outage; one that is later fails. 0s for any lateness.',
  }),
} as const satisfies Section;
