import { jsonRequest } from '../../support/http';
import {
  addNamespace,
  changeIn,
  changesOf,
  documentSource,
  partlyOn,
  pathIn,
  valueOf,
} from '../../support/change-calls';
import { useServer } from '../../support/use-server';

const server = useServer();

/** As many as one batch may have. */
const entities = Array.from({ length: 10_000 }, (_, index) => `entity-${index}`);

/** Between two steps: long enough to evaluate all entities. */
const SOON = '0.8s';

/** Between two steps that the test itself applies, each once all entities were evaluated at the one before. */
const LATER = '3600s';

/** How far the share of entities may be from the percentage. */
const TOLERANCE = 1.5;

const namespaceKey = 'ramp';

beforeAll(async () => addNamespace(server, namespaceKey));

/** What the flag answers each entity. */
async function evaluateAll<T>(
  flagKey: string,
  valueOfAnswer: (answer: AnswerJson) => T,
): Promise<readonly T[]> {
  const requests = entities.map((entityId) => ({ namespaceKey, flagKey, entityId }));
  const { responses } = await valueOf<{ responses: readonly ResponseJson[] }>(
    server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests })),
  );
  return responses.map(({ booleanResponse, variantResponse }) =>
    valueOfAnswer({ ...booleanResponse, ...variantResponse }),
  );
}

interface AnswerJson {
  readonly enabled?: boolean;
  readonly match?: boolean;
  readonly variantKey?: string;
}

interface ResponseJson {
  readonly booleanResponse?: AnswerJson;
  readonly variantResponse?: AnswerJson;
}

/** Begins a series of changes of a flag. @param after Time between two steps. */
async function begin(flags: readonly object[], after: string): Promise<void> {
  const steps = flags.map((flag, index) => ({
    document: documentSource(namespaceKey, [flag]),
    ...(index > 0 && { after }),
  }));
  await changeIn(server.send(jsonRequest('POST', pathIn(namespaceKey, 'changes'), { when: { steps } })));
}

/** Evaluates again and again until all steps are applied and seen. */
async function watch<T>(
  flagKey: string,
  read: (answer: AnswerJson) => T,
): Promise<readonly (readonly T[])[]> {
  const seen: (readonly T[])[] = [];
  for (;;) {
    const changes = await changesOf(server, namespaceKey);
    seen.push(await evaluateAll(flagKey, read));
    if (changes.every(({ state }) => state === 'APPLIED')) return seen;
  }
}

/** Evaluates at each step: the next one is applied before its time. */
async function walk<T>(flagKey: string, read: (answer: AnswerJson) => T): Promise<readonly (readonly T[])[]> {
  const seen: (readonly T[])[] = [];
  for (;;) {
    seen.push(await evaluateAll(flagKey, read));
    const waiting = (await changesOf(server, namespaceKey)).filter(({ state }) => state === 'SCHEDULED');
    const [next] = waiting.toSorted((left, right) => left.step - right.step);
    if (next === undefined) return seen;
    await changeIn(server.send(jsonRequest('POST', pathIn(namespaceKey, `changes/${next.id}/apply`), {})));
  }
}

/** Passes when those are the shares that were seen, in percent, one after the other. */
function expectShares(seen: readonly number[], expected: readonly number[]): void {
  const steps = seen.filter((share, index) => share !== seen[index - 1]);
  expect(steps).toHaveLength(expected.length);
  for (const [index, share] of steps.entries())
    expect(Math.abs(share - (expected[index] ?? NaN))).toBeLessThan(TOLERANCE);
}

function percentOf<T>(answers: readonly T[], is: (answer: T) => boolean): number {
  return (100 * answers.filter(is).length) / answers.length;
}

/** Passes when everybody who was in is still in each time. */
function expectNobodyLost(seen: readonly (readonly boolean[])[]): void {
  for (const [index, answers] of seen.entries()) {
    const before = seen[index - 1] ?? [];
    const lost = entities.filter((_, entity) => before[entity] === true && answers[entity] !== true);
    expect(lost).toEqual([]);
  }
}

const isOn = ({ enabled }: AnswerJson): boolean => enabled === true;

test('nobody who has a boolean flag loses it as its share grows', async () => {
  await begin(
    [1, 10, 50, 100].map((percentage) => partlyOn('checkout', percentage)),
    LATER,
  );
  const seen = await walk('checkout', isOn);
  expectNobodyLost(seen);
  expectShares(
    seen.map((answers) => percentOf(answers, (answer) => answer)),
    [1, 10, 50, 100],
  );
});

test('nobody loses it while steps are applied at their times', async () => {
  await begin(
    [1, 10, 50, 100].map((percentage) => partlyOn('banner', percentage)),
    SOON,
  );
  const seen = await watch('banner', isOn);
  expectNobodyLost(seen);
  expect(seen.at(-1)).toEqual(entities.map(() => true));
});

test('nobody who has a variant loses it as its share grows', async () => {
  const key = 'colour';
  /** A flag that gives everybody the new variant or the old one. */
  const withShare = (rollout: number): object => ({
    ...{ key, name: key, type: 'VARIANT_FLAG_TYPE', enabled: true },
    variants: [{ key: 'new' }, { key: 'old' }],
    rules: [
      {
        segment: 'everybody',
        distributions: [
          { variant: 'new', rollout },
          { variant: 'old', rollout: 100 - rollout },
        ],
      },
    ],
  });
  const segments = [{ key: 'everybody', name: 'Everybody', match_type: 'ALL_MATCH_TYPE' }];
  const document = { document: JSON.stringify({ namespace: namespaceKey, segments }) };
  await changeIn(server.send(jsonRequest('POST', pathIn(namespaceKey, 'changes'), { document })));
  await begin([1, 10, 50, 100].map(withShare), LATER);
  const seen = await walk(key, ({ variantKey }) => variantKey);
  for (const answers of seen) expect(new Set([...answers, 'new', 'old'])).toEqual(new Set(['new', 'old']));
  expectNobodyLost(seen.map((answers) => answers.map((variant) => variant === 'new')));
  expectShares(
    seen.map((answers) => percentOf(answers, (variant) => variant === 'new')),
    [1, 10, 50, 100],
  );
});

test('entities that have no variant yet get one, and all others keep theirs', async () => {
  const key = 'size';
  /** A flag that gives variants to a share of entities, and nothing to the others. */
  const withShares = (small: number, large: number): object => ({
    ...{ key, name: key, type: 'VARIANT_FLAG_TYPE', enabled: true },
    variants: [{ key: 'small' }, { key: 'large' }],
    rules: [
      {
        segment: 'everybody',
        distributions: [
          { variant: 'small', rollout: small },
          { variant: 'large', rollout: large },
        ],
      },
    ],
  });
  await begin([withShares(20, 5), withShares(20, 30), withShares(20, 80)], LATER);
  const seen = await walk(key, ({ match, variantKey }) => (match === true ? variantKey : ''));
  for (const [index, answers] of seen.entries()) {
    const before = seen[index - 1] ?? [];
    const moved = entities.filter((_, entity) => !['', undefined, answers[entity]].includes(before[entity]));
    expect(moved).toEqual([]);
  }
  expectShares(
    seen.map((answers) => percentOf(answers, (variant) => variant !== '')),
    [25, 50, 100],
  );
});
