import { retried } from './transactions';

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Fails with each of the errors in turn, then answers how often it was run. */
function failing(...errors: readonly Error[]): { attempt: () => Promise<number> } {
  let runs = 0;
  return {
    attempt: () => {
      const error = errors[runs++];
      return error === undefined ? Promise.resolve(runs) : Promise.reject(error);
    },
  };
}

describe('an attempt', () => {
  it.each(['40001', '40P01', '55P03', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD'])(
    'that met another transaction is made again: %s',
    async (code) => {
      const { attempt } = failing(...Array.from({ length: 5 }, () => failure(code)));
      expect(await retried(attempt, 10_000)).toBe(6);
    },
  );

  it.each(['23505', '23503', 'ER_DUP_ENTRY', 'ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2'])(
    'that met a row of another transaction is made again: %s',
    async (code) => {
      expect(await retried(failing(failure(code)).attempt, 10_000)).toBe(2);
    },
  );

  it('that met a row when the time was over is made again: it has waited for that row to be committed', async () => {
    expect(await retried(failing(failure('23505')).attempt, 0)).toBe(2);
  });

  it('that the server asks to be made again is, once, though the time was over', async () => {
    const restart = failure('40001');
    expect(await retried(failing(restart).attempt, 0)).toBe(2);
    await expect(retried(failing(restart, restart).attempt, 0)).rejects.toBe(restart);
  });

  it('that meets a row again and again is given up', async () => {
    const conflict = failure('23505');
    const { attempt } = failing(conflict, conflict, conflict);
    await expect(retried(attempt, 10_000)).rejects.toBe(conflict);
  });

  it.each(['42601', 'ECONNRESET', 'ER_PARSE_ERROR', 'SQLITE_BUSY'])(
    'that failed for another reason is not: %s',
    async (code) => {
      const error = failure(code);
      await expect(retried(failing(error).attempt, 10_000)).rejects.toBe(error);
    },
  );

  it('is not made again when the time is over', async () => {
    const deadlock = failure('40P01');
    const start = performance.now();
    await expect(retried(() => Promise.reject(deadlock), 100)).rejects.toBe(deadlock);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
