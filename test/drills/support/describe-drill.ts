import { describeWithPrograms } from '../../support/describe-with-programs';

/** How long one test of a drill may take, in milliseconds: an outage, and what comes before and after it. */
const DRILL_TIMEOUT_MS = 90_000;

/** `describe` for drills that need these programs, with the time that drills take. */
export function describeDrill(programs: readonly string[], title: string, drills: () => void): void {
  jest.setTimeout(DRILL_TIMEOUT_MS);
  describeWithPrograms(programs, title, drills);
}
