import { comparison, shapeOf } from './compare';
import { aContender, theFindings } from './sample-findings';
import { type Findings } from '../findings';

const bare = aContender({ server: 'bare' }, 1000, 1000, 1000);

function runWith(...rates: readonly number[]): Findings {
  return theFindings({ contenders: [bare, aContender({}, ...rates)] });
}

/** The line of the table on requests per second. */
function verdict(earlier: Findings, present: Findings): string | undefined {
  return comparison(earlier, present)
    .split('\n')
    .find((line) => line.includes('requests/s'));
}

describe('comparison', () => {
  it('calls better what is better in every round', () => {
    expect(verdict(runWith(600, 620, 640), runWith(700, 720, 740))).toMatch(/0\.62 +\| +0\.72 .* better \|$/);
  });

  it('calls worse what is worse in every round', () => {
    expect(verdict(runWith(700, 720, 740), runWith(600, 620, 640))).toMatch(/WORSE \|$/);
  });

  it('calls noise what overlaps', () => {
    expect(verdict(runWith(600, 620, 640), runWith(630, 720, 740))).toMatch(/within noise \|$/);
  });

  it('leaves out what only one of them measured', () => {
    expect(verdict(theFindings(), runWith(1, 2, 3))).toBeUndefined();
  });
});

test('runs with other options or on another machine have another shape; the topics do not count', () => {
  const findings = theFindings();
  const { options, machine } = findings;
  expect(shapeOf(theFindings({ options: { ...options, topics: [] } }))).toBe(shapeOf(findings));
  expect(shapeOf(theFindings({ options: { ...options, seconds: 2 } }))).not.toBe(shapeOf(findings));
  expect(shapeOf(theFindings({ machine: { ...machine, cpu: 'another' } }))).not.toBe(shapeOf(findings));
});
