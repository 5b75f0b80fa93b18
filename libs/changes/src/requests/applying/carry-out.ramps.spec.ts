import { Logger } from '@nestjs/common';
import { DomainError, MICROS_PER_SECOND, type ChangeStep, type Instant } from '@pennon/domain';
import type { Database } from '@pennon/storage';
import { testDialect } from '../../../../../test/support/database-server';
import { randomFrom, wholeNumber, type Random } from '../../../../../test/support/random';
import { sized } from '../../../../../test/support/size';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../../../../test/support/waiting-changes';
import type { NewStep } from '../new-changes/new-change';

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

/** What differs from database to database is the same in each of them. */
const HISTORIES = sized({ small: testDialect === 'sqlite' ? 4 : 2, whole: 200 });
const EVENTS = 25;
const MINUTE = 60 * MICROS_PER_SECOND;

jest.setTimeout(sized({ small: 120_000, whole: 1_200_000 }));

let temporary: TemporaryDatabase;

beforeAll(async () => {
  Logger.overrideLogger(false);
  temporary = await openTemporaryDatabase();
});

afterAll(async () => {
  Logger.overrideLogger(true);
  await temporary.remove();
});

/** A database whose connection breaks now and then, shortly before or after a commit. */
function breaking(database: Database, random: Random): Database {
  const write: Database['write'] = async (work) => {
    const fate = random();
    const result = await database.write(async (manager) => {
      const done = await work(manager);
      if (fate < 0.1) throw new Error('killed before the commit');
      return done;
    });
    if (fate > 0.9) throw new Error('killed after the commit');
    return result;
  };
  return Object.assign(Object.create(database) as Database, { write });
}

/** A series of steps, and what the test knows of when each of them may be applied. */
class Ramp {
  readonly log: string[] = [];
  private share = 0;
  /** How long after the step before each step is planned; the first one's means nothing. */
  private gaps: number[] = [];
  private seriesId = '';

  constructor(
    private readonly namespaceKey: string,
    private readonly random: Random,
    private readonly clock: SettableClock,
    private readonly people: WaitingChanges,
    private readonly writers: readonly WaitingChanges[],
  ) {}

  async begin(): Promise<void> {
    const { namespaceKey, random, clock } = this;
    await this.people.addNamespace(namespaceKey);
    if (random() < 0.5) await this.people.setPolicy(namespaceKey, 1, { appliesLate: random() < 0.3 });
    const count = wholeNumber(random, 3, 6);
    let at: Instant = clock.moment;
    const steps: NewStep[] = [];
    for (let step = 0; step < count; step++) {
      const gap = wholeNumber(random, 1, 60) * MINUTE;
      const isTimed = random() < 0.5;
      const isAtOnce = step === 0 && !isTimed;
      if (!isAtOnce) at += gap;
      this.gaps.push(gap);
      const when = isAtOnce ? {} : isTimed || step === 0 ? { at } : { after: gap };
      steps.push({ wanted: this.nextState(), ...when });
    }
    const change = { namespaceKey, origin: 'change', message: '', baseRevision: undefined } as const;
    const { found } = await this.people.creation.create(person('ana'), {
      ...{ ...change, isProposal: false, steps },
    });
    this.seriesId = found?.request.seriesId ?? '';
  }

  async steps(): Promise<readonly ChangeStep[]> {
    const { namespaceKey } = this;
    const all = await this.people.requests.list({
      namespaceKeys: new Set([namespaceKey]),
      after: undefined,
      limit: 100,
    });
    return all
      .map(({ request }) => request)
      .filter(({ seriesId }) => seriesId === this.seriesId)
      .toSorted((left, right) => left.step - right.step);
  }

  /** Lets something happen. */
  async event(): Promise<void> {
    const { random, clock } = this;
    const dice = random();
    if (dice < 0.35) clock.moment += wholeNumber(random, 1, 40) * MINUTE;
    else if (dice < 0.42) clock.moment += wholeNumber(random, 1, 1000) * MINUTE;
    else if (dice < 0.5) clock.moment -= wholeNumber(random, 1, 300) * MINUTE;
    else if (dice < 0.65) await this.approve();
    else if (dice < 0.75) await this.edit(false);
    else if (dice < 0.9) await this.edit(true);
    else await this.people.setPolicy(this.namespaceKey, wholeNumber(random, 0, 1));
    this.note(`event ${dice.toFixed(2)}`);
    if (random() < 0.7) await this.look();
  }

  /** Has one writer, or both at once, apply what is due: no more than one step. */
  async look(): Promise<void> {
    const applied = await this.countApplied();
    const looking = this.random() < 0.2 ? this.writers : this.writers.slice(0, 1);
    await Promise.all(looking.map((writer) => writer.look()));
    const after = await this.countApplied();
    this.note(`look ${applied} → ${after}`);
    expect(after - applied).toBeLessThanOrEqual(1);
  }

  /** Approves what waits, and applies or schedules what is overdue, until all steps are applied. */
  async finish(): Promise<void> {
    for (let round = 0; round < 100; round++) {
      const open = (await this.steps()).filter(({ state }) => state !== 'applied');
      const [next] = open;
      if (next === undefined) return;
      expect(['pending', 'scheduled']).toContain(next.state);
      await this.approve();
      const { isOverdue } = await this.people.requests.get(this.namespaceKey, next.id);
      // Nobody hastens a step by hand: the clock may have been set back since its time had passed.
      const before = (await this.steps()).find(({ step }) => step === next.step - 1);
      const earliest = (before?.updatedAt ?? 0) + (this.gaps[next.step - 1] ?? 0);
      const isPast = before === undefined || this.clock.moment >= earliest;
      if (isOverdue && isPast && this.random() < 0.5)
        await this.tried(() => this.people.requests.apply(person('ana'), this.namespaceKey, next.id));
      else if (isOverdue) await this.moveTo(next, this.clock.moment + MINUTE);
      this.clock.moment += wholeNumber(this.random, 10, 100) * MINUTE;
      await this.look();
    }
    throw new Error('the ramp does not come to its end');
  }

  /** Passes when every step was applied once, in order, and no sooner than was planned after the one before. */
  async expectKept(): Promise<void> {
    const steps = await this.steps();
    expect(steps.map(({ state }) => state)).toEqual(this.gaps.map(() => 'applied'));
    for (const [index, { updatedAt }] of steps.entries()) {
      const before = steps[index - 1];
      if (before !== undefined)
        expect(updatedAt - before.updatedAt).toBeGreaterThanOrEqual(this.gaps[index] ?? NaN);
    }
    const { namespaceKey } = this;
    const made = await this.people.unitOfWork.read(({ history }) =>
      history.list({ namespaceKey, limit: 100 }),
    );
    const ids = made.map(({ changeId }) => changeId).toReversed();
    expect(ids.filter((id) => id !== undefined)).toEqual(steps.map(({ id }) => id));
  }

  private async approve(): Promise<void> {
    for (const { id, state } of await this.steps()) {
      if (state !== 'pending') continue;
      const review = { verdict: 'approve', comment: '', version: undefined } as const;
      await this.tried(() => this.people.reviews.review(person('ben'), this.namespaceKey, id, review));
      return;
    }
  }

  /** Edits the content or the time of a step that waits. */
  private async edit(isOfTime: boolean): Promise<void> {
    const open = (await this.steps()).filter(({ state }) => state === 'pending' || state === 'scheduled');
    const step = open[wholeNumber(this.random, 0, open.length - 1)];
    if (step === undefined) return;
    if (!isOfTime) {
      const edit = { wanted: this.nextState() };
      await this.tried(() => this.people.edits.update(person('ana'), this.namespaceKey, step.id, edit));
      return;
    }
    const from = Math.max(this.clock.moment, step.plannedAt ?? step.dueAt ?? 0);
    await this.moveTo(step, from + wholeNumber(this.random, -30, 90) * MINUTE);
  }

  private async moveTo(step: ChangeStep, at: Instant): Promise<void> {
    const before = (await this.steps()).find((one) => one.step === step.step - 1);
    const planned = before?.state === 'applied' ? before.updatedAt : before?.plannedAt;
    // When a step is planned that goes by the one before it, the test does not know.
    if (before !== undefined && planned === undefined) return;
    const isMoved = await this.tried(() =>
      this.people.edits.update(person('ana'), this.namespaceKey, step.id, { at }),
    );
    if (isMoved && planned !== undefined) this.gaps[step.step - 1] = at - planned;
  }

  /** True if the call was not refused. */
  private async tried(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.note(`refused: ${error.message}`);
      return false;
    }
  }

  private nextState() {
    return sharedBy(this.namespaceKey, 'ramp', ++this.share);
  }

  private async countApplied(): Promise<number> {
    return (await this.steps()).filter(({ state }) => state === 'applied').length;
  }

  private note(what: string): void {
    this.log.push(`${(this.clock.moment / MINUTE).toFixed(1)} ${what}`);
  }
}

it(`${HISTORIES} ramps keep the time between their steps, whatever happens (seed ${seed})`, async () => {
  for (let history = 0; history < HISTORIES; history++) {
    const random = randomFrom(seed + history);
    const clock = new SettableClock();
    const people = new WaitingChanges(temporary.database, clock);
    const writers = [1, 2].map(() => new WaitingChanges(breaking(temporary.database, random), clock));
    const ramp = new Ramp(`ramp-${history}`, random, clock, people, writers);
    try {
      await ramp.begin();
      for (let event = 0; event < EVENTS; event++) await ramp.event();
      await ramp.finish();
      await ramp.expectKept();
    } catch (error) {
      const steps = JSON.stringify(await ramp.steps(), [
        'step',
        'state',
        'plannedAt',
        'dueAt',
        'after',
        'updatedAt',
        'reason',
      ]);
      throw new Error(`history ${history}: ${String(error)}\n${ramp.log.join('\n')}\n${steps}`, {
        cause: error,
      });
    }
  }
});
