import { aHistory, anEvaluation, aWrite } from './builders';
import { linearizabilityViolations, monotonicityViolations, recencyViolations } from './consistency';
import { type History } from './history';

/** The laws that a history breaks, as of instances that must be as one, that must be up to date, and that may lag. */
interface Broken {
  readonly strict: readonly string[];
  readonly recent: readonly string[];
  readonly lagging: readonly string[];
}

function broken(history: History): Broken {
  return {
    strict: linearizabilityViolations(history).map(({ law }) => law),
    recent: recencyViolations(history).map(({ law }) => law),
    lagging: monotonicityViolations(history).map(({ law }) => law),
  };
}

const fine = { strict: [], recent: [], lagging: [] };

const create = aWrite(1, [0, 10], { colour: 'red' });
const change = aWrite(2, [20, 40], { colour: 'blue' });

describe('a history is right', () => {
  it('with nothing in it', () => {
    expect(broken(aHistory())).toEqual(fine);
  });

  it('when every evaluation sees the last write that was answered', () => {
    const before = anEvaluation(1, [11, 12], { colour: 'red' });
    const after = anEvaluation(2, [41, 42], { colour: 'blue' });
    expect(broken(aHistory(create, before, change, after))).toEqual(fine);
  });

  it.each([
    ['not yet', 1, 'red'],
    ['already', 2, 'blue'],
  ])('when an evaluation beside a write sees it %s', (_, revision, colour) => {
    expect(broken(aHistory(create, change, anEvaluation(revision, [25, 30], { colour })))).toEqual(fine);
  });

  it('when two evaluations at the same time see a write under way and not', () => {
    const sees = anEvaluation(2, [25, 35], { colour: 'blue' });
    const doesNot = anEvaluation(1, [26, 36], { colour: 'red' }, { instance: 'other' });
    expect(broken(aHistory(create, change, sees, doesNot))).toEqual(fine);
  });

  it('when what begins as a write is answered does not see it yet', () => {
    expect(broken(aHistory(create, change, anEvaluation(1, [40, 41], { colour: 'red' })))).toEqual(fine);
  });

  it('when writes at the same time are done in the order in which they were not sent', () => {
    const [first, second] = [
      aWrite(3, [50, 70], { colour: 'grey' }),
      aWrite(4, [45, 65], { colour: 'pink' }),
    ];
    const both = anEvaluation(4, [71, 72], { colour: 'pink' });
    expect(broken(aHistory(create, change, first, second, both))).toEqual(fine);
  });

  it('when a register holds nothing before its first write, and after one that empties it', () => {
    const remove = aWrite(3, [50, 60], { colour: undefined });
    const early = anEvaluation(undefined, [0, 1], { colour: undefined });
    const late = anEvaluation(3, [61, 62], { colour: undefined, size: undefined });
    expect(broken(aHistory(early, create, change, remove, late))).toEqual(fine);
  });

  it('when an evaluation that names no revision sees nothing while there was nothing for a moment', () => {
    const remove = aWrite(2, [20, 30], { colour: undefined });
    const restore = aWrite(3, [40, 50], { colour: 'red' });
    const between = anEvaluation(undefined, [31, 35], { colour: undefined });
    const beside = anEvaluation(undefined, [41, 52], { colour: undefined });
    expect(broken(aHistory(create, remove, restore, between, beside))).toEqual(fine);
  });

  it('when namespaces do not know of each other', () => {
    const elsewhere = anEvaluation(undefined, [50, 60], { colour: undefined }, { namespaceKey: 'office' });
    expect(broken(aHistory(create, change, elsewhere))).toEqual(fine);
  });
});

describe('only instances that may lag behind', () => {
  it('miss a write that was answered', () => {
    const late = anEvaluation(1, [41, 42], { colour: 'red' });
    const laws = ['no answer is out of date'];
    expect(broken(aHistory(create, change, late))).toEqual({ strict: laws, recent: laws, lagging: [] });
  });

  it('show nothing, naming no revision, after a write was answered that left something', () => {
    const late = anEvaluation(undefined, [41, 42], { colour: undefined });
    const laws = ['an answer shows its revision'];
    expect(broken(aHistory(create, change, late))).toEqual({ strict: laws, recent: laws, lagging: [] });
  });
});

it('only instances that are not as one miss a write that another has shown, though it is not answered yet', () => {
  const sees = anEvaluation(2, [25, 30], { colour: 'blue' });
  const doesNot = anEvaluation(1, [31, 32], { colour: 'red' }, { instance: 'other' });
  const laws = ['no answer is out of date'];
  const history = aHistory(create, change, sees, doesNot);
  expect(broken(history)).toEqual({ strict: laws, recent: [], lagging: [] });
});

describe('a history is wrong for all', () => {
  function expectBroken(law: string, history: History, ...others: readonly string[]): void {
    const laws = [law, ...others];
    expect(broken(history)).toEqual({ strict: laws, recent: laws, lagging: laws });
  }

  it('when an instance goes back', () => {
    const sees = anEvaluation(2, [25, 30], { colour: 'blue' });
    const forgets = anEvaluation(1, [31, 32], { colour: 'red' });
    expectBroken('no answer is out of date', aHistory(create, change, sees, forgets));
  });

  it('when an instance forgets a namespace that it has shown', () => {
    const sees = anEvaluation(1, [11, 12], { colour: 'red' });
    const forgets = anEvaluation(undefined, [13, 14], { colour: undefined });
    expectBroken('an answer shows its revision', aHistory(create, sees, forgets));
  });

  it('when a value is of a later revision than the one that is named', () => {
    const mixed = anEvaluation(1, [25, 30], { colour: 'blue' });
    expectBroken('an answer shows its revision', aHistory(create, change, mixed));
  });

  it('when a value is of an earlier revision than the one that is named', () => {
    const mixed = anEvaluation(2, [25, 30], { colour: 'red' });
    expectBroken('an answer shows its revision', aHistory(create, change, mixed));
  });

  it('when one answer shows two revisions', () => {
    const both = aWrite(2, [20, 40], { colour: 'blue', size: 'large' });
    const half = anEvaluation(2, [25, 30], { colour: 'blue', size: undefined });
    expectBroken('an answer shows its revision', aHistory(create, both, half));
  });

  it('when a deleted register is still seen', () => {
    const remove = aWrite(2, [20, 40], { colour: undefined });
    const ghost = anEvaluation(2, [41, 42], { colour: 'red' });
    expectBroken('an answer shows its revision', aHistory(create, remove, ghost));
  });

  it('when something is seen before its write began', () => {
    const early = anEvaluation(2, [12, 19], { colour: 'blue' });
    const history = aHistory(create, change, early);
    expectBroken('no answer comes from the future', history, 'a later write makes a later revision');
  });

  it('when nothing is seen, naming no revision, before the write that empties it began', () => {
    const sees = anEvaluation(1, [11, 12], { colour: 'red' });
    const early = anEvaluation(undefined, [13, 19], { colour: undefined });
    const remove = aWrite(2, [20, 40], { colour: undefined });
    expectBroken('an answer shows its revision', aHistory(create, sees, early, remove));
  });

  it('when a revision is named that no acknowledged write made', () => {
    const invented = anEvaluation(3, [41, 42], { colour: 'blue' });
    expectBroken('no answer comes from the future', aHistory(create, change, invented));
  });

  it('when two writes make the same revision', () => {
    const twin = aWrite(2, [20, 40], { colour: 'green' });
    expectBroken('revisions rise by one', aHistory(create, twin, change));
  });

  it('when a write was done and never acknowledged, or lost', () => {
    expectBroken('revisions rise by one', aHistory(create, aWrite(3, [20, 40])));
  });

  it('when a write begins after another was answered, and comes before it', () => {
    const first = aWrite(3, [20, 30], { colour: 'green' });
    const second = aWrite(2, [31, 40], { colour: 'blue' });
    expectBroken('a later write makes a later revision', aHistory(create, first, second));
  });

  it('when a write makes a revision that had been seen before it began', () => {
    const sees = anEvaluation(2, [12, 45], { colour: 'blue' });
    const late = aWrite(1, [46, 50], { colour: 'red' });
    expectBroken('a later write makes a later revision', aHistory(change, sees, late));
  });
});

it('a violation says who, where, when and what', () => {
  const late = anEvaluation(1, [41, 42.25], { colour: 'red' });
  expect(linearizabilityViolations(aHistory(create, change, late))).toEqual([
    {
      law: 'no answer is out of date',
      explanation: 'reader on shop, revision 1 (41.0–42.3 ms): 2 was known',
    },
  ]);
});
