import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

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
