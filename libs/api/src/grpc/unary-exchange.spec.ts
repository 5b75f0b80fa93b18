import { timeLimitOf } from './unary-exchange';

it.each([
  ['1H', 3_600_000],
  ['2M', 120_000],
  ['3S', 3000],
  ['250m', 250],
  ['1500u', 1.5],
  ['2000000n', 2],
  ['0n', 0],
  ['99999999H', 2 ** 31 - 1],
])('%s is %d ms', (header, milliseconds) => {
  expect(timeLimitOf(header)).toBeCloseTo(milliseconds, 9);
});

it.each(['', 'soon', '1', 'S', '-1S', '1.5S', '1s', ' 1S', '1S ', '999999999S', '١S'])(
  '%j is no time',
  (header) => {
    expect(timeLimitOf(header)).toBeNaN();
  },
);
