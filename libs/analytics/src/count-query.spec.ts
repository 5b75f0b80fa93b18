import { create } from '@bufbuild/protobuf';
import { fliptAnalytics } from '@pennon/proto';
import { MICROS_PER_MINUTE } from '@pennon/domain';
import { type EvaluationCountQuery } from '@pennon/storage';
import { countQueryOf } from './count-query';

/** 2026-03-01T12:34:56Z. */
const NOW = Date.UTC(2026, 2, 1, 12, 34, 56) * 1000;

function queryOf(from: string, to: string, namespaceKey = ''): EvaluationCountQuery {
  const request = { namespaceKey, flagKey: 'colour', from, to };
  return countQueryOf(create(fliptAnalytics.GetFlagEvaluationsCountRequestSchema, request), NOW);
}

function text(instant: number): string {
  return new Date(instant / 1000).toISOString();
}

test.each([
  ['2026-03-01T12:00:00Z', '2026-03-01T12:30:00Z'],
  ['2026-03-01 12:00:00', '2026-03-01 12:30:00'],
  ['2026-03-01T13:00:00+01:00', '2026-03-01T12:30:00.000Z'],
])('%s to %s is half an hour from noon on', (from, to) => {
  const query = queryOf(from, to);
  expect([text(query.from), text(query.to)]).toEqual([
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T12:30:00.000Z',
  ]);
});

test('unless told otherwise it is the last day, of the namespace default', () => {
  const { namespaceKey, flagKey, from, to, step } = queryOf('', '');
  expect([namespaceKey, flagKey, text(from), text(to), step]).toEqual([
    'default',
    'colour',
    '2026-02-28T12:30:00.000Z',
    '2026-03-01T12:34:56.000Z',
    30 * MICROS_PER_MINUTE,
  ]);
});

test.each([
  ['2026-03-01T00:00:00Z', 30],
  ['2026-03-01T00:00:01Z', 15],
  ['2026-03-01T12:00:00Z', 15],
  ['2026-03-01T12:00:01Z', 5],
  ['2026-03-01T20:00:00Z', 5],
  ['2026-03-01T20:00:01Z', 1],
  ['2026-03-02T00:00:00Z', 1],
])('a span from %s to midnight has steps of %i minutes', (from, minutes) => {
  expect(queryOf(from, '2026-03-02T00:00:00Z').step).toBe(minutes * MICROS_PER_MINUTE);
});

test.each([
  ['yesterday', '', 'from'],
  ['2026-02-30T00:00:00Z', '', 'from'],
  ['1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z', 'from'],
  ['', '2026-03-01 12:00', 'to'],
  ['2026-03-01T12:00:01Z', '2026-03-01T12:00:00Z', 'from'],
  ['2025-02-01T00:00:00Z', '2026-03-01T00:00:00Z', 'from'],
])('%j to %j is refused for %s', (from, to, field) => {
  expect(() => queryOf(from, to)).toThrow(`invalid field ${field}: must`);
});
