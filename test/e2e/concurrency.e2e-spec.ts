import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isWhole, Member, prepareCrowd, ROLLOUTS_FLAG, RULES_FLAG, type Sight } from '../support/crowd';
import {
  ManagementClient,
  type DecisionJson,
  type ListJson,
  type RolloutJson,
  type RuleJson,
} from '../support/management-client';
import { queryFile } from '../support/query-file';
import { randomFrom } from '../support/random';
import { startServer, type TestServer } from '../support/server';

jest.setTimeout(240_000);

/** How many work on rules, and how many on rollouts, at the same time. */
const ON_RULES = 50;
const ON_ROLLOUTS = 20;
const ROUNDS = 2;

/** Those who look on pause this long between two looks, so that the members get on with their work. */
const PAUSE_MS = 10;

let directory: string;
let server: TestServer;
let client: ManagementClient;

const members: Member[] = [];
const decisions = { variant: [] as DecisionJson[], boolean: [] as DecisionJson[] };
const lists = { rules: [] as ListJson<RuleJson>[], rollouts: [] as ListJson<RolloutJson>[] };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-concurrency-'));
  await prepareCrowd(join(directory, 'pennon.db'), ON_RULES);
  server = await startServer({
    directory,
    env: { PENNON_LOG_ENCODING: 'console', PENNON_LOG_LEVEL: 'error' },
  });
  client = new ManagementClient(server.url);
  await workWhileWatched();
});

afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

/** Lets all members work at once, and others look on until the last has ended. Whatever is not a 200 rejects. */
async function workWhileWatched(): Promise<void> {
  let isOver = false;
  const watch = async <T>(look: () => Promise<T>, seen: T[]): Promise<void> => {
    while (!isOver) {
      seen.push(await look());
      await delay(PAUSE_MS);
    }
  };
  const onRules = membersOf(ON_RULES);
  const onRollouts = membersOf(ON_ROLLOUTS);
  members.push(...onRules, ...onRollouts);
  const working = [
    ...onRules.map((member) => member.workOnRules(ROUNDS)),
    ...onRollouts.map((member) => member.workOnRollouts(ROUNDS)),
  ];
  await Promise.all([
    Promise.all(working).finally(() => {
      isOver = true;
    }),
    watch(() => client.evaluate('variant', RULES_FLAG), decisions.variant),
    watch(() => client.evaluate('boolean', ROLLOUTS_FLAG), decisions.boolean),
    watch(() => client.listRules(RULES_FLAG), lists.rules),
    watch(() => client.listRollouts(ROLLOUTS_FLAG), lists.rollouts),
  ]);
}

function membersOf(count: number): readonly Member[] {
  return Array.from({ length: count }, (_, number) => new Member(client, number, randomFrom(number)));
}

/** The numbers 1 to n. */
function upTo(n: number): readonly number[] {
  return Array.from({ length: n }, (_, index) => index + 1);
}

function sightsAfter(write: string): ReadonlySet<string> {
  const sights = members.flatMap((member): Sight[] => member.sights).filter(({ after }) => after === write);
  return new Set(sights.map(({ seen }) => seen));
}

describe(`while ${ON_RULES} clients work on the rules of one flag and ${ON_ROLLOUTS} on the rollouts of another`, () => {
  it('others look on', () => {
    for (const seen of [...Object.values(decisions), ...Object.values(lists)]) {
      expect(seen.length).toBeGreaterThan(ON_RULES);
    }
  });

  it('no evaluation sees half of a change, which would match everybody', () => {
    const variants = new Set(
      decisions.variant.map(({ match, variantKey, reason }) => [match, variantKey, reason].join()),
    );
    const booleans = new Set(decisions.boolean.map(({ enabled, reason }) => [enabled, reason].join()));
    expect([...variants]).toEqual(['false,grey,DEFAULT_EVALUATION_REASON']);
    expect([...booleans]).toEqual(['false,DEFAULT_EVALUATION_REASON']);
  });

  it('no list shows half of a rule', () => {
    const broken = lists.rules.flatMap(({ rules }) => rules).filter((rule) => !isWhole(rule));
    expect(broken).toEqual([]);
  });

  it('no list shows half of a rollout', () => {
    const broken = lists.rollouts
      .flatMap(({ rules }) => rules)
      .filter(({ segment }) => segment === undefined || !isWhole(segment));
    expect(broken).toEqual([]);
  });

  it.each(['rules', 'rollouts'] as const)(
    'every list of %s is by rank, counts itself and repeats nothing',
    (kind) => {
      for (const { rules, totalCount } of lists[kind]) {
        const ranks = rules.map(({ rank }) => rank);
        expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
        expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
        expect(totalCount).toBe(rules.length);
      }
    },
  );

  it('every client sees its own write in its next evaluation', () => {
    expect([...sightsAfter('create')].sort()).toEqual(['grey, MATCH', 'true, MATCH']);
    expect([...sightsAfter('fill')]).toEqual(['red, MATCH']);
    expect([...sightsAfter('order')].sort()).toEqual(['red, MATCH', 'true, MATCH']);
    expect([...sightsAfter('update')].sort()).toEqual(['red, MATCH', 'true, MATCH']);
    expect([...sightsAfter('delete')].sort()).toEqual(['false, DEFAULT', 'grey, DEFAULT']);
  });
});

describe('after the last of them', () => {
  it('each has left one rule and one rollout', async () => {
    const [rules, rollouts] = [await client.listRules(RULES_FLAG), await client.listRollouts(ROLLOUTS_FLAG)];
    expect([rules.totalCount, rollouts.totalCount]).toEqual([ON_RULES, ON_ROLLOUTS]);
  });

  it('a deletion leaves the ranks 1 to n', async () => {
    const { rules } = await client.listRules(RULES_FLAG);
    await client.write('DELETE', `flags/${RULES_FLAG}/rules/${rules[7]?.id ?? ''}`);
    const { rules: rollouts } = await client.listRollouts(ROLLOUTS_FLAG);
    await client.write('DELETE', `flags/${ROLLOUTS_FLAG}/rollouts/${rollouts[7]?.id ?? ''}`);
    expect((await client.listRules(RULES_FLAG)).rules.map(({ rank }) => rank)).toEqual(upTo(ON_RULES - 1));
    const left = await client.listRollouts(ROLLOUTS_FLAG);
    expect(left.rules.map(({ rank }) => rank)).toEqual(upTo(ON_ROLLOUTS - 1));
  });

  it('the revision has risen by one for every acknowledged change', async () => {
    const rows = await queryFile(
      server.databaseFile,
      `SELECT revision FROM namespaces WHERE "key" = 'default'`,
    );
    const told = new Set([...client.revisions, ...client.revisionsOfOrders]);
    expect([...told].sort((left, right) => left - right)).toEqual(upTo(told.size));
    expect(new Set(client.revisions).size).toBe(client.revisions.length);
    expect(rows).toEqual([{ revision: told.size }]);
  });

  it('the file is intact', async () => {
    const { databaseFile } = server;
    expect(await queryFile(databaseFile, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await queryFile(databaseFile, 'PRAGMA foreign_key_check')).toEqual([]);
  });
});
