import { aConstraint } from '@pennon/testing';
import type { ConstraintState, SegmentState } from '../segment-state';
import { applyEdits } from './apply-edits';
import type { ConstraintsEdit, NewConstraint } from './edit';

const plan = (value: string, changes: Partial<ConstraintState> = {}): ConstraintState => ({
  ...{ type: 'string', property: 'plan', operator: 'eq', value, description: '' },
  ...changes,
});
const wanted = (value: string, changes: Partial<NewConstraint> = {}): NewConstraint => ({
  ...plan(value),
  ...changes,
});

const aSegment = (constraints: readonly ConstraintState[]): SegmentState => ({
  ...{ key: 'pros', name: 'Pros', description: '', matchType: 'any', constraints },
});

function edited(
  segment: SegmentState,
  ...all: readonly Partial<ConstraintsEdit>[]
): SegmentState | undefined {
  const segments = all.map((constraints) => ({
    key: 'pros',
    constraints: { add: [], remove: [], ...constraints },
  }));
  return applyEdits({ flags: [], segments }, { flags: [], segments: [segment] }).segments[0];
}

describe('constraints', () => {
  it('are added behind the present ones, as they are stored', () => {
    const segment = aSegment([plan('pro')]);
    const add = [wanted('team', { description: 'since May' }), wanted('x', { operator: 'EMPTY' })];
    expect(edited(segment, { add })).toEqual({
      ...segment,
      constraints: [plan('pro'), plan('team', { description: 'since May' }), plan('', { operator: 'empty' })],
    });
  });

  it('are removed, whatever their description', () => {
    const segment = aSegment([plan('pro', { description: 'since May' }), plan('team')]);
    expect(edited(segment, { remove: [wanted('pro')] })).toEqual({ ...segment, constraints: [plan('team')] });
  });

  it('that are there, or are not there, stay so', () => {
    const segment = aSegment([plan('pro', { description: 'since May' })]);
    expect(edited(segment, { add: [wanted('pro')], remove: [wanted('team')] })).toEqual(segment);
  });

  it('are changed by removing one and adding another', () => {
    const edits = [{ remove: [wanted('pro')] }, { add: [wanted('team')] }];
    expect(edited(aSegment([plan('pro')]), ...edits)?.constraints).toEqual([plan('team')]);
  });

  it('that only imports make can be removed, and not added', () => {
    const { type, property, operator, value } = aConstraint('pros', 'c', {
      ...{ type: 'number', property: 'age', operator: 'isoneof', value: '[1]' },
    });
    const stored = { type, property, operator, value, description: '' };
    expect(edited(aSegment([stored]), { remove: [stored] })?.constraints).toEqual([]);
  });

  it.each<readonly [string, Partial<ConstraintsEdit>, string]>([
    [
      'without a property',
      { add: [wanted('pro', { property: '' })] },
      'edits.segments[0].addConstraints[0].property: must not be empty',
    ],
    [
      'without a value',
      { add: [wanted('team'), wanted('')] },
      'edits.segments[0].addConstraints[1].value: must not be empty',
    ],
    [
      'with the operator of another type',
      { remove: [wanted('pro', { operator: 'gt' })] },
      'edits.segments[0].removeConstraints[0]: constraint operator "gt" is not valid for type string',
    ],
    [
      'without a type',
      { add: [wanted('pro', { type: undefined })] },
      'edits.segments[0].addConstraints[0]: invalid constraint type: "UNKNOWN_COMPARISON_TYPE"',
    ],
    [
      'that are given twice',
      { add: [wanted('pro'), wanted('pro', { operator: 'EQ' })] },
      'edits.segments[0]: sets constraints "string plan eq pro" of segment "pros" a second time',
    ],
    [
      'that are both added and removed',
      { add: [wanted('pro')], remove: [wanted('pro')] },
      'edits.segments[0]: sets constraints "string plan eq pro" of segment "pros" a second time',
    ],
  ])('%s are refused', (_, constraints, message) => {
    expect(() => edited(aSegment([plan('free')]), constraints)).toThrow(`invalid field ${message}`);
  });
});
