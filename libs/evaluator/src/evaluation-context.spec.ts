import { contextValue, type EvaluationContext } from './evaluation-context';

describe('contextValue', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', '__defineGetter__', 'absent'])(
    'finds no property %s in an empty context',
    (property) => {
      expect(contextValue({}, property)).toBe('');
    },
  );

  it.each(['constructor', 'toString', '__proto__', 'country', ''])(
    'finds the property %j a parsed context has of its own',
    (property) => {
      const context = JSON.parse(`{${JSON.stringify(property)}: "NL"}`) as EvaluationContext;
      expect(contextValue(context, property)).toBe('NL');
    },
  );

  it('takes what is no string for absent', () => {
    const context = JSON.parse('{"age": 12, "tags": ["a"], "plan": null}') as EvaluationContext;
    expect(['age', 'tags', 'plan'].map((property) => contextValue(context, property))).toEqual(['', '', '']);
  });
});
