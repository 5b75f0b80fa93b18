import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  type SettableClock,
  sharedBy,
  WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';

const MINUTE = 60 * MICROS_PER_SECOND;
const [ana, ben] = [person('ana'), person('ben')];
const change = { namespaceKey: 'shop', origin: 'change', message: '', isProposal: false } as const;

let clock: SettableClock;
let waiting: WaitingChanges;
let id: string;

waitingChangesForEachTest(({ temporary, clock: made }) => {
  clock = made;
  waiting = new WaitingChanges(temporary.database, clock, { maxLatenessMs: 90_000 });
});

/** Begins a ramp with a step at once, one after ten minutes, and one ten minutes after that. */
async function begin(isByTime: boolean): Promise<void> {
  const steps = [10, 50, 100].map((share, index) => ({
    wanted: sharedBy('shop', 'ramp', share),
    ...(index > 0 && (isByTime ? { at: clock.moment + 10 * index * MINUTE } : { after: 10 * MINUTE })),
  }));
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision: undefined, steps });
  id = found?.request.seriesId ?? '';
}

/** Has somebody else give the flag another share. */
async function interfere(share: number): Promise<void> {
  const steps = [{ wanted: sharedBy('shop', 'ramp', share) }];
  await waiting.creation.create(ben, { ...change, baseRevision: undefined, steps });
}

/** The state of the series, and those of its steps. */
async function states(): Promise<readonly string[]> {
  const { series, steps } = await waiting.series.get('shop', id);
  return [series.state, ...steps.map(({ request }) => request.state)];
}

async function idOf(step: number): Promise<string> {
  const { steps } = await waiting.series.get('shop', id);
  return steps.find(({ request }) => request.step === step)?.request.id ?? '';
}

/** Lets minutes pass, and the scheduler look once: what was due in the last of them is not too late. */
async function pass(minutes: number): Promise<void> {
  clock.moment += minutes * MINUTE;
  await waiting.look();
}

describe.each([true, false])('a step that waited for a person is not too late (by times: %s)', (isByTime) => {
  beforeEach(async () => {
    await begin(isByTime);
  });

  /** The ramp goes on at once, and its third step follows ten minutes after the second. */
  async function expectGoesOn(): Promise<void> {
    await waiting.series.resume(ana, 'shop', id, '');
    await pass(1);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
    await pass(9);
    expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
    await pass(2);
    expect(await states()).toEqual(['done', 'applied', 'applied', 'applied']);
  }

  it('in conflict', async () => {
    await interfere(33);
    await pass(11);
    expect(await states()).toEqual(['suspended', 'applied', 'conflicted', 'scheduled']);
    await pass(20);
    await interfere(10);
    await expectGoesOn();
  });

  it('in conflict, then given another base', async () => {
    await interfere(33);
    await pass(11);
    const latest = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
    await waiting.edits.update(ana, 'shop', await idOf(2), { baseRevision: latest });
    await pass(5);
    await expectGoesOn();
  });

  it('paused, with a new time that passed meanwhile', async () => {
    await waiting.series.pause(ana, 'shop', id, '');
    await waiting.edits.update(ana, 'shop', await idOf(2), { at: clock.moment + 15 * MINUTE });
    await pass(20);
    await expectGoesOn();
  });
});

it('a step that a person resumes before its time keeps it', async () => {
  await begin(true);
  await waiting.series.pause(ana, 'shop', id, '');
  await waiting.edits.update(ana, 'shop', await idOf(2), { at: clock.moment + 15 * MINUTE });
  await waiting.series.resume(ana, 'shop', id, '');
  await pass(14);
  expect(await states()).toEqual(['running', 'applied', 'scheduled', 'scheduled']);
  await pass(2);
  expect(await states()).toEqual(['running', 'applied', 'applied', 'scheduled']);
});

it('a step that nobody has stopped is too late after an outage', async () => {
  await begin(true);
  await pass(13);
  expect(await states()).toEqual(['cancelled', 'applied', 'failed', 'cancelled']);
});
