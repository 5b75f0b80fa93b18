/** The units of a time limit, in milliseconds. */
const units = new Map([
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1000],
  ['m', 1],
  ['u', 1e-3],
  ['n', 1e-6],
]);

/** The longest that Node's timers can wait, in milliseconds; nobody has a call wait for so long. */
const LONGEST = 2 ** 31 - 1;

/** How long a caller waits at most, in milliseconds, from the header `grpc-timeout`; NaN for a text that is no time. */
export function timeLimitOf(header: string): number {
  const [, number = '', unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  return Math.min(LONGEST, Number(number) * (units.get(unit) ?? NaN));
}
