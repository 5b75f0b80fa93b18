import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type DeadLetterQuery } from './audit-delivery.store';

const { write, read } = newDatabaseForEachTest();

async function positionOf(sink: string): Promise<number | undefined> {
  return read(({ auditDeliveries }) => auditDeliveries.positionOf(sink));
}

describe('how far a sink has come', () => {
  it('is not known of one that nobody has heard of', async () => {
    expect(await positionOf('webhook')).toBeUndefined();
  });

  it('is where it begins, and then where it was brought', async () => {
    await write(({ auditDeliveries }) => auditDeliveries.open('webhook', 7));
    expect(await positionOf('webhook')).toBe(7);
    expect(await write(({ auditDeliveries }) => auditDeliveries.advance('webhook', 7, 9))).toBe(true);
    expect(await positionOf('webhook')).toBe(9);
  });

  it('is not changed by who takes it for elsewhere', async () => {
    await write(({ auditDeliveries }) => auditDeliveries.open('webhook', 7));
    expect(await write(({ auditDeliveries }) => auditDeliveries.advance('webhook', 6, 9))).toBe(false);
    expect(await positionOf('webhook')).toBe(7);
  });

  it('is kept for each sink', async () => {
    await write(({ auditDeliveries }) => auditDeliveries.open('webhook', 7));
    await write(({ auditDeliveries }) => auditDeliveries.open('log', 1));
    expect([await positionOf('webhook'), await positionOf('log')]).toEqual([7, 1]);
  });
});

it('a dead letter is taken, whatever is in it', async () => {
  const letter = { sink: 'webhook', position: 3, reason: 'it was answered 400', attempts: 1, failedAt: 5 };
  await write(({ auditDeliveries }) => auditDeliveries.bury({ ...letter, body: '{"key":"ключ 🗝"}' }));
  await expect(
    write(({ auditDeliveries }) => auditDeliveries.bury({ ...letter, body: 'again' })),
  ).rejects.toThrow();
});

describe('dead letters', () => {
  async function buryAt(sink: string, ...positions: readonly number[]): Promise<void> {
    for (const position of positions) {
      const letter = { sink, position, body: '{}', reason: 'it was answered 400', attempts: 1, failedAt: 5 };
      await write(({ auditDeliveries }) => auditDeliveries.bury(letter));
    }
  }

  async function found(query: DeadLetterQuery): Promise<readonly string[]> {
    const letters = await read(({ auditDeliveries }) => auditDeliveries.letters(query));
    return letters.map(({ sink, position }) => `${sink} ${position}`);
  }

  it('come page by page, the earliest first, also where two sinks refused one event', async () => {
    await buryAt('webhook', 9, 2);
    await buryAt('log', 2, 3);
    expect(await found({ limit: 2 })).toEqual(['log 2', 'webhook 2']);
    expect(await found({ limit: 2, after: { sink: 'log', position: 2 } })).toEqual(['webhook 2', 'log 3']);
    expect(await found({ limit: 2, after: { sink: 'webhook', position: 2 } })).toEqual([
      'log 3',
      'webhook 9',
    ]);
  });

  it('can be those of a sink, or one', async () => {
    await buryAt('webhook', 2, 9);
    await buryAt('log', 2);
    expect(await found({ sink: 'webhook', limit: 9 })).toEqual(['webhook 2', 'webhook 9']);
    expect(await found({ sink: 'webhook', after: { sink: 'webhook', position: 2 }, limit: 9 })).toEqual([
      'webhook 9',
    ]);
    expect(await found({ sink: 'webhook', position: 9, limit: 9 })).toEqual(['webhook 9']);
  });

  it('are forgotten for their sink alone, or noted anew', async () => {
    await buryAt('webhook', 2, 3, 4);
    await buryAt('log', 2);
    await write(async ({ auditDeliveries }) => {
      await auditDeliveries.forget('webhook', [2, 3]);
      const letter = { sink: 'webhook', position: 4, body: 'not this', reason: 'it was answered 422' };
      await auditDeliveries.buryAgain({ ...letter, attempts: 2, failedAt: 6 });
    });
    expect(await found({ limit: 9 })).toEqual(['log 2', 'webhook 4']);
    expect(await read(({ auditDeliveries }) => auditDeliveries.countLetters('webhook'))).toBe(1);
    const [letter] = await read(({ auditDeliveries }) =>
      auditDeliveries.letters({ sink: 'webhook', limit: 1 }),
    );
    expect(letter).toMatchObject({ body: '{}', reason: 'it was answered 422', attempts: 2, failedAt: 6 });
  });
});
