import { parseDatetimeValue, parseNumberValue } from '@pennon/domain';
import { listedValues, takesList, type ProbedSegment } from '../constraints';

type Wanted = readonly Pick<ProbedSegment['constraints'][number], 'type' | 'operator' | 'value'>[];

/**
 * Values to try on one or two constraints of one type on one property: if any value at all satisfies them, one of these
 * does. Numbers and dates divide their line at the wanted values, so that each of those and a point of every gap
 * between them is enough; of texts the wanted ones, joined and with a character that none of them has.
 */
export function witnessesFor(constraints: Wanted): readonly string[] {
  const wanted = constraints.flatMap(({ operator, value }) =>
    takesList(operator) ? listedValues(value) : [value],
  );
  return ['', ...valuesFor(constraints[0]?.type, wanted)];
}

function valuesFor(type: Wanted[number]['type'] | undefined, wanted: readonly string[]): readonly string[] {
  switch (type) {
    case 'number':
      return numbersAround(wanted.flatMap((value) => parseNumberValue(value) ?? [])).map(String);
    case 'datetime':
      return momentsAround(wanted);
    case 'boolean':
      return ['true', 'false'];
    default:
      return textsAround(wanted);
  }
}

function numbersAround(wanted: readonly number[]): readonly number[] {
  const sorted = wanted.filter(Number.isFinite).toSorted((left, right) => left - right);
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  const between = sorted.slice(1).map((number, index) => (number + (sorted[index] ?? number)) / 2);
  return [
    ...sorted,
    ...between,
    first - Math.max(1, Math.abs(first)),
    last + Math.max(1, Math.abs(last)),
    Infinity,
    -Infinity,
  ];
}

/** Each of these moments, and one a little before and after each. */
function momentsAround(wanted: readonly string[]): readonly string[] {
  const moments = wanted.flatMap((value) => parseDatetimeValue(value)?.seconds ?? []);
  const around = moments.flatMap((seconds) => [textOf(seconds - 1, '.5'), textOf(seconds, '.5')]);
  return [...wanted, ...around, textOf(0, '')];
}

function textOf(seconds: number, fraction: string): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', `${fraction}Z`);
}

function textsAround(wanted: readonly string[]): readonly string[] {
  const fresh = freshCharacter(wanted);
  const once = wanted.flatMap((text) => [text, text + fresh, fresh + text]);
  const joined = wanted.length > LONG ? [] : wanted.flatMap((text) => wanted.map((other) => text + other));
  return [fresh, ' ', ...once, ...joined];
}

/** Lists of more values are satisfied by one of them or by a text that is none, never only by two joined. */
const LONG = 10;

function freshCharacter(texts: readonly string[]): string {
  const used = new Set(texts.join(''));
  let code = 'a'.charCodeAt(0);
  while (used.has(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}
