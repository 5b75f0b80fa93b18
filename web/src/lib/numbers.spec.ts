import { formatBytes, formatCount, formatCounted, formatPercent } from './numbers';

describe('numbers', () => {
  it.each([
    [50, '50 %'],
    [33.3, '33.3 %'],
    [33.336, '33.34 %'],
    [0.1, '0.1 %'],
    [100, '100 %'],
  ])('%d percent has at most two decimals and no trailing zeros', (percent, expected) => {
    expect(formatPercent(percent)).toBe(expected);
  });

  it('sets the thousands of counts apart', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });

  it('counts one thing in the singular and all other numbers in the plural', () => {
    expect(formatCounted(1, 'rule')).toBe('1 rule');
    expect(formatCounted(0, 'rule')).toBe('0 rules');
    expect(formatCounted(2, 'entity', 'entities')).toBe('2 entities');
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [1_500_000, '1.5 MB'],
    [999_990, '1 MB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('shows %d bytes in the unit that keeps them short', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
  });
});
