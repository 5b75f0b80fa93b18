import { type CompiledSegment } from '@pennon/snapshot';
import { KnownSegments } from './known-segments';

/** How often the constraints of {@link segmentOf} were looked at. */
let looks: number;

beforeEach(() => {
  looks = 0;
});

/** A segment of so many constraints, which hold the entities of the list. */
function segmentOf(constraints: number, ids: readonly string[]): CompiledSegment {
  const list: ReadonlySet<string> = Object.assign(new Set(ids), {
    has(id: string): boolean {
      looks++;
      return ids.includes(id);
    },
  });
  const constraint = { kind: 'text-list', property: undefined, isMemberWanted: true, list } as const;
  return { key: 's', matchType: 'all', constraints: Array.from({ length: constraints }, () => constraint) };
}

it('looks at a large segment once for an entity, whether it is in it or not', () => {
  const [mine, theirs] = [segmentOf(4, ['me']), segmentOf(4, ['them'])];
  const known = new KnownSegments('me', {});
  for (let time = 0; time < 3; time++)
    expect([known.holds(mine), known.holds(theirs)]).toEqual([true, false]);
  expect(looks).toBe(4 + 1);
});

it('looks at a small segment again', () => {
  const segment = segmentOf(1, ['me']);
  const known = new KnownSegments('me', {});
  expect([known.holds(segment), known.holds(segment), looks]).toEqual([true, true, 2]);
});

it('goes on with what is known of the entity before, if it is the same', () => {
  const segment = segmentOf(4, ['me']);
  const first = new KnownSegments('me', { plan: 'team', country: 'CH' });
  expect(first.holds(segment)).toBe(true);
  // One that asks for nothing is passed over.
  const second = new KnownSegments('me', { country: 'CH', plan: 'team' }, first);
  const third = new KnownSegments('me', { plan: 'team', country: 'CH' }, second);
  expect([third.holds(segment), second.holds(segment), looks]).toEqual([true, true, 4]);
});

it.each([
  ['another entity', 'you', { plan: 'team' }],
  ['another value', 'me', { plan: 'free' }],
  ['another property', 'me', { country: 'team' }],
  ['a property more', 'me', { plan: 'team', country: 'CH' }],
  ['a property less', 'me', {}],
])('knows nothing of %s', (_, entityId, context) => {
  const segment = segmentOf(4, ['me']);
  const before = new KnownSegments('me', { plan: 'team' });
  before.holds(segment);
  looks = 0;
  expect(new KnownSegments(entityId, context, before).holds(segment)).toBe(entityId === 'me');
  expect(looks).toBeGreaterThan(0);
});
