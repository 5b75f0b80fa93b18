import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Logger } from '@nestjs/common';
import { ChangeSources, NamespaceExports, NamespaceHistory, type WantedState } from '@pennon/changes';
import { writeDocuments, type NamespaceDocument } from '@pennon/document';
import { MICROS_PER_SECOND, type ChangeRequest, type ChangeStep } from '@pennon/domain';
import { openDatabase, type Database } from '@pennon/storage';
import { configFor } from '../../support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../support/waiting-changes';

/** A database as an earlier version left it; the README beside it says what is in it. */
const FIXTURES = join(__dirname, 'bafc281c');

/** What that version showed of each revision of a namespace, from revision 0 on; null where there was no namespace. */
const shown = JSON.parse(readFileSync(join(FIXTURES, 'states.json'), 'utf8')) as Readonly<
  Record<string, readonly (object | null)[]>
>;

const HOUR = 3600 * MICROS_PER_SECOND;

const ana = person('ana');
const ben = person('ben');
const eva = person('eva');

let directory: string;
let database: Database;
let clock: SettableClock;
let waiting: WaitingChanges;
let exports: NamespaceExports;

beforeAll(() => {
  Logger.overrideLogger(false);
});

afterAll(() => {
  Logger.overrideLogger(true);
});

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-upgrade-'));
  const file = join(directory, 'pennon.db');
  writeFileSync(file, gunzipSync(readFileSync(join(FIXTURES, 'database.sqlite.gz'))));
  database = await openDatabase(configFor(`file:${file}`).db, 'writer');
  clock = new SettableClock();
  waiting = new WaitingChanges(database, clock);
  exports = new NamespaceExports(waiting.unitOfWork);
  // It goes on when it was left.
  const [last] = await waiting.unitOfWork.read(({ history }) =>
    history.list({ namespaceKey: 'reviewed', limit: 1 }),
  );
  clock.moment = (last?.at ?? 0) + 60 * MICROS_PER_SECOND;
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

function asShown(document: NamespaceDocument): object {
  return JSON.parse([...writeDocuments([document], { format: 'json' })].join('')) as object;
}

/** A namespace as it is now. */
async function present(namespaceKey: string): Promise<NamespaceDocument> {
  const found = await exports.read(namespaceKey);
  if (found === undefined) throw new Error(`there is no namespace ${namespaceKey}`);
  return found.document;
}

/** The share of entities for which each boolean flag is true. */
async function shares(namespaceKey: string): Promise<Readonly<Record<string, number>>> {
  const { flags } = await present(namespaceKey);
  return Object.fromEntries(
    flags.map(({ key, rollouts: [first] }) => [
      key,
      first?.step.type === 'threshold' ? first.step.percent : NaN,
    ]),
  );
}

async function apply(namespaceKey: string, wanted: WantedState): Promise<void> {
  await waiting.creation.create(ana, {
    ...{ namespaceKey, origin: 'change', message: '', baseRevision: undefined, isProposal: false },
    steps: [{ wanted }],
  });
}

/** The changes of a namespace, the earliest first. */
async function changesOf(namespaceKey: string): Promise<readonly ChangeStep[]> {
  const query = { namespaceKeys: new Set([namespaceKey]), after: undefined, limit: 100 };
  return (await waiting.requests.list(query)).map(({ request }) => request).toReversed();
}

async function theChange(namespaceKey: string, message: string, step = 0): Promise<ChangeRequest> {
  const changes = await changesOf(namespaceKey);
  const found = changes.find((one) => one.message === message && one.step === step);
  if (found === undefined) throw new Error(`there is no change ${message}`);
  return (await waiting.requests.get(namespaceKey, found.id)).request;
}

async function approve(who: typeof ben, { namespaceKey, id }: ChangeRequest): Promise<void> {
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(who, namespaceKey, id, review);
}

describe('a database of an earlier version', () => {
  it.each(Object.keys(shown))('shows every past state of namespace %s as that version did', async (key) => {
    const states = shown[key] ?? [];
    expect(states.length).toBeGreaterThan(2);
    for (const [revision, state] of states.entries()) {
      const past = await exports.readAt(key, { revision });
      expect(past === undefined ? null : asShown(past.document)).toEqual(state);
    }
  });

  it('compares revisions, reverts one and restores another', async () => {
    const history = new NamespaceHistory(waiting.unitOfWork);
    const sources = new ChangeSources(waiting.unitOfWork, exports);
    const page = { limit: 100, after: undefined };
    const { items } = await history.compare('shop', { revision: 2 }, undefined, page);
    expect(items.map(({ kind, key }) => [kind, key])).toEqual([
      ['flag', 'banner'],
      ['flag', 'checkout'],
      ['namespace', ''],
      ['segment', 'beta'],
    ]);
    await apply('shop', await sources.before('shop', { revision: 5 }));
    expect((await present('shop')).segments).toMatchObject([
      { constraints: [{ property: 'beta' }, { property: 'age', value: '18' }] },
      { key: 'germany' },
    ]);
    await apply('shop', await sources.restore('shop', { revision: 6 }, { flags: [], segments: [] }));
    expect(asShown(await present('shop'))).toEqual(shown.shop?.[6]);
  });

  it('lists the changes that wait, and those that are done with', async () => {
    const listed = async (key: string): Promise<readonly (readonly [string, number, string])[]> =>
      (await changesOf(key)).map(({ message, step, state }) => [message, step, state]);
    expect(await listed('timed')).toEqual([
      ['Half of them', 0, 'scheduled'],
      ['Ramp', 1, 'applied'],
      ['Ramp', 2, 'scheduled'],
      ['Ramp', 3, 'scheduled'],
      ['', 0, 'conflicted'],
      ['', 0, 'pending'],
    ]);
    expect(await listed('reviewed')).toEqual([
      ['Half of them', 0, 'pending'],
      ['Ramp', 1, 'pending'],
      ['Ramp', 2, 'pending'],
      ['Edited', 0, 'pending'],
    ]);
  });

  it('applies scheduled changes and the steps of a series at their times', async () => {
    await waiting.look();
    expect(await shares('timed')).toEqual({ sale: 1, ramp: 10, clash: 2 });
    clock.moment += HOUR;
    await waiting.look();
    expect(await shares('timed')).toEqual({ sale: 50, ramp: 50, clash: 2 });
    clock.moment += HOUR;
    await waiting.look();
    expect(await shares('timed')).toEqual({ sale: 50, ramp: 100, clash: 2 });
  });

  it('applies a change that was proposed, and one in conflict after an edit', async () => {
    const open = await changesOf('timed');
    const idIn = (state: string): string =>
      open.find((one) => one.message === '' && one.state === state)?.id ?? '';
    await waiting.requests.apply(ana, 'timed', idIn('pending'));
    const [conflicted, base] = [idIn('conflicted'), { revision: 4 }];
    await waiting.edits.update(ana, 'timed', conflicted, { baseRevision: base });
    await waiting.requests.apply(ana, 'timed', conflicted);
    expect(await shares('timed')).toEqual({ sale: 1, ramp: 10, clash: 30, proposed: 1 });
  });

  it('counts the approvals that were given, and has the rest from others', async () => {
    const half = await theChange('reviewed', 'Half of them');
    await expect(approve(ben, half)).rejects.toThrow('has approved this change already');
    await expect(approve(ana, half)).rejects.toThrow('authors may not approve their own change');
    await approve(eva, half);
    expect(await shares('reviewed')).toEqual({ colour: 50, shape: 1 });
    await approve(eva, await theChange('reviewed', 'Ramp', 1));
    expect(await shares('reviewed')).toEqual({ colour: 50, shape: 10 });
    clock.moment += HOUR;
    await waiting.look();
    expect(await shares('reviewed')).toEqual({ colour: 50, shape: 50 });
  });

  it('counts no approval of what was edited since', async () => {
    const edited = await theChange('reviewed', 'Edited');
    await approve(eva, edited);
    expect((await theChange('reviewed', 'Edited')).state).toBe('pending');
    await approve(ben, edited);
    expect(await shares('reviewed')).toEqual({ colour: 75, shape: 1 });
  });

  it('is changed as any other', async () => {
    await apply('shop', sharedBy('shop', 'news', 7));
    expect((await present('shop')).flags.at(-1)).toMatchObject({ key: 'news' });
  });
});
