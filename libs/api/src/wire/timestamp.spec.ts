import { timestampOf } from './timestamp';

describe('a moment on the wire', () => {
  it.each([
    [0, 0n, 0],
    [1, 0n, 1000],
    [999_999, 0n, 999_999_000],
    [1_000_000, 1n, 0],
    [1_714_558_830_123_456, 1_714_558_830n, 123_456_000],
    [8_999_999_999_999_999, 8_999_999_999n, 999_999_000],
  ])('of %d microseconds is exact', (instant, seconds, nanos) => {
    expect(timestampOf(instant)).toMatchObject({ seconds, nanos });
  });
});
