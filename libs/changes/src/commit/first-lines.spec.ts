import type { ImportChange } from '@pennon/document';
import { FirstLines } from './first-lines';

function flags(...keys: readonly (number | string)[]): readonly ImportChange[] {
  return keys.map((key) => ({ kind: 'flag', action: 'create', key: `${key}` }));
}

function update(fields: number): ImportChange {
  const field = { field: 'name', from: '""', to: '"x"' };
  return { kind: 'flag', action: 'update', key: 'a', fields: Array.from({ length: fields }, () => field) };
}

it('keeps five lines, in their order, and counts the others', () => {
  const told = new FirstLines();
  expect(told.lines).toBeUndefined();
  told.add(flags(1, 2));
  told.add([update(4), ...flags(3)]);
  told.add([update(7)]);
  const line = '~ flag a, name: "" → "x"';
  expect(told.lines).toEqual({ first: ['+ flag 1', '+ flag 2', line, line, line], leftOut: 9 });
});

it('cuts long lines', () => {
  const told = new FirstLines();
  told.add(flags('k'.repeat(300)));
  expect(told.lines?.first).toEqual([`+ flag ${'k'.repeat(193)}…`]);
});

it('does not make the lines that nobody is told', () => {
  const told = new FirstLines();
  told.add(flags(1, 2, 3, 4, 5));
  const untold = { kind: 'flag', action: 'create' } as const;
  told.add([
    {
      ...untold,
      get key(): string {
        throw new Error('was asked for its key');
      },
    },
  ]);
  expect(told.lines?.leftOut).toBe(1);
});
