import { type Call, type Plan, type Step } from './plan';
import { runPlan, withIds } from './run-plan';

const rules = '/api/v1/namespaces/default/flags/checkout/rules';

const makeRule: Step = {
  name: 'rule',
  title: 'Create rule 1',
  call: { method: 'POST', path: rules, body: { segmentKey: 'eu', rank: 1 } },
};
const makeShare: Step = {
  title: 'Give blue 50 %',
  call: { method: 'POST', path: `${rules}/$rule.id/distributions`, body: { variantId: 'v1', rollout: 50 } },
};
const orderRules: Step = {
  title: 'Put rule 1 first',
  call: { method: 'PUT', path: `${rules}/order`, body: { ruleIds: ['$rule.id', 'r0'] } },
};

const plan: Plan = {
  title: 'Create rule 1 of checkout',
  namespaceKey: 'default',
  changes: [],
  steps: [makeRule, makeShare, orderRules],
};

/** A server that answers each call with an id of its own, but for those that it refuses. */
function serverRefusing(refuses: (call: Call) => boolean = () => false) {
  const calls: Call[] = [];
  return {
    calls,
    send: (call: Call): Promise<unknown> => {
      calls.push(call);
      return refuses(call)
        ? Promise.reject(new Error('refused'))
        : Promise.resolve({ id: `id-${calls.length}` });
    },
  };
}

describe('runPlan', () => {
  it('makes the calls in order, and gives each the ids of the ones before', async () => {
    const server = serverRefusing();
    const outcome = await runPlan(plan, server.send);
    expect(server.calls).toEqual([
      makeRule.call,
      { ...makeShare.call, path: `${rules}/id-1/distributions` },
      { ...orderRules.call, body: { ruleIds: ['id-1', 'r0'] } },
    ]);
    expect(outcome).toEqual({ done: 3, answers: new Map([['rule', { id: 'id-1' }]]) });
  });

  it('waits for an answer before it makes the next call', async () => {
    const begun: string[] = [];
    let answerFirst: (answer: unknown) => void = () => undefined;
    const running = runPlan(plan, (call) => {
      begun.push(call.path);
      return begun.length === 1
        ? new Promise((resolve) => {
            answerFirst = resolve;
          })
        : Promise.resolve({});
    });
    await Promise.resolve();
    expect(begun).toEqual([rules]);
    answerFirst({ id: 'r1' });
    await running;
    expect(begun).toHaveLength(3);
  });

  it('stops at the first failure and says how far it came', async () => {
    const server = serverRefusing((call) => call.path.endsWith('/distributions'));
    const outcome = await runPlan(plan, server.send);
    expect(outcome.done).toBe(1);
    expect(outcome.failure).toEqual({ step: makeShare, error: new Error('refused') });
    expect(server.calls).toHaveLength(2);
  });

  it('"Retry the rest" repeats nothing that is saved and still knows its ids', async () => {
    const first = serverRefusing((call) => call.path.endsWith('/distributions'));
    const stopped = await runPlan(plan, first.send);
    const second = serverRefusing();
    const outcome = await runPlan(plan, second.send, { known: stopped });
    expect(second.calls.map(({ path }) => path)).toEqual([`${rules}/id-1/distributions`, `${rules}/order`]);
    expect(outcome).toEqual({ done: 3, answers: stopped.answers });
  });

  it('item 4, undo: an inverse plan knows the ids of what the plan made', async () => {
    const { answers } = await runPlan(plan, serverRefusing().send);
    const server = serverRefusing();
    const remove: Step = { title: 'Delete rule 1', call: { method: 'DELETE', path: `${rules}/$rule.id` } };
    await runPlan({ ...plan, steps: [remove] }, server.send, { known: { done: 0, answers } });
    expect(server.calls).toEqual([{ method: 'DELETE', path: `${rules}/id-1` }]);
  });

  it('tells before each step how many are done', async () => {
    const told: number[] = [];
    await runPlan(plan, serverRefusing().send, { onProgress: (done) => told.push(done) });
    expect(told).toEqual([0, 1, 2]);
  });

  it('fails the step that needs an id which no answer held', async () => {
    const outcome = await runPlan(plan, () => Promise.resolve({}));
    expect(outcome.failure?.step).toBe(makeShare);
    expect(outcome.failure?.error.message).toBe('The answer of step rule has no id.');
  });

  it('makes an error of whatever was thrown', async () => {
    const outcome = await runPlan(plan, () => {
      throw 'text'; // oxlint-disable-line typescript/only-throw-error
    });
    expect(outcome.failure?.error).toEqual(new Error('text'));
  });
});

describe('withIds', () => {
  const answers = new Map<string, unknown>([['rule', { id: 'a/b c' }]]);

  it('encodes ids in paths, and finds their names in encoded segments', () => {
    expect(withIds({ method: 'PUT', path: '/rules/%24rule.id/x%2Fy' }, answers).path).toBe(
      '/rules/a%2Fb%20c/x%2Fy',
    );
  });

  it('fills in queries and every depth of bodies, and nothing but whole texts', () => {
    const body = { deep: [{ id: '$rule.id' }, null, 5, true], text: 'see $rule.id', other: '$nobody.id' };
    const call = withIds({ method: 'DELETE', path: '/x', query: { ruleId: '$rule.id' }, body }, answers);
    expect(call.query).toEqual({ ruleId: 'a/b c' });
    expect(call.body).toEqual({ ...body, deep: [{ id: 'a/b c' }, null, 5, true] });
  });

  it('keeps keys such as __proto__', () => {
    const body = JSON.parse('{"metadata":{"__proto__":{"id":"$rule.id"}}}') as Call['body'];
    const call = withIds({ method: 'PUT', path: '/x', ...(body !== undefined && { body }) }, answers);
    expect(JSON.stringify(call.body)).toBe('{"metadata":{"__proto__":{"id":"a/b c"}}}');
  });
});
