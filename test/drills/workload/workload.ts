import { setTimeout as delay } from 'node:timers/promises';
import { type Evaluation, type History } from '../checker/history';
import { type Fleet } from '../fleet/fleet';
import { type Instance } from '../fleet/instance';
import { eventually } from '../../support/eventually';
import { type Answer, jsonOf } from '../../support/http';
import { randomFrom } from '../../support/random';
import { askAll, askOne, revisionOf } from './ask';
import { Dice } from './dice';
import { anyWrite, proposals } from './proposals';
import { type CreatedJson } from './proposed-write';
import { questions } from './questions';
import { Replay } from './replay';

/** What to do to a fleet. */
export interface WorkloadPlan {
  /** Ends when this many writes are acknowledged, and of every kind at least one. */
  readonly writes: number;
  readonly seed: number;
}

const NAMESPACES = 6;
const CLIENTS_PER_WRITER = 6;

/** How often whoever wrote asks some instance at once whether it sees that. */
const SHARE_OF_LOOKS = 0.25;

/** How many times the planned writes are made at most, while a kind of write is still missing. */
const LONGEST = 10;

/** Those who only ask pause this long between two questions, so that the writers get on with their work. */
const PAUSE_MS = 50;

/** RPCs that change nothing, and raise no revision, where their namespace has just been deleted. */
const mayBeIdle = /^(Delete|Order)/;

/**
 * Many clients who write at random through all writers of a fleet, to the same few namespaces, and many who ask all of
 * its instances meanwhile; and what each of them saw.
 */
export class Workload {
  /** How many writes were acknowledged, by the RPC. */
  readonly acknowledged = new Map<string, number>();
  /** How many were refused because of what others had written. */
  refused = 0;
  /** How many gave up because too many others were writing, too. */
  gaveUp = 0;
  private readonly evaluations: Evaluation[] = [];
  private readonly replays: readonly Replay[];
  private readonly dice: Dice;
  private isOver = false;

  constructor(
    private readonly fleet: Fleet,
    private readonly plan: WorkloadPlan,
  ) {
    this.dice = new Dice(randomFrom(plan.seed));
    this.replays = Array.from({ length: NAMESPACES }, (_, index) => new Replay(`team-${index + 1}`));
  }

  /** Runs it all. Rejects at the first answer that there must not be. */
  async run(): Promise<void> {
    const { writers, all } = this.fleet;
    const working = writers.flatMap((writer) =>
      Array.from({ length: CLIENTS_PER_WRITER }, () => this.keepWriting(writer)),
    );
    const looking = all.map((instance) => this.keepAsking(instance));
    await Promise.all([Promise.all(working).finally(() => (this.isOver = true)), ...looking]);
  }

  /** Asks every instance everything about every namespace. */
  async askEverything(): Promise<void> {
    for (const { model } of this.replays) {
      await Promise.all(this.fleet.all.map((instance) => this.look(instance, model.key, true)));
    }
  }

  /** What was written and seen so far. */
  get history(): History {
    return { writes: this.replays.flatMap(({ writes }) => writes), evaluations: this.evaluations };
  }

  /**
   * Rare kinds may need more writes than were planned, but a kind that never succeeds does not keep everyone at work.
   */
  private get isDone(): boolean {
    const writes = [...this.acknowledged.values()].reduce((sum, count) => sum + count, 0);
    const hasAllKinds = this.acknowledged.size === Object.keys(proposals).length;
    return writes >= this.plan.writes * (hasAllKinds ? 1 : LONGEST);
  }

  private async keepWriting(writer: Instance): Promise<void> {
    while (!this.isOver && !this.isDone) {
      const replay = this.dice.pick(this.replays);
      if (replay === undefined) return;
      await this.write(writer, replay);
      const instance = this.dice.chance(SHARE_OF_LOOKS) ? this.dice.pick(this.fleet.all) : undefined;
      if (instance !== undefined) await this.look(instance, replay.model.key, true);
    }
  }

  private async keepAsking(instance: Instance): Promise<void> {
    while (!this.isOver) {
      const { key = '' } = this.dice.pick(this.replays)?.model ?? {};
      await this.look(instance, key, this.dice.chance(0.3));
      await delay(PAUSE_MS);
    }
  }

  private async write(writer: Instance, replay: Replay): Promise<void> {
    const { name, verb, path, body, happen } = anyWrite(replay.model, this.dice);
    const startedAt = performance.now();
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await writer.send({ verb, path, ...text });
    const endedAt = performance.now();
    if (answer.status === 400 || answer.status === 404) {
      this.refused++;
      return;
    }
    if (answer.status === 503) {
      this.gaveUp++;
      return;
    }
    const what = `${name} on ${writer.name}: ${answer.status} ${answer.body.toString()}`;
    if (answer.status !== 200) throw new Error([what, ...writer.errors()].join('\n'));
    const revision = revisionOf(answer);
    if (revision === undefined) {
      if (!mayBeIdle.test(name)) throw new Error(`${what}, which names no revision`);
      return;
    }
    // A write that changes nothing is told the present revision, which another one made.
    if (!(await this.made(writer, replay.model.key, revision, answer))) return;
    const created = jsonOf(answer) as CreatedJson;
    replay.add({ name, revision, startedAt, endedAt, happen, created });
    this.acknowledged.set(name, (this.acknowledged.get(name) ?? 0) + 1);
  }

  /** True if the history says that the request of this answer made the revision. */
  private async made(
    writer: Instance,
    namespaceKey: string,
    revision: number,
    answer: Answer,
  ): Promise<boolean> {
    const path = `/api/v1/namespaces/${namespaceKey}/revisions/${revision}?limit=1`;
    const found = await eventually(async () => {
      const entry = await writer.send({ verb: 'GET', path });
      expect(entry.status).toBe(200);
      return jsonOf(entry) as { readonly revision: { readonly requestId: string } };
    });
    return found.revision.requestId === answer.headers['x-request-id'];
  }

  private async look(instance: Instance, namespaceKey: string, isAtAll: boolean): Promise<void> {
    const question = this.dice.pick(questions);
    if (question === undefined) return;
    const asked = isAtAll ? askAll(instance, namespaceKey) : askOne(instance, namespaceKey, question);
    this.evaluations.push(await asked);
  }
}
