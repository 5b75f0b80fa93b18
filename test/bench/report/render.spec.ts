import { aContender, theFindings } from './sample-findings';
import { render } from './render';
import { parse, stringify } from './results';

const bare = aContender({ server: 'bare' }, 1000, 1000, 1000);

describe('render', () => {
  it('shows medians as ratios to the bare server, and their range', () => {
    const report = render(theFindings({ contenders: [bare, aContender({}, 900, 800, 850)] }));
    expect(report).toMatch(/HTTP variant \| +1,000 flags \| +850 \| +0\.85 \| +0\.80–0\.90 \|/);
  });

  it('holds what was found against the targets', () => {
    const fast = aContender({ server: 'token' }, 900, 900, 900);
    const open = aContender({}, 2000, 2000, 2000);
    const report = render(theFindings({ contenders: [bare, fast, open] }));
    expect(report).toContain(
      '- reached: HTTP variant with a token, times a bare node:http, at least 0.85: 0.90',
    );
    expect(report).toContain(
      '- NOT reached: HTTP variant with a token, times the same without, at least 0.85: 0.45',
    );
  });

  it('counts every flag of a batch', () => {
    const batch = { kind: 'batch' } as const;
    const contenders = [
      bare,
      aContender({}, 800),
      aContender({ ...batch, server: 'bare' }, 500),
      aContender(batch, 400),
    ];
    expect(render(theFindings({ contenders }))).toContain('single requests, at least 8: 10.00');
  });

  it('says for whom the generator was too slow', () => {
    const contender = aContender({}, 900);
    const samples = contender.samples.map((sample) => ({ ...sample, generatorBusy: 0.99 }));
    const report = render(theFindings({ contenders: [bare, { ...contender, samples }] }));
    expect(report).toContain(
      'The generator was full, so go by CPU µs and not by requests/s: HTTP variant, 1,000 flags.',
    );
  });

  it('has no section for what was not measured, and repeats what was noted', () => {
    const report = render(theFindings({ notes: ['No second core.'] }));
    expect(report.match(/^## .*/gm)).toEqual(['## Notes']);
    expect(report).toContain('- No second core.');
  });
});

test('findings survive being kept, also what is not a number', () => {
  const findings = theFindings({ contenders: [{ ...bare, memory: NaN }] });
  expect(parse(stringify(findings))).toEqual(findings);
});
