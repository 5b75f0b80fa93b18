import { asksForReview, isAbout, type Policy } from './policy';

function policy(changes: Partial<Policy> = {}): Policy {
  return {
    ...{ requiredApprovals: 1, reviewsOff: false, scope: { keys: [], tags: [] } },
    ...{ mayWrite: false, mayBypass: false },
    ...changes,
  };
}

it.each([
  [policy(), true],
  [policy({ mayWrite: true }), false],
  [policy({ requiredApprovals: 0 }), false],
  [policy({ mayBypass: true }), true],
])('changes wait for review: %j', (given, asks) => {
  expect(asksForReview(given)).toBe(asks);
});

it.each([
  ['everything', [], [], true],
  ['its key', ['checkout'], [], true],
  ['another key', ['search'], [], false],
  ['its tag', [], ['critical'], true],
  ['another tag', ['search'], ['beta'], false],
])('a policy about %s', (_, keys, tags, is) => {
  const scoped = policy({ scope: { keys, tags } });
  expect(isAbout(scoped, { key: 'checkout', metadata: { tags: ['critical', 'shop'] } })).toBe(is);
});

it('a policy about a tag is about no segment by itself', () => {
  const scoped = policy({ scope: { keys: ['beta'], tags: ['critical'] } });
  expect([isAbout(scoped, { key: 'beta' }), isAbout(scoped, { key: 'staff' })]).toEqual([true, false]);
});
