/**
 * The shortest decimal that means the same 32-bit float as `value`, as a number.
 *
 * The wire carries percents as 32-bit floats but people type decimals: 33.33 stays 33.33 and 66.666666666 becomes
 * 66.666664, where the bare float would print 33.33000183105469. Infinities and NaN come back unchanged.
 */
export function shortestFloat32(value: number): number {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return float;
  for (let digits = 1; digits <= 9; digits++) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) return candidate;
  }
  return float;
}
