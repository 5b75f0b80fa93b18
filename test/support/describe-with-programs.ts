import { findProgram } from './programs';

/**
 * `describe` for tests that start these programs. Without one of them the tests are skipped, and the title says why;
 * where `CI=true` they fail, since there nobody reads titles.
 */
export function describeWithPrograms(programs: readonly string[], title: string, define: () => void): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) {
    describe(title, define);
  } else if (process.env.CI === 'true') {
    test(`${title}: needs ${missing.join(', ')}`, () => {
      throw new Error(`not found on this machine: ${missing.join(', ')}`);
    });
  } else {
    // Not defined at all: what they are about may be made by the program.
    test.skip(`${title} (not found on this machine: ${missing.join(', ')})`, () => undefined);
  }
}
