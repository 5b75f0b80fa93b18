import { setTimeout as delay } from 'node:timers/promises';
import {
  addNamespace,
  changesOf,
  documentSource,
  partlyOn,
  pathIn,
  revisionsOf,
  valueOf,
  type ChangeJson,
} from '../../support/change-calls';
import { jsonRequest, type Answer, type Api, type Request } from '../../support/http';
import { wholeNumber, type Random } from '../../support/random';

/** Whoever has to do with a ramp, each by an instance that can be reached, as far as there is one. */
export interface People {
  readonly admin: Api;
  readonly author: Api;
  readonly reviewer: Api;
}

/** Shortest and longest time between two steps, in milliseconds. */
const GAP_MS = [800, 2_500] as const;

/** The clock of a database may be as far from that of the test; those that jump are off by an hour. Milliseconds. */
const OTHER_CLOCK_MS = 60_000;

/** A ramp of which people edit and approve steps, and what is known of when each of them may be applied. */
export class DrilledRamp {
  private readonly begunAt = Date.now();
  private share = 0;
  /** How long after the step before each step is planned at least, in milliseconds; of the first one, nothing. */
  private readonly gaps: number[] = [];

  constructor(
    private readonly namespaceKey: string,
    private readonly random: Random,
    private readonly people: People,
  ) {}

  /** Creates the steps; some of them have times of their own. */
  async begin(): Promise<void> {
    const { namespaceKey, random, people } = this;
    await addNamespace(people.admin, namespaceKey);
    if (random() < 0.6) await valueOf(people.admin.send(this.policy(1)));
    let at = Date.now() + 500;
    const steps = Array.from({ length: wholeNumber(random, 3, 4) }, (_, index) => {
      const gap = wholeNumber(random, ...GAP_MS);
      this.gaps.push(index === 0 ? NaN : gap);
      if (index > 0) at += gap;
      const isAtOnce = index === 0 && random() < 0.5;
      const time = index === 0 || random() < 0.5 ? { at: timeOf(at) } : { after: `${gap / 1000}s` };
      return { document: documentSource(namespaceKey, [this.nextFlag()]), ...(!isAtOnce && time) };
    });
    await valueOf(people.author.send(jsonRequest('POST', this.path(''), { when: { steps } })));
  }

  /** Has somebody do something with it, which may well be refused or come to nothing. */
  async act(): Promise<void> {
    const dice = this.random();
    if (dice < 0.4) await this.approve();
    else if (dice < 0.6) await this.edit();
    else if (dice < 0.85) await this.move();
    else await sent(this.people.admin, this.policy(wholeNumber(this.random, 0, 1)));
  }

  /** Approves what lacks approvals and gives what is overdue another time, until all steps are applied. */
  async finish(): Promise<void> {
    for (;;) {
      const steps = await this.steps();
      const [next] = steps.filter(isOpen);
      if (next === undefined) return;
      expect(['PENDING_REVIEW', 'SCHEDULED']).toContain(next.state);
      await this.approve();
      if (next.overdue) await this.moveTo(steps, next, Date.now() + 300);
      await delay(200);
    }
  }

  /** Passes when every step was applied once, in order, and no sooner than planned after the one before. */
  async expectKept(): Promise<void> {
    const { namespaceKey, gaps } = this;
    const steps = await this.steps();
    expect(steps.map(({ state }) => state)).toEqual(gaps.map(() => 'APPLIED'));
    const revisions = (await revisionsOf(this.people.admin, namespaceKey)).toReversed();
    expect(revisions.map(({ revision }) => Number.parseInt(revision))).toEqual(
      revisions.map((_, index) => index + 1),
    );
    // The first revision made the namespace.
    expect(revisions.map(({ changeId }) => changeId)).toEqual(['', ...steps.map(({ id }) => id)]);
    expect(revisions.slice(1).map(({ revision }) => revision)).toEqual(steps.map(({ revision }) => revision));
    // Applied steps are not written any more: these are the times of the database at which they were applied.
    const times = steps.map(({ updatedAt }) => Date.parse(updatedAt));
    const early = times.filter(
      (time, index) => index > 0 && time - (times[index - 1] ?? NaN) < (gaps[index] ?? NaN),
    );
    // Clocks of instances that jump have nothing to do with them.
    const begin = this.begunAt - OTHER_CLOCK_MS;
    const end = Date.now() + OTHER_CLOCK_MS;
    const elsewhere = times.filter((time) => time < begin || time > end);
    expect({ namespaceKey, gaps, times, early, elsewhere }).toMatchObject({ early: [], elsewhere: [] });
  }

  private async steps(): Promise<readonly ChangeJson[]> {
    for (;;) {
      try {
        const changes = await changesOf(this.people.admin, this.namespaceKey);
        return changes.toSorted((left, right) => left.step - right.step);
      } catch {
        // The instance was killed, or cannot use the database yet.
        await delay(100);
      }
    }
  }

  private async approve(): Promise<void> {
    const step = (await this.steps()).find(({ state }) => state === 'PENDING_REVIEW');
    if (step === undefined) return;
    await sent(
      this.people.reviewer,
      jsonRequest('POST', this.path(`/${step.id}/reviews`), { verdict: 'APPROVE' }),
    );
  }

  /** Edits the content of a step that waits. */
  private async edit(): Promise<void> {
    const open = (await this.steps()).filter(isOpen);
    const step = open[wholeNumber(this.random, 0, open.length - 1)];
    if (step === undefined) return;
    const document = documentSource(this.namespaceKey, [this.nextFlag()]);
    await sent(this.people.author, jsonRequest('PUT', this.path(`/${step.id}`), { document }));
  }

  /** Gives the step that is next another time. */
  private async move(): Promise<void> {
    const steps = await this.steps();
    const next = steps.find(isOpen);
    const at = Date.now() + wholeNumber(this.random, 300, GAP_MS[1]);
    if (next !== undefined) await this.moveTo(steps, next, at);
  }

  private async moveTo(steps: readonly ChangeJson[], { id, step }: ChangeJson, at: number): Promise<void> {
    const answer = await sent(
      this.people.author,
      jsonRequest('PUT', this.path(`/${id}`), { at: timeOf(at) }),
    );
    const before = steps.find((one) => one.step === step - 1);
    if (before === undefined || (answer !== undefined && answer.status >= 400 && answer.status < 500)) return;
    const gap = at - Date.parse(before.updatedAt);
    // Nobody knows whether the other times hold: those without an answer, or with a fault for one.
    this.gaps[step - 1] = answer?.status === 200 ? gap : Math.min(gap, this.gaps[step - 1] ?? NaN);
  }

  private policy(requiredApprovals: number): Request {
    const policy = { requiredApprovals, applyLate: this.random() < 0.3 };
    return jsonRequest('PUT', pathIn(this.namespaceKey, 'policy'), { policy });
  }

  /** Another one each time, so that every step and every edit changes something. */
  private nextFlag(): object {
    return partlyOn('ramp', ++this.share / 100);
  }

  private path(rest: string): string {
    return pathIn(this.namespaceKey, `changes${rest}`);
  }
}

function isOpen({ state }: ChangeJson): boolean {
  return state !== 'APPLIED';
}

function timeOf(moment: number): string {
  return new Date(moment).toISOString();
}

/** The answer; undefined if there is none, since the instance was killed. */
async function sent(api: Api, request: Request): Promise<Answer | undefined> {
  return api.send(request).catch(() => undefined);
}
