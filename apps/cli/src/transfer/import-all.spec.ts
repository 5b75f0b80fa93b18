import { warningsOf } from './import-all';

it('tells what a server finds odd, and of which namespace', () => {
  const summary = { create: 0, update: 0, delete: 0 };
  const report = { summary, lines: [], linesLeftOut: 0, revision: '1', warnings: ['1:5: odd', 'odder'] };
  expect(warningsOf('shop', report)).toEqual([
    'warning: namespace shop: 1:5: odd',
    'warning: namespace shop: odder',
  ]);
});
