import {
  addNamespace,
  errorOf,
  newChange,
  partlyOn,
  pathIn,
  revisionsOf,
  valueOf,
  type ChangeJson,
} from '../../support/change-calls';
import { jsonOf } from '../../support/http';
import { randomFrom, wholeNumber } from '../../support/random';
import { sized } from '../../support/size';
import { useServer } from '../../support/use-server';

const server = useServer();

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

const CLIENTS = 50;
const ROUNDS = sized({ small: 3, whole: 40 });
const FLAGS = 5;

const namespaceKey = 'shop';
const flagKeys = Array.from({ length: FLAGS }, (_, index) => `flag-${index}`);

/** What a client tried, and what became of it. */
interface Attempt {
  readonly flagKey: string;
  /** The revision that it has read, and what the flag was then. */
  readonly base: number;
  readonly replaced: string | undefined;
  readonly name: string;
  /** Undefined when it was refused. */
  readonly revision: number | undefined;
  readonly status: number;
  readonly message: string;
}

/** Names of flags, by key, at the latest revision. */
async function look(): Promise<{ readonly base: number; readonly names: ReadonlyMap<string, string> }> {
  const base = await latest();
  const { document } = await valueOf<{ document: string }>(
    server.send({ path: pathIn(namespaceKey, `document?revision=${base}`) }),
  );
  const { flags } = JSON.parse(document) as { flags: { key: string; name: string }[] };
  return { base, names: new Map(flags.map(({ key, name }) => [key, name])) };
}

async function latest(): Promise<number> {
  const path = pathIn(namespaceKey, 'revisions?limit=1');
  const { revisions } = await valueOf<{ revisions: { revision: string }[] }>(server.send({ path }));
  return Number.parseInt(revisions[0]?.revision ?? '');
}

describe(`${CLIENTS} clients who change ${FLAGS} flags (seed ${seed})`, () => {
  const attempts: Attempt[] = [];
  let first: number;

  beforeAll(async () => {
    await addNamespace(server, namespaceKey);
    await valueOf(
      server.send(
        newChange(
          namespaceKey,
          flagKeys.map((key) => ({ ...partlyOn(key, 1), name: 'first' })),
        ),
      ),
    );
    first = await latest();
    const work = async (client: number): Promise<void> => {
      const random = randomFrom(seed + client);
      for (let round = 0; round < ROUNDS; round++) {
        const flagKey = flagKeys[wholeNumber(random, 0, FLAGS - 1)] ?? '';
        const { base, names } = await look();
        const name = `by ${client} in round ${round}`;
        const flags = [{ ...partlyOn(flagKey, 1), name }];
        const answer = await server.send(
          newChange(namespaceKey, flags, { baseRevision: base, message: name }),
        );
        const [status, message] = errorOf(answer);
        const { change } = jsonOf(answer) as { readonly change?: ChangeJson };
        const revision = change === undefined ? undefined : Number.parseInt(change.revision);
        attempts.push({ flagKey, base, replaced: names.get(flagKey), name, revision, status, message });
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, async (_, client) => work(client)));
  });

  const applied = (): readonly (Attempt & { readonly revision: number })[] =>
    attempts
      .flatMap((attempt) =>
        attempt.revision === undefined ? [] : [{ ...attempt, revision: attempt.revision }],
      )
      .toSorted((left, right) => left.revision - right.revision);

  test('some are applied and some are refused', () => {
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('every one that is applied has replaced what its author had seen', () => {
    const names = new Map(flagKeys.map((key) => [key, 'first']));
    for (const { flagKey, replaced, name } of applied()) {
      expect(replaced).toBe(names.get(flagKey));
      names.set(flagKey, name);
    }
  });

  test('every one that is refused names the flag, and the revision that changed it meanwhile', () => {
    const revisions = new Map(applied().map(({ revision, flagKey }) => [revision, flagKey]));
    for (const { flagKey, base, message } of attempts.filter(({ status }) => status === 409)) {
      const [, since, key, revision] =
        /^changed since revision (\d+): flag "([^"]+)" in revision (\d+)$/.exec(message) ?? [];
      expect([since, key]).toEqual([`${base}`, flagKey]);
      expect(Number(revision)).toBeGreaterThan(base);
      expect(revisions.get(Number(revision))).toBe(flagKey);
    }
  });

  test('the revision rises with each one that is applied, and with nothing else', async () => {
    const revisions = applied().map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.map((_, index) => first + 1 + index));
    const history = (await revisionsOf(server, namespaceKey)).toReversed().slice(first);
    expect(history.map(({ message }) => message)).toEqual(applied().map(({ name }) => name));
  });

  test('the flags are what the last ones have made them', async () => {
    const { names } = await look();
    for (const key of flagKeys) {
      const last = applied().findLast(({ flagKey }) => flagKey === key);
      expect(names.get(key)).toBe(last?.name ?? 'first');
    }
  });
});
