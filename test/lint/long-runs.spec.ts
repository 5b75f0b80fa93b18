import { existsSync } from 'node:fs';

const { longDrills, longRuns } = jest.requireActual<
  Readonly<Record<'longDrills' | 'longRuns', readonly string[]>>
>('../../.config/jest/long-runs.cjs');

test.each([...longRuns, ...longDrills])('%s, which the long suites run, is there', (path) => {
  expect(existsSync(path)).toBe(true);
});
