import { aContender, theFindings } from './sample-findings';
import { type Pair } from '../measure/paired';
import { renderPaired } from './paired';

const { date, machine, options } = theFindings();

/** The line of a pair whose rounds cost that many µs of CPU time a request. */
function lineOf(
  costs: Readonly<Record<'present' | 'old' | 'again', readonly number[]>>,
  notes: readonly string[] = [],
): string {
  const samplesOf = (micros: readonly number[]) =>
    aContender({}, ...micros.map((each) => 1e6 / each)).samples;
  const { samples: _, memory: __, ...entry } = aContender({});
  const pair: Pair = {
    ...entry,
    present: samplesOf(costs.present),
    old: samplesOf(costs.old),
    again: samplesOf(costs.again),
  };
  return renderPaired({ date, machine, options, oldBuild: '/old/dist', notes, pairs: [pair] });
}

describe('renderPaired', () => {
  it('shows the cost beside that of the old build, round by round, and what is noise', () => {
    const report = lineOf({ present: [80, 81, 80], old: [100, 100, 100], again: [80, 80, 82] });
    expect(report).toMatch(
      /HTTP variant, 1,000 flags \| +100\.0 \| +80\.0 \| +0\.800 \| 0\.800–0\.810 \| +1\.000 \| 0\.976–1\.013 \| +better \|/,
    );
  });

  it('calls worse what costs more in every round than noise could', () => {
    expect(lineOf({ present: [120, 121], old: [100, 100], again: [120, 122] })).toMatch(/WORSE \|\n/);
  });

  it.each([
    ['as far as two equal builds are apart', { present: [80, 80], old: [100, 100], again: [100, 80] }],
    [
      'though the other server of this build was the dearer one',
      { present: [100, 100], old: [80, 80], again: [80, 100] },
    ],
  ])('calls noise what is apart %s', (_, costs) => {
    expect(lineOf(costs)).toMatch(/within noise \|\n/);
  });

  it('tells what the old build lacks', () => {
    const costs = { present: [1], old: [1], again: [1] };
    expect(lineOf(costs, ['Not measured: gRPC'])).toContain('- Not measured: gRPC');
  });
});
