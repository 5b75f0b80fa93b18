import fc from 'fast-check';
import { readFlagQuery, type SearchableFlag } from './flag-query';
import { search } from './query';
import { parseQuery, withoutTerm } from './parse';
import { suggestionsFor } from './suggestions';

const now = Date.parse('2026-11-22T00:00:00Z');

const flag = (key: string, values: Partial<SearchableFlag> = {}): SearchableFlag => ({
  key,
  name: '',
  description: '',
  type: 'boolean',
  isEnabled: true,
  off: false,
  metadata: undefined,
  createdAt: '2026-01-10T00:00:00Z',
  updatedAt: '2026-11-20T00:00:00.123456789Z',
  segmentKeys: [],
  ruleCount: 0,
  rolloutCount: 0,
  findings: [],
  ...values,
});

const flags = [
  flag('in-text', { description: 'the checkout' }),
  flag('new-checkout', { rolloutCount: 2, segmentKeys: ['beta'] }),
  flag('checkout', { type: 'variant', ruleCount: 1, findings: ['stale'] }),
  flag('named', {
    name: 'Checkout',
    isEnabled: false,
    off: { by: '', at: 0, reason: '' },
    metadata: { owner: { team: 'Pay' }, tags: ['ui'] },
  }),
  flag('old', { type: 'variant', isEnabled: false, updatedAt: '2026-01-11T00:00:00Z' }),
];

const found = (query: string): readonly string[] =>
  search(flags, readFlagQuery(query, now)).map(({ key }) => key);

test('ranks key prefix, key part, name, description', () => {
  expect(found('checkout')).toEqual(['checkout', 'new-checkout', 'named', 'in-text']);
  expect(found('CHECKOUT new')).toEqual(['new-checkout']);
  expect(found('"the checkout"')).toEqual(['in-text']);
});

test.each([
  ['type:boolean', ['in-text', 'new-checkout', 'named']],
  ['is:enabled', ['checkout']],
  ['is:disabled', ['old']],
  ['is:off', ['named']],
  ['default:true', ['in-text', 'new-checkout']],
  ['type:boolean default:true -has:rollouts', ['in-text']],
  ['segment:beta', ['new-checkout']],
  ['tag:UI', ['named']],
  ['meta.owner.team:pay', ['named']],
  ['meta.constructor:x', []],
  ['has:rules', ['checkout']],
  ['health:stale', ['checkout']],
  ['updated:>30d', ['old']],
  ['updated:<30d -type:boolean', ['checkout']],
  ['created:>2026-01-11', []],
  ['-checkout', ['old']],
])('%s finds %j', (query, keys) => {
  expect(found(query)).toEqual(keys);
});

test('what means nothing is told, and filters nothing', () => {
  const query = readFlagQuery('is:open nonsense:1 updated:soon type: checkout', now);
  expect(query.notUnderstood.map(({ text }) => text)).toEqual([
    'is:open',
    'nonsense:1',
    'updated:soon',
    'type:',
  ]);
  expect(flags.filter((each) => query.matches(each))).toHaveLength(4);
});

test('a removed chip leaves the rest of the query', () => {
  expect(withoutTerm('a -tag:"x y" b', '-tag:"x y"')).toBe('a b');
});

test('no query is lost: every term is found in the text', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      for (const { text } of parseQuery(query)) expect(query).toContain(text);
    }),
  );
});

test('suggestions complete the last word', () => {
  const values = { segmentKeys: ['beta'], tags: ['two words'] };
  expect(suggestionsFor('x -se', values)).toEqual(['-segment:beta']);
  expect(suggestionsFor('tag:', values)).toEqual(['tag:"two words"']);
  expect(suggestionsFor('type:boolean', values)).toEqual([]);
});
