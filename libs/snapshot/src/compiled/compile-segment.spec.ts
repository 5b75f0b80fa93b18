import { comparisonTypes, operatorNames as operators, valueKind, type ValueKind } from '@pennon/domain';
import { matchableOperatorsByType, storedOperatorsByType } from '@pennon/state';
import { compileConstraint } from './compile-constraint';
import { type ConstraintDocument } from '../document/snapshot-document';

function constraint(changes: Partial<ConstraintDocument>): ConstraintDocument {
  return { id: 'c1', type: 'string', property: 'p', operator: 'eq', value: 'x', ...changes };
}

describe('compileConstraint', () => {
  it.each([
    [constraint({}), { kind: 'text', property: 'p', operator: 'eq', wanted: 'x' }],
    [constraint({ operator: 'empty' }), { kind: 'blank', property: 'p', isBlankWanted: true }],
    [
      constraint({ type: 'number', operator: 'present' }),
      { kind: 'blank', property: 'p', isBlankWanted: false },
    ],
    [
      constraint({ operator: 'isnotoneof', value: '["a","a"]' }),
      { kind: 'text-list', property: 'p', isMemberWanted: false, list: new Set(['a']) },
    ],
    [
      constraint({ type: 'number', operator: 'gte', value: '1_000' }),
      { kind: 'number', property: 'p', operator: 'gte', wanted: 1000 },
    ],
    [
      constraint({ type: 'number', operator: 'isoneof', value: '[1,null]' }),
      { kind: 'number-list', property: 'p', isMemberWanted: true, list: new Set([1, 0]) },
    ],
    [constraint({ type: 'boolean', operator: 'false' }), { kind: 'boolean', property: 'p', wanted: false }],
    [
      constraint({ type: 'datetime', operator: 'lt', value: '1970-01-02' }),
      { kind: 'datetime', property: 'p', operator: 'lt', wanted: { seconds: 86_400, nanos: 0 } },
    ],
  ])('parses %j', (document, compiled) => {
    expect(compileConstraint(document)).toEqual(compiled);
  });

  it('compares the entity id whatever property is named', () => {
    expect(compileConstraint(constraint({ type: 'entityId', property: 'p' })).property).toBeUndefined();
  });

  it.each([
    constraint({ operator: 'EQ' }),
    constraint({ operator: 'bogus' }),
    constraint({ operator: 'present' }),
    constraint({ operator: 'isoneof', value: 'a,b' }),
    constraint({ type: 'number', operator: 'eq', value: 'five' }),
    constraint({ type: 'number', operator: 'empty', value: '5' }),
    constraint({ type: 'number', operator: 'isnotoneof', value: '["1"]' }),
    constraint({ type: 'boolean', operator: 'eq' }),
    constraint({ type: 'datetime', operator: 'neq', value: 'soon' }),
    constraint({ type: 'datetime', operator: 'isoneof', value: '2024-01-02' }),
  ])('gives %j nothing it could match', (document) => {
    expect(compileConstraint(document).kind).toBe('never');
  });

  it('compiles every operator with every type', () => {
    for (const type of comparisonTypes) {
      for (const operator of operators) {
        expect(compileConstraint(constraint({ type, operator }))).toHaveProperty('kind');
      }
    }
  });

  it('gives every operator that a type may have something it could match', () => {
    const good: Readonly<Record<ValueKind, string>> = {
      ...{ none: '', text: 'x', texts: '["x"]', number: '1', numbers: '[1]' },
      ...{ datetime: '2024-01-02', datetimes: '["2024-01-02"]' },
    };
    for (const type of comparisonTypes) {
      for (const operator of matchableOperatorsByType[type]) {
        const value = good[valueKind(type, operator) ?? 'none'];
        const { kind } = compileConstraint(constraint({ type, operator, value }));
        expect({ type, operator, kind }).not.toEqual({ type, operator, kind: 'never' });
      }
    }
  });

  it('gives an operator nothing to match with a type that does not have it', () => {
    for (const type of comparisonTypes) {
      for (const operator of operators.filter((each) => !storedOperatorsByType[type].includes(each))) {
        expect(compileConstraint(constraint({ type, operator, value: '1' })).kind).toBe('never');
      }
    }
  });
});
