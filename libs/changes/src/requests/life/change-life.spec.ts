import { readFileSync } from 'node:fs';
import {
  changeStates,
  MICROS_PER_SECOND,
  SERVICE_ORIGIN,
  seriesStates,
  type ChangeState,
  type ChangeStep,
  type SeriesState,
} from '@pennon/domain';
import { SOME_MOMENT } from '@pennon/testing';
import {
  afterEvent,
  assertMay,
  assertMaySeries,
  changeLife,
  isOverdue,
  maySeries,
  plannedTime,
  seriesLife,
  type ChangeEvent,
  type SeriesEvent,
  type SeriesTransition,
  type Transition,
} from './change-life';

const NOW = SOME_MOMENT;
const HOUR = 3600 * MICROS_PER_SECOND;

function step(more: Partial<ChangeStep> = {}): ChangeStep {
  return {
    ...{
      id: 'a',
      namespaceKey: 'shop',
      state: 'scheduled',
      message: '',
      author: SERVICE_ORIGIN,
      writers: [],
    },
    ...{ createdAt: NOW - HOUR, updatedAt: NOW - HOUR, baseRevision: undefined, revision: undefined },
    ...{ plannedAt: undefined, dueAt: undefined, after: undefined, seriesId: '', step: 0, origin: 'change' },
    ...{ version: 1, isProposal: false, reason: '', bypassReason: '', onConflict: 'merge' },
    ...more,
  };
}

function refusalOf(attempt: () => void): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** What the API calls the states of changes. */
const wireNames: Readonly<Record<ChangeState, string>> = {
  ...{ pending: 'PENDING_REVIEW', scheduled: 'SCHEDULED', applied: 'APPLIED', rejected: 'REJECTED' },
  ...{ cancelled: 'CANCELLED', conflicted: 'CONFLICTED', failed: 'FAILED' },
};

/** Where every event leads from every state, with and without the approvals: `-` if it cannot happen. */
const table: readonly (readonly [ChangeEvent, ...string[]])[] = [
  //           pending, scheduled, applied, rejected, cancelled, conflicted, failed
  ['propose', '-', '-', '-', '-', '-', '-', '-'],
  ['schedule', '-', '-', '-', '-', '-', '-', '-'],
  ['approve', 'scheduled/pending', '-', '-', '-', '-', '-', '-'],
  ['reject', 'rejected', '-', '-', '-', '-', '-', '-'],
  ['block', 'pending', 'pending', '-', '-', '-', '-', '-'],
  ['comment', ...changeStates],
  ['edit', 'scheduled/pending', 'scheduled/pending', '-', '-', '-', 'scheduled/pending', '-'],
  ['apply', 'applied', 'applied', '-', '-', '-', '-', '-'],
  ['cancel', 'cancelled', 'cancelled', '-', '-', '-', 'cancelled', '-'],
  ['relax', 'scheduled/pending', '-', '-', '-', '-', '-', '-'],
  ['tighten', '-', 'pending', '-', '-', '-', '-', '-'],
  ['reach', '-', 'applied', '-', '-', '-', '-', '-'],
  ['lack', '-', 'pending', '-', '-', '-', '-', '-'],
  ['conflict', '-', 'conflicted', '-', '-', '-', '-', '-'],
  ['fail', '-', 'failed', '-', '-', '-', '-', '-'],
  ['follow', 'scheduled/pending', 'scheduled/pending', '-', '-', '-', '-', '-'],
  ['abandon', 'cancelled', 'cancelled', '-', '-', '-', 'cancelled', '-'],
  ['hold', '-', 'scheduled', '-', '-', '-', '-', '-'],
  ['retry', 'scheduled/pending', 'scheduled/pending', '-', '-', '-', 'scheduled/pending', '-'],
];

it('the table names every event', () => {
  expect(table.map(([event]) => event).toSorted()).toEqual(Object.keys(changeLife).toSorted());
});

describe.each(table.map(([event, ...destinations]) => [event, destinations] as const))(
  '%s',
  (event, destinations) => {
    it.each(changeStates.map((state, index) => [state, destinations[index] ?? ''] as const))(
      'leads from %s to %s',
      (state: ChangeState, destination) => {
        const request = step({ state });
        if (destination === '-') {
          const closed = {
            message: `the change cannot be ${changeLife[event].deed}: it is ${state}`,
            info: { reason: 'CHANGE_CLOSED', metadata: { state: wireNames[state] } },
          };
          expect(
            refusalOf(() => {
              assertMay(event, request);
            }),
          ).toMatchObject(closed);
          return;
        }
        assertMay(event, request);
        const to = [true, false].map(
          (isApproved) =>
            afterEvent(event, request, {
              steps: [request],
              now: NOW,
              isApproved,
              appliesLate: false,
              isRunning: true,
            }).state,
        );
        expect([...new Set(to)].join('/')).toBe(destination);
      },
    );
  },
);

/** Where every event leads a series from every state: `-` if it cannot happen. */
const seriesTable: readonly (readonly [SeriesEvent, ...(SeriesState | 'unchanged' | '-')[]])[] = [
  //        running, paused, suspended, rolled_back, cancelled, done
  ['begin', '-', '-', '-', '-', '-', '-'],
  ['edit', 'unchanged', 'unchanged', 'unchanged', '-', '-', '-'],
  ['pause', 'paused', '-', '-', '-', '-', '-'],
  ['resume', '-', 'running', 'running', '-', '-', '-'],
  ['suspend', 'suspended', '-', '-', '-', '-', '-'],
  ['hold', 'suspended', 'suspended', 'suspended', '-', '-', '-'],
  ['proceed', '-', '-', 'running', '-', '-', '-'],
  ['finish', 'done', '-', '-', '-', '-', '-'],
  ['end', 'cancelled', 'cancelled', 'cancelled', '-', '-', '-'],
  ['cancel', 'cancelled', 'cancelled', 'cancelled', '-', '-', '-'],
  ['rollBack', 'rolled_back', 'rolled_back', 'rolled_back', '-', '-', 'rolled_back'],
];

it('the table of series names every event, and where it leads', () => {
  expect(seriesTable.map(([event]) => event)).toEqual(Object.keys(seriesLife));
  for (const [event, ...destinations] of seriesTable) {
    const found = seriesStates.map((state) => (maySeries(event, { state }) ? seriesLife[event].to : '-'));
    expect([event, found]).toEqual([event, destinations]);
  }
  const refusal = refusalOf(() => {
    assertMaySeries('resume', { state: 'rolled_back' });
  });
  expect(refusal).toMatchObject({
    message: 'the series cannot be resumed: it is rolled back',
    info: { reason: 'CHANGE_CLOSED', metadata: { state: 'ROLLED_BACK' } },
  });
});

/** The rows of a table of events in a section of the page on changes. */
function documentedIn(page: string, section: RegExp): readonly (readonly string[])[] {
  const [, found = ''] = section.exec(page) ?? [];
  const rows = found.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it('the page on changes shows the same table of series', () => {
  const page = readFileSync('docs/changes.md', 'utf8');
  const shown = (state: SeriesState): string => `\`${state.toUpperCase()}\``;
  expect(documentedIn(page, /^### Steer a ramp$(.*?)^## /ms)).toEqual(
    Object.entries<SeriesTransition>(seriesLife).map(([event, { from, to, by, told }]) => [
      `\`${event}\``,
      from.length === 0 ? '(new)' : from.map(shown).join(', '),
      to === 'unchanged' ? to : shown(to),
      by,
      told === undefined ? '' : `\`series:${told}\``,
    ]),
  );
});

it('the page on changes shows the same table, and the states of it', () => {
  const page = readFileSync('docs/changes.md', 'utf8');
  const cells = documentedIn(page, /^## Life of a change$(.*?)^## /ms);
  const shown = (state: string): string =>
    state === 'pending' ? '`PENDING_REVIEW`' : `\`${state.toUpperCase()}\``;
  const fromText = (from: readonly ChangeState[]): string => {
    if (from.length === changeStates.length) return '(any)';
    return from.length === 0 ? '(new)' : from.map(shown).join(', ');
  };
  const documented = Object.entries<Transition>(changeLife).map(([event, { from, to, by, told }]) => [
    `\`${event}\``,
    fromText(from),
    to === 'released' || to === 'unchanged' ? to : shown(to),
    by,
    told === undefined ? '' : `\`change:${told}\``,
  ]);
  expect(cells).toEqual(documented);
  const [, states = ''] = /^\| State .*?$(.*?)^$/ms.exec(page) ?? [];
  const named = [...states.matchAll(/^\| (`[A-Z_]+`)/gm)].map(([, state]) => state);
  expect(named.toSorted()).toEqual(changeStates.map(shown).toSorted());
});

/** From when on a change may be applied after an event. */
function dueAfter(
  event: ChangeEvent,
  request: ChangeStep,
  { steps = [request], appliesLate = false, isRunning = true } = {},
): number | undefined {
  return afterEvent(event, request, { steps, now: NOW, isApproved: true, appliesLate, isRunning }).dueAt;
}

describe('a change becomes due', () => {
  const future = NOW + HOUR;
  const past = NOW - HOUR;

  it.each(['approve', 'relax', 'edit'] as const)('at its time, if that is to come: %s', (event) => {
    expect(dueAfter(event, step({ state: 'pending', plannedAt: future }))).toBe(future);
  });

  it('not by itself, if it is approved after its time, unless the policy says so', () => {
    for (const event of ['approve', 'relax'] as const) {
      const late = step({ state: 'pending', plannedAt: past });
      expect(dueAfter(event, late)).toBeUndefined();
      expect(isOverdue({ ...late, state: 'scheduled' }, [late], NOW)).toBe(true);
      expect(dueAfter(event, late, { appliesLate: true })).toBe(past);
    }
  });

  it('at once, if it has no time and is approved', () => {
    for (const event of ['approve', 'relax'] as const)
      expect(dueAfter(event, step({ state: 'pending' }))).toBe(NOW);
  });

  it('never by an edit', () => {
    for (const state of ['pending', 'conflicted'] as const)
      for (const plannedAt of [undefined, past])
        expect(dueAfter('edit', step({ state, plannedAt, dueAt: past }))).toBeUndefined();
  });

  it('by no event while it is held', () => {
    const events = Object.entries(changeLife).filter(([, { to }]) => to === 'released');
    expect(events.length).toBeGreaterThan(0);
    for (const [event] of events)
      for (const plannedAt of [undefined, past, future]) {
        const held = step({ state: 'pending', plannedAt, reason: 'a token was deleted' });
        expect(dueAfter(event as ChangeEvent, held, { appliesLate: true })).toBeUndefined();
        expect(isOverdue(held, [held], NOW)).toBe(true);
      }
  });

  it('as it was, if it is edited while it is scheduled', () => {
    expect(dueAfter('edit', step({ plannedAt: past, dueAt: past }))).toBe(past);
  });
});

describe('a step', () => {
  const first = step({ id: 'a', seriesId: 's', step: 1, state: 'applied', updatedAt: NOW });
  const second = step({ id: 'b', seriesId: 's', step: 2, after: HOUR });
  const third = step({ id: 'c', seriesId: 's', step: 3, plannedAt: NOW + 5 * HOUR });

  it('is due so long after the one before was applied', () => {
    expect(dueAfter('follow', second, { steps: [first, second] })).toBe(NOW + HOUR);
  });

  it('is not due while its series does not run', () => {
    const options = { steps: [first, second], isRunning: false };
    expect(dueAfter('follow', second, options)).toBeUndefined();
    expect(dueAfter('retry', second, options)).toBeUndefined();
  });

  it('is not due while the one before was not applied', () => {
    expect(dueAfter('follow', third, { steps: [first, second, third] })).toBeUndefined();
    expect(dueAfter('approve', third, { steps: [first, second, third] })).toBeUndefined();
  });

  it('is planned by the one before it, or for when its series was created', () => {
    const waiting = { ...first, state: 'pending', createdAt: NOW - HOUR } as const;
    expect(plannedTime(waiting, [waiting, second])).toBe(NOW - HOUR);
    expect(plannedTime(second, [waiting, second])).toBe(NOW);
    expect(plannedTime(second, [first, second])).toBe(NOW + HOUR);
    expect(plannedTime(third, [first, second, third])).toBe(NOW + 5 * HOUR);
  });
});
