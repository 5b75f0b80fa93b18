import { chart } from './chart';
import { aContender } from './sample-findings';

const bare = aContender({ server: 'bare' }, 1000, 1000);

/** Widths of the bars, in pixels. */
function widths(svg: string): readonly number[] {
  return [...svg.matchAll(/class="bar"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
}

describe('chart', () => {
  it('draws a bar for everybody but the bare server, as long as the ratio', () => {
    const [half, quarter] = widths(
      chart([bare, aContender({}, 500), aContender({ flagCount: 10 }, 250)], ''),
    );
    expect(half).toBeCloseTo(2 * (quarter ?? 0));
  });

  it('ends a bar where the picture ends', () => {
    const [ten, hundred] = widths(
      chart([bare, aContender({}, 10_000), aContender({ flagCount: 10 }, 100_000)], ''),
    );
    expect(ten).toBe(hundred);
  });

  it('draws nothing where there is no number', () => {
    expect(widths(chart([bare, aContender({}, NaN)], ''))).toEqual([0]);
  });

  it('escapes what stands in it', () => {
    expect(chart([], 'a < b & c')).toContain('a &lt; b &amp; c');
  });
});
