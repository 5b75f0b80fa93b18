import { theFindings } from './sample-findings';
import { type WriteResult } from '../measure/writes';
import { renderWrites } from './writes';

const { date, machine } = theFindings();

/** What a request of one client cost in each round, in µs of CPU time. */
function aResult(
  operation: WriteResult['operation'],
  flagCount: number,
  ...micros: readonly number[]
): WriteResult {
  return {
    ...{ subject: 'Pennon on SQLite', flagCount, operation, clients: 1 },
    samples: micros.map((cpuPerRequest) => ({ perSecond: 10, p50: 1, p99: 2, cpuPerRequest })),
  };
}

function reportOf(
  results: readonly WriteResult[],
  found: Partial<Parameters<typeof renderWrites>[0]> = {},
): string {
  return renderWrites({ date, machine, rounds: 3, notes: [], results, pressed: [], held: [], ...found });
}

const evaluations = [aResult('evaluation', 100, 100, 100, 100), aResult('evaluation', 10_000, 100, 100, 100)];

describe('renderWrites', () => {
  it('tells the cost of a write in evaluations, and how it grows with the namespace', () => {
    const updates = [aResult('update', 100, 1500, 1400, 1500), aResult('update', 10_000, 2000, 1900, 1800)];
    const report = reportOf([...evaluations, ...updates]);
    expect(report).toContain(
      '- reached: CPU time of an update, Pennon on SQLite, in evaluations, at most 20: 15.0',
    );
    expect(report).toContain(
      '- NOT reached: CPU time of an update, Pennon on SQLite, 10,000 flags, times 100, at most 1.20: 1.33',
    );
    expect(report).toMatch(/update +\| +10,000 \| +1 \| +10 \| +1\.00 \| +2\.00 \| +1,900 \| +19\.0 \|/);
  });

  it('compares another product with Pennon on the same database', () => {
    const flipt = { ...aResult('update', 100, 3000, 2800, 3000), subject: 'Flipt on SQLite' };
    const report = reportOf([...evaluations, aResult('update', 100, 1500, 1400, 1500), flipt]);
    expect(report).toMatch(/× Pennon \|\n[^\n]*\n\| update .* 2\.00 \|/);
  });

  it('tells how much longer writes take beside evaluations', () => {
    const pressed = [{ subject: 'Pennon on SQLite', alone: [2, 2], beside: [12, 14] }];
    expect(reportOf([], { pressed })).toContain(
      '- NOT reached: p99 of an update beside evaluations, times that alone, Pennon on SQLite, at most 5: 6.00',
    );
  });

  it('tells what a server with little CPU has refused', () => {
    const held = [{ subject: 'Pennon on SQLite', writes: 100, refusals: ['PUT / answered 503: busy'] }];
    const report = reportOf([], { held });
    expect(report).toContain(
      '- NOT reached: refused of 100 updates with 10 of every 100 ms of CPU, Pennon on SQLite, at most 0: 1',
    );
    expect(report).toContain('- Pennon on SQLite: PUT / answered 503: busy');
  });
});
