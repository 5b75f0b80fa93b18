import { comparisonTypes, operatorNames, operatorRow, operators, valueKind } from '@pennon/domain';
import {
  matchableOperatorsByType,
  operatorsByType,
  type OperatorsByType,
  operatorsWithoutValue,
  storedOperatorsByType,
  takesList,
} from './operators-by-type';

const rows = operatorNames.map((name) => ({ name, ...operatorRow(name) }));

describe('the table of operators', () => {
  it('lists the operators of each type in its order: those of Flipt, and maybe others', () => {
    const ofText = [
      ...['eq', 'neq', 'empty', 'notempty', 'prefix', 'suffix'],
      ...['isoneof', 'isnotoneof', 'contains', 'notcontains'],
    ];
    const inOrder = [
      ...['eq', 'neq', 'lt', 'lte', 'gt', 'gte'],
      ...['present', 'notpresent', 'isoneof', 'isnotoneof'],
    ];
    const known = new Set<string>([...ofText, ...inOrder, 'true', 'false']);
    const ofFlipt = (lists: OperatorsByType): unknown =>
      Object.fromEntries(
        comparisonTypes.map((type) => [type, lists[type].filter((each) => known.has(each))]),
      );
    const inApi = {
      string: ofText,
      number: inOrder,
      boolean: ['true', 'false', 'present', 'notpresent'],
      datetime: inOrder,
      entityId: ['eq', 'neq', 'isoneof', 'isnotoneof', 'contains', 'notcontains'],
    };
    expect(ofFlipt(operatorsByType)).toEqual(inApi);
    expect(ofFlipt(storedOperatorsByType)).toEqual({ ...inApi, entityId: ofText });
    expect(ofFlipt(matchableOperatorsByType)).toEqual({
      ...inApi,
      entityId: ofText,
      datetime: inOrder.filter((operator) => !operator.endsWith('oneof')),
    });
  });

  it('has no row that no type has', () => {
    const used = new Set(comparisonTypes.flatMap((type) => storedOperatorsByType[type]));
    expect([...used].toSorted()).toEqual([...operatorNames].toSorted());
  });

  it('has an operator take one value, a list or none, whatever the type', () => {
    for (const { name, values = {} } of rows) {
      const isList = Object.values(values).map((kind) => kind.endsWith('s'));
      expect(new Set(isList)).toEqual(new Set([takesList(name)]));
      const isNone = Object.values(values).map((kind) => kind === 'none');
      expect(new Set(isNone)).toEqual(new Set([operatorsWithoutValue.has(name)]));
    }
  });

  it('has no label twice, and no synonym twice', () => {
    const labels = rows.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    const words = rows.flatMap(({ name, synonyms = '' }) => [name, ...synonyms.split(' ')]);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(words.filter((word) => word === '' || /[\sA-Z_-]/.test(word))).toEqual([]);
  });

  it('has counterparts of other types only', () => {
    for (const { name, values = {}, counterpart } of rows) {
      if (counterpart === undefined) continue;
      expect(operatorRow(counterpart)?.counterpart).toBe(name);
      expect(Object.keys(operators[counterpart].values).filter((type) => type in values)).toEqual([]);
    }
  });

  it.each(['EQ', 'constructor', '__proto__', ''])('knows no operator %p', (word) => {
    expect(operatorRow(word)).toBeUndefined();
    expect(valueKind('string', word)).toBeUndefined();
    expect(takesList(word)).toBe(false);
  });
});
