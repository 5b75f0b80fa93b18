import { type Contender, type Sample } from '../contender';
import { type Findings } from '../findings';
import { USUAL_SIZE, type Entry } from '../plan';

/** A contender that answered so many requests per second in each round. */
export function aContender(entry: Partial<Entry>, ...rates: readonly number[]): Contender {
  const usual: Entry = { door: 'HTTP', kind: 'variant', flagCount: USUAL_SIZE, server: 'usual' };
  return { ...usual, ...entry, samples: rates.map(aSample), memory: 100 };
}

/** A run that found that, and nothing else. */
export function theFindings(found: Partial<Findings> = {}): Findings {
  return {
    date: '2026-01-02T03:04:05.000Z',
    machine: { node: 'v20.0.0', cpu: 'a processor', cores: 4, pinned: 'nothing pinned' },
    options: {
      topics: ['http'],
      sizes: [USUAL_SIZE],
      rounds: 3,
      seconds: 1,
      underWay: 32,
      soakEvaluations: 1,
    },
    notes: [],
    evaluator: [],
    contenders: [],
    snapshots: [],
    operations: [],
    ...found,
  };
}

function aSample(perSecond: number): Sample {
  const latency = { p50: 1, p99: 2, p999: 3 };
  const busy = { generatorBusy: 0.5, serverBusy: 1 };
  return { ...latency, ...busy, requests: perSecond, perSecond, cpuPerRequest: 1e6 / perSecond };
}
