import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { anAuthentication, MemoryTokenStore } from '@pennon/testing';
import { recordsConfig } from '../../../../test/support/records-config';
import { KeptRecords } from './kept-records';
import { TokenRecords } from './token-records';

let directory: string;
let file: string;
let store: MemoryTokenStore;

beforeAll(() => {
  Logger.overrideLogger(false);
});

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-tokens-'));
  file = join(directory, 'not', 'yet', 'tokens');
  store = new MemoryTokenStore();
  for (const id of ['a', 'b'])
    await store.create(anAuthentication(id, { expiresAt: 2 ** 52 }), `hash of ${id}`);
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** One life of an instance: what it does between its start and its end. */
async function live(act: (records: TokenRecords) => Promise<void> = () => Promise.resolve()): Promise<void> {
  const records = new TokenRecords(store, recordsConfig);
  const kept = new KeptRecords(records, file);
  await kept.onModuleInit();
  await act(records);
  await kept.onModuleDestroy();
  await records.onModuleDestroy();
}

async function use(...ids: readonly string[]): Promise<void> {
  await live(async (records) => {
    for (const id of ids) await records.find(`hash of ${id}`);
  });
}

describe('records that are kept in a file', () => {
  it('count after a start without the store, and no others', async () => {
    await use('a');
    store.failWith(new UnavailableError('away'));
    await live(async (records) => {
      expect(await records.find('hash of a')).toEqual(anAuthentication('a', { expiresAt: 2 ** 52 }));
      await expect(async () => records.find('hash of b')).rejects.toThrow('away');
    });
  });

  it('are still kept after a start at which the store was away', async () => {
    await use('a');
    store.failWith(new UnavailableError('away'));
    await live();
    await live(async (records) => {
      expect(await records.find('hash of a')).toMatchObject({ id: 'a' });
    });
  });

  it('do not count when they were revoked while the instance was down', async () => {
    await use('a', 'b');
    await store.delete('a');
    await live(async (records) => {
      expect(await records.find('hash of a')).toBeUndefined();
      expect(await records.find('hash of b')).toMatchObject({ id: 'b' });
    });
  });

  it('do not count longer than the grace, restarts or not', async () => {
    await use('a');
    store.failWith(new UnavailableError('away'));
    const digestAndText = readFileSync(file, 'utf8');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + recordsConfig.outageGrace);
    await live(async (records) => {
      await expect(async () => records.find('hash of a')).rejects.toThrow('away');
    });
    jest.restoreAllMocks();
    expect(digestAndText).not.toContain('svc_');
  });

  it('are for this user alone', async () => {
    await use('a');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => void]>([
    [
      'cut off',
      () => {
        truncateSync(file, 100);
      },
    ],
    [
      'empty',
      () => {
        truncateSync(file);
      },
    ],
    [
      'garbage',
      () => {
        writeFileSync(file, Buffer.from([0xff, 0, 10]));
      },
    ],
    [
      'changed',
      () => {
        writeFileSync(file, readFileSync(file, 'utf8').replace('hash of a', 'hash of b'));
      },
    ],
  ])('are not used from a file that is %s', async (_, act) => {
    await use('a');
    act();
    store.failWith(new UnavailableError('away'));
    await live(async (records) => {
      for (const id of ['a', 'b'])
        await expect(async () => records.find(`hash of ${id}`)).rejects.toThrow('away');
    });
  });

  it('are not written when there are none', async () => {
    await live();
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});
