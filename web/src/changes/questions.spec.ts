import { type Plan } from '@/lib/plan/plan';
import { askConflict, askReview, openQuestion } from './questions';

const plan: Plan = { title: 'Save', namespaceKey: 'shop', changes: [] };

/** Lets what waits for an answer go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one question is open at a time, and each is answered for itself', async () => {
  const review = askReview(plan, false, undefined);
  const conflict = askConflict('Save', [], true);
  await settle();
  const first = openQuestion.get();
  if (first?.kind !== 'review') throw new Error('the review comes first');
  first.answer({ bypass: 'it burns' });
  expect(await review).toEqual({ bypass: 'it burns' });
  await settle();
  const second = openQuestion.get();
  if (second?.kind !== 'conflict') throw new Error('the conflict comes next');
  second.answer(undefined);
  expect(await conflict).toBeUndefined();
  expect(openQuestion.get()).toBeUndefined();
});
