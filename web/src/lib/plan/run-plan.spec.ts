import { type Call, type Plan } from './plan';
import { runSteps } from './run-plan';

const call = (path: string): Call => ({ method: 'POST', path });
const plan: Plan = {
  title: 'Make two',
  namespaceKey: 'one',
  changes: [],
  steps: [
    { title: 'one', call: call('/1') },
    { title: 'two', call: call('/2') },
  ],
};

test('calls are made one after another, up to the first that fails', async () => {
  const sent: string[] = [];
  const send = async ({ path }: Call): Promise<void> => {
    sent.push(path);
    if (path === '/1') return Promise.resolve();
    return Promise.reject(new Error('refused'));
  };
  expect(await runSteps(plan, send)).toMatchObject({ done: 1, failure: { error: { message: 'refused' } } });
  expect(sent).toEqual(['/1', '/2']);
  expect(await runSteps(plan, async () => Promise.resolve())).toEqual({ done: 2 });
});
