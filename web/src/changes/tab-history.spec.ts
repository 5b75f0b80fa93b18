import { type Plan } from '@/lib/plan/plan';
import { canUndo, forgetHistory, lastUndoable, markUndone, record } from './tab-history';

const plan = (title: string): Plan => ({ title, namespaceKey: 'default', changes: [] });
const REVISION = '7.abc';

afterEach(forgetHistory);

describe('undo of this tab', () => {
  it('takes the newest change that can be put back', () => {
    record(plan('first'), REVISION);
    const second = record(plan('second'), REVISION);
    record(plan('third'), undefined);
    expect(lastUndoable()?.plan.title).toBe('second');
    markUndone(second.id, true);
    expect(lastUndoable()?.plan.title).toBe('first');
    expect(canUndo(second.id)).toBe(false);
  });

  it('calls about a namespace are put back by others', () => {
    const { id } = record({ ...plan('namespace'), inverse: plan('back') }, undefined);
    expect(canUndo(id)).toBe(true);
  });

  it('a change whose undo failed can be put back again', () => {
    const { id } = record(plan('one'), REVISION);
    markUndone(id, true);
    markUndone(id, false);
    expect(canUndo(id)).toBe(true);
  });

  it('reaches back 20 changes', () => {
    record(plan('too old'), REVISION);
    for (let count = 0; count < 20; count += 1) record(plan('fixed'), undefined);
    expect(lastUndoable()).toBeUndefined();
  });

  it('is forgotten after signing out', () => {
    const { id } = record(plan('one'), REVISION);
    forgetHistory();
    expect(canUndo(id)).toBe(false);
  });
});
