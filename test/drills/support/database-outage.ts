import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { bearing } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { apiAt, jsonOf, jsonRequest } from '../../support/http';
import { printPhases, type Phase } from './evaluation-load';
import { during, type Fault } from './fault';
import { probe, type TimedAnswer } from './probe';
import { seeNextChange } from './see-change';
import { EVALUATION, issueToken, type Tiers } from './tiers';

const FLAGS = '/api/v1/namespaces/default/flags';

/** An outage of the database of these instances. */
export interface DatabaseOutage {
  readonly tiers: Tiers;
  readonly fault: Fault;
  /** How long it lasts, in milliseconds. */
  readonly forMs: number;
  /** The revision of the default namespace, from its row. */
  storedRevision(): Promise<number>;
}

/** What instances said while the database was away, and after it had come back. */
export interface OutageReport {
  /** What was wrong with the answers of the load, from beginning to end. */
  readonly complaints: readonly string[];
  /** The load while the database was away. */
  readonly load: Phase;
  /** Evaluations at the reader by a token that it has seen before. */
  readonly knownToken: readonly TimedAnswer[];
  /** Evaluations at the reader, each by a token that nobody has ever seen. */
  readonly unknownToken: readonly TimedAnswer[];
  readonly evaluationAtWriter: readonly TimedAnswer[];
  /** Changes at the writer: each was to create a flag. */
  readonly changes: readonly TimedAnswer[];
  /** Lists of flags at the writer. */
  readonly lists: readonly TimedAnswer[];
  /** Of the reader. */
  readonly health: readonly TimedAnswer[];
  /** Flags whose creation was acknowledged, and which are not there after the outage. */
  readonly lostFlags: readonly string[];
  /** By how much the revision was raised in the outage, less the flags that were created in it. */
  readonly surplusRevisions: number;
}

/** Takes the database away from a writer and a reader that are under load, and gives it back. */
export async function drillDatabaseOutage(outage: DatabaseOutage): Promise<OutageReport> {
  const { tiers, fault, forMs } = outage;
  const { writer, reader } = tiers;
  const known = bearing(apiAt(reader.server.url), await issueToken(writer.api, fault.name));
  await eventually(async () => {
    expect((await known.send(EVALUATION)).status).toBe(200);
  });
  const load = tiers.load();
  await load.phase('before', () => changeAFewTimes(tiers));
  const revisionBefore = await outage.storedRevision();
  const prefix = `flag-${randomBytes(4).toString('hex')}`;
  const nameOf = (turn: number): string => `${prefix}-${turn}`;

  const answers = await load.phase(fault.name, () =>
    during(fault, async () => {
      const [knownToken, unknownToken, evaluationAtWriter, changes, lists, health] = await Promise.all([
        probe(forMs, () => known.send(EVALUATION)),
        probe(forMs, () =>
          bearing(apiAt(reader.server.url), randomBytes(16).toString('hex')).send(EVALUATION),
        ),
        probe(forMs, () => writer.api.send(EVALUATION)),
        probe(forMs, (turn) => writer.api.send(jsonRequest('POST', FLAGS, newFlag(nameOf(turn))))),
        probe(forMs, () => writer.api.send({ path: FLAGS })),
        probe(forMs, () => apiAt(reader.server.url).send({ path: '/health' })),
      ]);
      return { knownToken, unknownToken, evaluationAtWriter, changes, lists, health };
    }),
  );

  const there = await load.phase('recovery', async () => {
    const keys = await eventually(() => keysOfFlags(tiers));
    return keys.filter((key) => key.startsWith(prefix));
  });
  const surplusRevisions = (await outage.storedRevision()) - revisionBefore - there.length;
  await load.phase('next change', () => seeNextChange(tiers));
  await load.phase('after', () => changeAFewTimes(tiers));
  const complaints = await load.stop();
  printPhases(`${fault.name}: evaluations at a reader`, load.phases);
  const acknowledged = answers.changes.flatMap(({ status }, turn) => (status === 200 ? [nameOf(turn)] : []));
  return {
    ...answers,
    complaints,
    load: load.phaseNamed(fault.name),
    lostFlags: acknowledged.filter((key) => !there.includes(key)),
    surplusRevisions,
  };
}

async function changeAFewTimes({ flags }: Tiers): Promise<void> {
  for (let change = 0; change < 5; change++) {
    expect((await flags.change()).status).toBe(200);
    await delay(200);
  }
}

async function keysOfFlags({ writer }: Tiers): Promise<readonly string[]> {
  const answer = await writer.api.send({ path: `${FLAGS}?limit=1000` });
  expect(answer.status).toBe(200);
  const { flags } = jsonOf(answer) as { readonly flags: readonly { readonly key: string }[] };
  return flags.map(({ key }) => key);
}

function newFlag(key: string): object {
  return { key, name: key, type: 'BOOLEAN_FLAG_TYPE', enabled: true };
}
