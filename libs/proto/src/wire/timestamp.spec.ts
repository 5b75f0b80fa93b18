import { create, fromJson, toJson } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { instantOf, isTimestampValid, timestampOf } from './timestamp';

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

describe('the moment of a timestamp', () => {
  it('drops what is less than a microsecond', () => {
    expect(instantOf(create(TimestampSchema, { seconds: 1n, nanos: 2_999 }))).toBe(1_000_002);
  });

  it.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000000001Z',
    '1969-12-31T23:59:59.999999Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999999Z',
    '9999-12-31T23:59:59.999999999Z',
  ])('can be written again: %s', (text) => {
    const again = timestampOf(instantOf(fromJson(TimestampSchema, text)));
    expect(isTimestampValid(again)).toBe(true);
    expect(toJson(TimestampSchema, again)).toContain(text.slice(0, '0001-01-01T00:00:00'.length));
  });
});

describe('a timestamp', () => {
  it.each([
    [-62_135_596_800n, 0, true],
    [253_402_300_799n, 999_999_999, true],
    [-62_135_596_801n, 0, false],
    [253_402_300_800n, 0, false],
    [0n, -1, false],
    [0n, 1_000_000_000, false],
  ])('of %s seconds and %d nanoseconds means a moment: %p', (seconds, nanos, isValid) => {
    expect(isTimestampValid(create(TimestampSchema, { seconds, nanos }))).toBe(isValid);
  });
});
