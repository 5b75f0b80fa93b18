import { CompiledSegment } from '@pennon/snapshot';
import { KnownSegments } from './match-segments';

/** How often the constraints of {@link segmentOf} were looked at. */
let looks: number;

beforeEach(() => {
  looks = 0;
});

/** A segment of these entities. */
function segmentOf(...ids: readonly string[]): CompiledSegment {
  const list: ReadonlySet<string> = Object.assign(new Set(ids), {
    has(id: string): boolean {
      looks++;
      return ids.includes(id);
    },
  });
  return new CompiledSegment('s', 'all', [
    { kind: 'text-list', property: undefined, isMemberWanted: true, list },
  ]);
}

it('looks at a segment once for an entity, whether it is in it or not', () => {
  const [mine, theirs] = [segmentOf('me'), segmentOf('them')];
  const known = KnownSegments.of('me', {});
  for (let time = 0; time < 3; time++)
    expect([known.holds(mine), known.holds(theirs)]).toEqual([true, false]);
  expect(looks).toBe(2);
});

it('goes on with what is known of the entity before, if it is the same', () => {
  const segment = segmentOf('me');
  const first = KnownSegments.of('me', { plan: 'team', country: 'CH' });
  expect(first.holds(segment)).toBe(true);
  const second = KnownSegments.of('me', { country: 'CH', plan: 'team' }, first);
  expect([second, second.holds(segment), looks]).toEqual([first, true, 1]);
});

it.each([
  ['another entity', 'you', { plan: 'team' }],
  ['another value', 'me', { plan: 'free' }],
  ['another property', 'me', { country: 'team' }],
  ['a property more', 'me', { plan: 'team', country: 'CH' }],
  ['a property less', 'me', {}],
])('knows nothing of %s', (_, entityId, context) => {
  const segment = segmentOf('me');
  const before = KnownSegments.of('me', { plan: 'team' });
  before.holds(segment);
  expect(KnownSegments.of(entityId, context, before).holds(segment)).toBe(entityId === 'me');
  expect(looks).toBe(2);
});

it('mixes nobody up who is asked about by turns', () => {
  const segment = segmentOf('me');
  const [mine, yours] = [KnownSegments.of('me', {}), KnownSegments.of('you', {})];
  for (let time = 0; time < 3; time++)
    expect([mine.holds(segment), yours.holds(segment)]).toEqual([true, false]);
});
