import { type Evaluation, type Write } from './history';
import { aHistory, anEvaluation, aWrite } from './builders';
import { greatestStaleness, stalenesses } from './staleness';

const create = aWrite(1, [0, 10], { colour: 'red' });
const change = aWrite(2, [20, 40], { colour: 'blue' });
const again = aWrite(3, [50, 60], { colour: 'green' });

function milliseconds(...all: readonly (Write | Evaluation)[]): readonly number[] {
  return stalenesses(aHistory(...all)).map((staleness) => staleness.milliseconds);
}

it('an evaluation that sees all that was answered is not stale', () => {
  const seen = [anEvaluation(2, [45, 46]), anEvaluation(2, [55, 56]), anEvaluation(3, [60, 61])];
  expect(milliseconds(create, change, again, ...seen)).toEqual([0, 0, 0]);
});

it('one that began before the answer to a write need not see it', () => {
  expect(milliseconds(create, change, anEvaluation(1, [39, 100]))).toEqual([0]);
});

it('one that misses a write is as old as the answer to it', () => {
  expect(milliseconds(create, change, anEvaluation(1, [47, 48]))).toEqual([7]);
});

it('one that misses many is as old as the first answer to any of them, whichever came first', () => {
  expect(milliseconds(create, change, again, anEvaluation(1, [100, 101]))).toEqual([60]);
  const overtaken = aWrite(2, [20, 90], { colour: 'blue' });
  expect(milliseconds(create, overtaken, again, anEvaluation(1, [100, 101]))).toEqual([40]);
});

it('one that names no revision is taken at its best', () => {
  const remove = aWrite(3, [50, 60], { colour: undefined });
  const restore = aWrite(4, [70, 80], { colour: 'red' });
  const absent = anEvaluation(undefined, [85, 86], { colour: undefined });
  expect(milliseconds(create, change, remove, absent)).toEqual([0]);
  expect(milliseconds(create, change, remove, restore, absent)).toEqual([5]);
});

it('one that names no revision and that nothing explains is left out', () => {
  expect(milliseconds(create, anEvaluation(undefined, [11, 12], { colour: 'white' }))).toEqual([]);
});

it('namespaces do not know of each other', () => {
  const elsewhere = { namespaceKey: 'office' };
  expect(milliseconds(create, aWrite(1, [0, 5], {}, elsewhere), anEvaluation(1, [50, 51]))).toEqual([0]);
});

it('the worst is found', () => {
  const [late, later] = [anEvaluation(1, [47, 48]), anEvaluation(1, [49, 50])];
  expect(greatestStaleness(stalenesses(aHistory(create, change, late, later)))).toEqual({
    evaluation: later,
    milliseconds: 9,
  });
  expect(greatestStaleness([])).toBeUndefined();
});
