import { pino } from 'pino';
import { AccessLines } from './access-lines';

const evaluate = { name: 'evaluate' };
const getFlag = { name: 'getFlag' };

/** Lines of which one in four of the sampled calls is written, as those numbers have it. */
function linesAt(level: string, evaluationRatio = 0.25, random: () => number = Math.random): AccessLines {
  const lines = new AccessLines(pino({ level, enabled: true }), { evaluationRatio, slow: 1000 }, random);
  lines.sample([evaluate]);
  return lines;
}

describe('a call gets a line', () => {
  it('as often as the ratio has it, where it is of a sampled method and succeeds in time', () => {
    const numbers = [0, 0.249, 0.25, 0.9];
    const lines = linesAt('info', 0.25, () => numbers.shift() ?? 1);
    expect([1, 1, 1, 1].map(() => lines.isWanted(evaluate, 0, 5))).toEqual([true, true, false, false]);
  });

  it.each([
    [0, false],
    [1, true],
  ])('with a ratio of %d: %p', (ratio, isWanted) => {
    const lines = linesAt('info', ratio, () => 0.999_999);
    expect(lines.isWanted(evaluate, 0, 5)).toBe(isWanted);
  });

  it('in any case where it fails, or is slow, or is of another method', () => {
    const lines = linesAt('info', 0);
    expect(lines.isWanted(evaluate, 5, 1)).toBe(true);
    expect(lines.isWanted(evaluate, 0, 999)).toBe(false);
    expect(lines.isWanted(evaluate, 0, 1000)).toBe(true);
    expect(lines.isWanted(getFlag, 0, 1)).toBe(true);
  });

  it('never where the log is of a higher level', () => {
    const lines = linesAt('warn', 1);
    expect([lines.isWanted(evaluate, 13, 5000), lines.isWanted(getFlag, 0, 1)]).toEqual([false, false]);
  });
});
