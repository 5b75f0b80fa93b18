import { type Plan } from '@/lib/plan/plan';
import { canUndo, forgetHistory, lastUndoable, markUndone, record } from './tab-history';

const plan = (title: string, canBePutBack = true): Plan => {
  const base = { title, namespaceKey: 'default', changes: [], steps: [] };
  return canBePutBack ? { ...base, inverse: base } : base;
};
const noAnswers = new Map();

afterEach(forgetHistory);

describe('undo of this tab', () => {
  it('takes the newest change that can be put back', () => {
    record(plan('first'), noAnswers);
    const second = record(plan('second'), noAnswers);
    record(plan('third', false), noAnswers);
    expect(lastUndoable()?.plan.title).toBe('second');
    markUndone(second.id, true);
    expect(lastUndoable()?.plan.title).toBe('first');
    expect(canUndo(second.id)).toBe(false);
  });

  it('a change whose undo failed can be put back again', () => {
    const { id } = record(plan('one'), noAnswers);
    markUndone(id, true);
    markUndone(id, false);
    expect(canUndo(id)).toBe(true);
  });

  it('reaches back 20 changes', () => {
    record(plan('too old'), noAnswers);
    for (let count = 0; count < 20; count += 1) record(plan('fixed', false), noAnswers);
    expect(lastUndoable()).toBeUndefined();
  });

  it('is forgotten after signing out', () => {
    const { id } = record(plan('one'), noAnswers);
    forgetHistory();
    expect(canUndo(id)).toBe(false);
  });
});
