import { setTimeout as delay } from 'node:timers/promises';
import {
  addNamespace,
  changeIn,
  changesOf,
  newChange,
  partlyOn,
  revisionsOf,
  type ChangeJson,
  type RevisionJson,
} from './change-calls';
import { type Api, type Request } from './http';
import { shuffled, type Random } from './random';

/** Requests at once while changes are scheduled. */
const CLIENTS = 10;

/** Changes that are scheduled first, far in the future, to find out how long that takes. */
const PROBES = 30;
const FAR_IN_THE_FUTURE = '2100-01-01T00:00:00Z';

/** All that are scheduled may take so many times as long as the first ones. */
const PATIENCE = 4;

/** How many changes to schedule. */
export interface Amounts {
  readonly changes: number;
  readonly namespaces: number;
  /** What the names of the namespaces begin with, which are made anew; `space` unless given. */
  readonly prefix?: string;
  /** Time from when the first one is due to when all are, in milliseconds. */
  readonly spanMs: number;
}

/** A change that was scheduled. */
export interface Scheduled {
  readonly id: string;
  readonly namespaceKey: string;
  /** When it is due, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** The share that it gives its flag. */
  readonly percentage: number;
}

/** A change that was applied, and how late. */
export interface Applied extends Scheduled {
  readonly latenessMs: number;
}

/** Changes that are due one shortly after the other, in several namespaces. */
export class ScheduledChanges {
  private constructor(
    readonly all: readonly Scheduled[],
    readonly namespaceKeys: readonly string[],
    /** When the first one is due, in milliseconds since the epoch. */
    readonly beginsAt: number,
  ) {}

  /** Schedules that many changes. Each makes a flag of its own: two that make the same one are in conflict. */
  static async schedule(
    api: Api,
    random: Random,
    { changes, namespaces, prefix = 'space', spanMs }: Amounts,
  ): Promise<ScheduledChanges> {
    const namespaceKeys = Array.from({ length: namespaces }, (_, index) => `${prefix}-${index}`);
    for (const key of namespaceKeys) await addNamespace(api, key);
    const beginsAt = Date.now() + 1000 + changes * PATIENCE * (await timePerChange(api, `${prefix}-probes`));
    const planned = Array.from({ length: changes }, (_, index) => ({
      namespaceKey: namespaceKeys[Math.floor(random() * namespaces)] ?? '',
      dueAt: Math.round(beginsAt + (index * spanMs) / changes),
      percentage: (100 * (index + 1)) / changes,
    }));
    const all = await atOnce(shuffled(random, planned), async (change) => {
      const { id, state } = await changeIn(
        api.send(requestFor(change, new Date(change.dueAt).toISOString())),
      );
      if (state !== 'SCHEDULED') throw new Error(`a change was not scheduled: ${state}`);
      return { ...change, id };
    });
    return new ScheduledChanges(
      all.toSorted((left, right) => left.dueAt - right.dueAt),
      namespaceKeys,
      beginsAt,
    );
  }

  /** Resolves when that many milliseconds have passed since the first one was due. */
  async after(milliseconds: number): Promise<void> {
    await delay(Math.max(0, this.beginsAt + milliseconds - Date.now()));
  }

  /** The changes of a namespace by when they are due. */
  of(namespaceKey: string): readonly Scheduled[] {
    return this.all.filter((change) => change.namespaceKey === namespaceKey);
  }

  /** Resolves when none of them waits any more. */
  async areDone(api: Api): Promise<void> {
    for (const key of this.namespaceKeys) {
      while ((await changesOf(api, key)).some(({ state }) => state === 'SCHEDULED')) await delay(100);
    }
  }

  /** What became of them, and the revisions that the namespaces have, the first one first. */
  async outcome(api: Api): Promise<readonly NamespaceOutcome[]> {
    const outcomes: NamespaceOutcome[] = [];
    for (const namespaceKey of this.namespaceKeys) {
      const changes = await changesOf(api, namespaceKey);
      const revisions = (await revisionsOf(api, namespaceKey)).toReversed();
      outcomes.push({ scheduled: this.of(namespaceKey), changes, revisions });
    }
    return outcomes;
  }
}

function requestFor({ namespaceKey, percentage }: Omit<Scheduled, 'id' | 'dueAt'>, at: string): Request {
  const key = `share-${String(percentage).replace('.', '_')}`;
  return newChange(namespaceKey, [partlyOn(key, percentage)], { when: { at } });
}

/** How long it takes to schedule a change while others are scheduled, in milliseconds. */
async function timePerChange(api: Api, namespaceKey: string): Promise<number> {
  await addNamespace(api, namespaceKey);
  const begunAt = performance.now();
  await atOnce(Array.from({ length: PROBES }), () =>
    changeIn(api.send(requestFor({ namespaceKey, percentage: 1 }, FAR_IN_THE_FUTURE))),
  );
  return (performance.now() - begunAt) / PROBES;
}

/** Does the work for each of the items, for some of them at the same time. */
async function atOnce<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<readonly U[]> {
  const waiting = [...items];
  const done: U[] = [];
  const workOff = async (): Promise<void> => {
    while (waiting.length > 0) for (const item of waiting.splice(0, 1)) done.push(await work(item));
  };
  await Promise.all(Array.from({ length: CLIENTS }, workOff));
  return done;
}

/** What became of the changes of a namespace. */
export interface NamespaceOutcome {
  /** By when they were due. */
  readonly scheduled: readonly Scheduled[];
  readonly changes: readonly ChangeJson[];
  /** The first one first. */
  readonly revisions: readonly RevisionJson[];
}

/** The changes of a namespace with their lateness. */
export function appliedIn({ scheduled, revisions }: NamespaceOutcome): readonly Applied[] {
  return scheduled.flatMap((change) => {
    const made = revisions.find(({ changeId }) => changeId === change.id);
    return made === undefined ? [] : [{ ...change, latenessMs: Date.parse(made.at) - change.dueAt }];
  });
}

/** Passes when each change was applied once, in the order of their times, and nothing else has happened. */
export function expectEachOnceInOrder({ scheduled, changes, revisions }: NamespaceOutcome): void {
  const ids = scheduled.map(({ id }) => id);
  // The first revision made the namespace.
  expect(revisions.map(({ changeId }) => changeId)).toEqual(['', ...ids]);
  expect(revisions.map(({ revision }) => Number.parseInt(revision))).toEqual(
    revisions.map((_, index) => index + 1),
  );
  const byId = new Map(changes.map((change) => [change.id, change]));
  expect(ids.map((id) => [byId.get(id)?.state, byId.get(id)?.revision])).toEqual(
    revisions.slice(1).map(({ revision }) => ['APPLIED', revision]),
  );
}
