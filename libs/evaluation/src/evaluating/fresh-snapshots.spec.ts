import { Logger } from '@nestjs/common';
import { type RpcCall } from '@pennon/api';
import { UnavailableError } from '@pennon/domain';
import { type Freshness, SnapshotHolder } from '@pennon/snapshots';
import { ControlledSnapshotSource } from '@pennon/testing';
import { aCall } from '../../../../test/support/fake-call';
import { expectStopped, manualPerformanceForEachTest } from '../../../../test/support/manual-performance';
import { settle } from '../../../../test/support/settle';
import { FreshSnapshots } from './fresh-snapshots';

const limits = { pollInterval: 60_000, confirmTimeout: 1000, loadTimeout: 30_000 };

let source: ControlledSnapshotSource;
let holder: SnapshotHolder;
let snapshots: FreshSnapshots;

// Before the time is given back.
afterEach(async () => {
  source.release();
  await time.elapse(100);
  holder.onModuleDestroy();
  await expectStopped(source);
});

const time = manualPerformanceForEachTest();

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  jest.spyOn(Logger.prototype, 'log').mockImplementation();
  source = new ControlledSnapshotSource();
  source.put('shop', 7);
  source.put('default', 3);
});

async function start(
  mode: Freshness['mode'],
  headers = false,
  unconfirmed: 'serve' | 'refuse' = 'serve',
): Promise<void> {
  holder = new SnapshotHolder(source, { ...limits, mode });
  snapshots = new FreshSnapshots(holder, { headers, minRevisionWait: 1000, unconfirmed });
  await holder.loadAll();
}

/** A call that wants a revision, or does not say, and the headers of its answer. */
function callOf(minRevision?: string): RpcCall & { readonly headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  return {
    ...aCall({
      header: (name) => (name === 'x-pennon-min-revision' ? minRevision : undefined),
      setHeader: (name, value) => {
        headers[name] = value;
      },
    }),
    headers,
  };
}

function ask(
  namespaceKey: string,
  call: RpcCall = callOf(),
): number | undefined | Promise<number | undefined> {
  return snapshots.answerFrom(namespaceKey, call, (snapshot) => snapshot?.document.revision);
}

function askAll(
  namespaceKeys: readonly string[],
  call: RpcCall = callOf(),
): (number | undefined)[] | Promise<(number | undefined)[]> {
  return snapshots.answerFromAll(
    () => namespaceKeys,
    call,
    (find) => namespaceKeys.map((key) => find(key)?.document.revision),
  );
}

/** What became of it within that many milliseconds: the answer, the error, or `waiting`. */
async function after(milliseconds: number, answer: unknown): Promise<unknown> {
  let outcome: unknown = 'waiting';
  void Promise.resolve(answer).then(
    (value) => {
      outcome = value;
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  await settle();
  await time.elapse(milliseconds);
  return outcome;
}

describe.each(['embedded', 'bounded'] as const)('an answer in %s mode', (mode) => {
  it('is given at once, from what is held, and tells nothing', async () => {
    await start(mode);
    const before = source.reads;
    const call = callOf();
    expect([ask('shop', call), ask('', call), ask('nowhere', call)]).toEqual([7, 3, undefined]);
    expect(askAll(['shop', '', 'nowhere', 'shop'], call)).toEqual([7, 3, undefined, 7]);
    expect([source.reads - before, call.headers]).toEqual([0, {}]);
  });
});

describe('an answer in strict mode', () => {
  beforeEach(async () => {
    await start('strict');
  });

  it('waits for the newest snapshot', async () => {
    source.put('shop', 8);
    source.put('new', 1);
    expect(await ask('shop')).toBe(8);
    expect(await ask('new')).toBe(1);
  });

  it('waits for the newest snapshots of all namespaces it is about, each read once', async () => {
    source.put('shop', 8);
    source.put('default', 4);
    expect(await askAll(['shop', '', 'default', 'shop'])).toEqual([8, 4, 4, 8]);
    expect(source.begun.revisionOf).toBe(2);
  });

  it('is given at once from what is held while the source fails', async () => {
    source.failWith(new UnavailableError('away'));
    await ask('shop');
    expect([ask('shop'), askAll(['shop', ''])]).toEqual([7, [7, 3]]);
  });

  it('fails as its evaluation does', async () => {
    const failing = snapshots.answerFrom('shop', callOf(), () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  });
});

describe('an evaluation that cannot be confirmed', () => {
  it('is counted, and those that can be are not', async () => {
    await start('strict');
    await time.elapse(1);
    await ask('shop');
    await askAll(['shop', '', 'nowhere']);
    expect(snapshots.unconfirmedCalls).toBe(0);
    source.failWith(new UnavailableError('away'));
    await time.elapse(1);
    await ask('shop');
    await askAll(['shop', '']);
    expect([await ask('shop'), snapshots.unconfirmedCalls]).toEqual([7, 3]);
    source.failWith(undefined);
    await time.elapse(5000);
    expect([await ask('shop'), snapshots.unconfirmedCalls]).toEqual([7, 3]);
  });

  it('is one that a replica answers which is behind', async () => {
    await start('strict');
    await time.elapse(1);
    source.put('shop', 6);
    expect([await ask('shop'), snapshots.unconfirmedCalls]).toEqual([7, 1]);
  });

  it('is one whose confirmation takes too long', async () => {
    await start('strict');
    await time.elapse(1);
    source.hold('revisionOf');
    expect(await after(limits.confirmTimeout + 100, ask('shop'))).toBe(7);
    expect(snapshots.unconfirmedCalls).toBe(1);
    source.release();
  });

  it('is refused where the settings want that, and others are not', async () => {
    await start('strict', false, 'refuse');
    await time.elapse(1);
    expect(await ask('shop')).toBe(7);
    source.failWith(new UnavailableError('away'));
    await time.elapse(1);
    await expect(ask('shop')).rejects.toThrow('it cannot be confirmed now that flags are');
    expect(() => ask('shop')).toThrow(UnavailableError);
    expect(() => askAll(['shop', ''])).toThrow(UnavailableError);
    source.failWith(undefined);
    await time.elapse(5000);
    expect(await askAll(['shop', ''])).toEqual([7, 3]);
  });

  it.each(['embedded', 'bounded'] as const)('is none in %s mode, where none is to be', async (mode) => {
    await start(mode, false, 'refuse');
    await time.elapse(1);
    source.failWith(new UnavailableError('away'));
    await time.elapse(1);
    expect([await ask('shop'), snapshots.unconfirmedCalls]).toEqual([7, 0]);
  });
});

describe('headers, where they are switched on,', () => {
  it('tell revision and age at once', async () => {
    await start('bounded', true);
    await time.elapse(1250);
    const call = callOf();
    expect(ask('shop', call)).toBe(7);
    expect(call.headers).toEqual({ 'x-pennon-revision': '7', 'x-pennon-age-ms': '1250' });
  });

  it('tell the age 0 where nobody else writes', async () => {
    await start('embedded', true);
    await time.elapse(1250);
    const call = callOf();
    await ask('', call);
    expect(call.headers).toEqual({ 'x-pennon-revision': '3', 'x-pennon-age-ms': '0' });
  });

  it('tell of a namespace that there is not since when that is known', async () => {
    await start('bounded', true);
    await time.elapse(500);
    const call = callOf();
    await ask('nowhere', call);
    expect(call.headers).toEqual({ 'x-pennon-age-ms': '500' });
  });

  it('tell of several namespaces the greatest age and no revision', async () => {
    await start('bounded', true);
    await time.elapse(500);
    await holder.refresh('shop');
    const headers: object[] = [];
    for (const keys of [['shop', ''], ['shop', 'shop'], []]) {
      const call = callOf();
      await askAll(keys, call);
      headers.push(call.headers);
    }
    expect(headers).toEqual([
      { 'x-pennon-age-ms': '500' },
      { 'x-pennon-revision': '7', 'x-pennon-age-ms': '0' },
      {},
    ]);
  });

  it('are there when the evaluation fails', async () => {
    await start('embedded', true);
    const call = callOf();
    const failing = (): unknown =>
      snapshots.answerFrom('shop', call, () => {
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(call.headers).toMatchObject({ 'x-pennon-revision': '7' });
  });
});

describe.each(['embedded', 'strict', 'bounded'] as const)('a wanted revision, in %s mode,', (mode) => {
  beforeEach(async () => {
    await start(mode);
  });

  it.each(['0', '1', '7', '007'])('that is here already is no reason to wait: %s', async (revision) => {
    const call = callOf(revision);
    expect(await after(0, ask('shop', call))).toBe(7);
    expect(call.headers).toEqual({ 'x-pennon-revision': '7', 'x-pennon-age-ms': '0' });
    expect(await after(0, askAll(['shop', 'shop'], callOf(revision)))).toEqual([7, 7]);
  });

  it.each(['', '-1', '1.5', '1e3', 'seven', ' 7', '7,8', '7.', '7.short', '7.this_history_'])(
    'that is none is refused: %j',
    (revision) => {
      const problem = 'invalid field x-pennon-min-revision: must be a revision';
      expect(() => ask('shop', callOf(revision))).toThrow(problem);
      expect(() => askAll(['shop'], callOf(revision))).toThrow(problem);
    },
  );

  it('with a mark is that revision and no other of its number, or a later one', async () => {
    source.put('shop', 8, 'this_history');
    await holder.refresh('shop');
    source.remember('shop', { revision: 7, mark: 'this_history' });
    for (const wanted of ['8', '8.this_history', '7.this_history', '9.this_history', '6.any__history']) {
      const call = callOf(wanted);
      expect(await after(0, ask('shop', call))).toBe(8);
      expect(call.headers).toMatchObject({
        'x-pennon-revision': '8',
        'x-pennon-revision-mark': 'this_history',
      });
    }
    for (const wanted of ['8.lost_history', '7.lost_history']) {
      expect(await after(1000, ask('shop', callOf(wanted)))).toEqual(
        new UnavailableError(
          `namespace "shop" is at revision 8 here, of another history; revision ${wanted} is wanted`,
        ),
      );
    }
  });

  it('that is behind what is held is looked up once for each state, however many want it', async () => {
    source.put('shop', 8, 'this_history');
    await holder.refresh('shop');
    const lookUps = jest.spyOn(source, 'revisionAt');
    for (let round = 0; round < 3; round++) {
      const answers = Array.from({ length: 10 }, async () => ask('shop', callOf('7.any__history')));
      expect(await after(0, Promise.all(answers))).toEqual(Array.from({ length: 10 }, () => 8));
    }
    expect(lookUps).toHaveBeenCalledTimes(1);
  });

  it('of several namespaces at once is refused', () => {
    expect(() => askAll(['shop', ''], callOf('1'))).toThrow(
      'invalid field x-pennon-min-revision: must not be set for several namespaces: each has revisions of its own',
    );
  });

  it('of no namespace at all is nothing to wait for', async () => {
    expect(await after(0, askAll([], callOf('9')))).toEqual([]);
  });

  it('that does not come is waited for no longer than the limit', async () => {
    const answer = ask('shop', callOf('8'));
    expect(await after(950, answer)).toBe('waiting');
    const error = await after(100, answer);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ message: 'namespace "shop" is at revision 7 here; revision 8 is wanted' });
  });

  it('of a namespace that does not come neither', async () => {
    expect(await after(1050, ask('new', callOf('1')))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'namespace "new" is not known here yet; revision 1 is wanted',
    });
  });

  it('is answered as soon as it is here', async () => {
    const answer = ask('shop', callOf('8'));
    expect(await after(500, answer)).toBe('waiting');
    source.put('shop', 8);
    if (mode === 'embedded') await holder.refresh('shop');
    expect(await after(100, answer)).toBe(8);
  });

  it('is asked for a few times a second, however many want it', async () => {
    const before = source.reads;
    const answers = Array.from({ length: 100 }, async (_, index) => ask('shop', callOf(`${8 + index}`)));
    expect(await after(1050, Promise.allSettled(answers))).toHaveLength(100);
    expect(source.reads - before).toBeLessThanOrEqual(2 * 21 + 2);
  });
});

describe('a wanted revision, while the source hangs,', () => {
  it.each(['strict', 'bounded'] as const)('is waited for no longer than that, in %s mode', async (mode) => {
    await start(mode);
    source.hold('revisionOf', 'list');
    expect(await after(1050, ask('shop', callOf('8')))).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
