import { boolean, oneOf } from '../kinds/words';
import { duration } from '../kinds/number';
import { type Section, setting } from '../kinds/setting';

/**
 * How evaluation keeps up with what is written. Rules between these settings are in `check-rules.ts`.
 */
export const freshnessSettings = {
  pollInterval: setting(duration({ min: '50ms', max: '1h' }), {
    default: '1s',
    description:
      'Longest time between two looks at which namespaces have changed, where other processes write to the database. ' +
      'It bounds how late a change is seen whose push was lost, or where nothing is pushed.',
  }),
  confirmTimeout: setting(duration({ min: '10ms', max: '1m' }), {
    default: '1s',
    description:
      'Longest time that an evaluation waits for the database, where each one asks whether its snapshot is the newest. ' +
      'After that it is answered from the last good snapshot, and so are all others, without waiting, until the ' +
      'database answers again.',
  }),
  unconfirmed: setting(oneOf(['serve', 'refuse']), {
    default: 'serve',
    description:
      'What becomes of an evaluation that is to be confirmed and cannot be within `freshness.confirm_timeout`: it is ' +
      'answered from the last good snapshot (`serve`), or refused with UNAVAILABLE (`refuse`). Both are counted in ' +
      '`pennon_unconfirmed_evaluations_total`. Where nothing is confirmed (`cache.enabled`, a SQLite file that this ' +
      'process writes, documents), it has no effect.',
  }),
  loadTimeout: setting(duration({ min: '1s', max: '1h' }), {
    default: '30s',
    description: 'Longest time that reading the whole of a namespace may take before it is tried again.',
  }),
  maxAge: setting(duration(), {
    default: '0s',
    description:
      'Age of a snapshot, as the time since it was last known to be current, at which health turns to NOT_SERVING, so ' +
      'that load balancers prefer instances that can reach the database. Evaluation goes on all the same. 0s is never.',
  }),
  headers: setting(boolean, {
    default: 'false',
    description:
      'Tell with every evaluation which revision of the namespace it saw, and how long ago that was last known to be ' +
      'current: headers `x-pennon-revision` and `x-pennon-age-ms`, metadata over gRPC. Requests with ' +
      '`x-pennon-min-revision` are told in any case.',
  }),
  minRevisionWait: setting(duration({ max: '1m' }), {
    default: '1s',
    description:
      'Longest time that an evaluation with `x-pennon-min-revision` waits for that revision before it is refused with ' +
      'UNAVAILABLE.',
  }),
  push: setting(oneOf(['auto', 'off']), {
    default: 'auto',
    description:
      'Tell other processes of changes, and listen to them, over PostgreSQL or Redis where either is used (`auto`). ' +
      'Switched off, changes are polled only.',
  }),
} as const satisfies Section;
