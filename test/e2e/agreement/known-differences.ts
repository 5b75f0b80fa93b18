import { lastUnscaledLibrary, newestLibrary, type Library } from '../sdk/support/flipt-client-js';
import { segmentsOf, type ConstraintPlan, type RulePlan } from './plan';
import { bucketOf, sharedAlike } from './shares';
import { inputOf, type Triple } from './triple';

/** A class of questions on which the engine in the clients may answer otherwise than the server. */
export interface KnownDifference {
  readonly name: string;
  /** Why they differ; the engine ships in clients, so the server cannot change it. */
  readonly reason: string;
  /** The generations of the engine that differ. */
  readonly libraries: readonly Library[];
  /** Questions with such a constraint, given what it is compared with, are of the class. */
  readonly constraint?: (constraint: ConstraintPlan, input: string) => boolean;
  /** Questions with such a rule, given the entity's bucket, are of the class. */
  readonly rule?: (rule: RulePlan, bucket: number) => boolean;
}

const everyLibrary = [lastUnscaledLibrary, newestLibrary];

/**
 * All in which the engine is known to differ on what the management API can make.
 *
 * What the table has beyond these does not come up here: an unknown comparison type and an invalid list cannot be
 * created, every context is of strings, and the tests of the SDKs have missing flags and flags of the other type.
 */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: 'a number that is no 32-bit integer',
    reason: 'the server compares doubles, the engine nothing but signed 32-bit integers',
    libraries: everyLibrary,
    constraint: (constraint, input) =>
      comparesNumbers(constraint) && areNumbersWithOther(constraint.value, input),
  },
  {
    name: 'a number that is no 32-bit integer, to be looked up in a list',
    reason: 'the server looks up doubles, the engine nothing but signed 32-bit integers',
    libraries: everyLibrary,
    constraint: (constraint, input) =>
      constraint.type === 'number' && isList(constraint) && isNumber(input) && !isInt32(input),
  },
  {
    name: 'a list with a number that is no 32-bit integer',
    reason: 'one such element spoils the list for the engine',
    libraries: everyLibrary,
    constraint: (constraint, input) =>
      constraint.type === 'number' && listDecides(constraint, input) && hasFraction(constraint.value),
  },
  {
    name: 'a list with null',
    reason: 'null is the empty string or 0 for the server, and spoils the list for the engine',
    libraries: everyLibrary,
    constraint: (constraint, input) => listDecides(constraint, input) && constraint.value.includes('null'),
  },
  {
    name: 'a list with an escape in its text',
    reason: 'the engine reads no escapes: one of them spoils the list',
    libraries: everyLibrary,
    constraint: (constraint, input) => listDecides(constraint, input) && constraint.value.includes('\\'),
  },
  {
    name: 'a truth in another spelling than true and false',
    reason: 'the server reads twelve spellings, the engine two',
    libraries: everyLibrary,
    constraint: ({ type, operator }, input) =>
      type === 'boolean' && !isPresence(operator) && otherTruth.test(input),
  },
  {
    name: 'a date without a time',
    reason: 'it is midnight for the server and nothing for the engine',
    libraries: everyLibrary,
    constraint: ({ type, operator, value }, input) =>
      comparesMoments(type, operator) && input !== '' && (dateAlone.test(input) || dateAlone.test(value)),
  },
  {
    name: 'a moment with a fraction of a second',
    reason: 'the server compares nanoseconds, the engine whole seconds',
    libraries: everyLibrary,
    constraint: ({ type, operator }, input) =>
      comparesMoments(type, operator) && fractionOfSecond.test(input),
  },
  {
    name: 'a moment in a spelling that one of them reads alone',
    reason:
      'only the server reads hours of one digit, a comma, wide zones; only the engine t, z, a blank, second 60',
    libraries: everyLibrary,
    constraint: ({ type, operator }, input) => comparesMoments(type, operator) && otherMoment.test(input),
  },
  {
    name: 'white space around a value',
    reason:
      'the server trims before it looks for presence, emptiness, a prefix or a suffix; the engine never does',
    libraries: everyLibrary,
    constraint: ({ operator }, input) => trims(operator) && surroundingSpace.test(input),
  },
  {
    name: 'shares that do not add up to 100',
    reason: 'the engine since 2026 scales them to 100, the server leaves buckets uncovered',
    libraries: [newestLibrary],
    rule: (rule, bucket) => !isWhole(rule) && !sharedAlike(rule, bucket),
  },
  {
    name: 'shares with parts below a tenth of a percent',
    reason: 'the engine since 2026 rounds the sums of the shares, the server cuts off each share',
    libraries: [newestLibrary],
    rule: (rule, bucket) => isWhole(rule) && !sharedAlike(rule, bucket),
  },
];

/** Those of the known differences that concern the question, in any generation of the engine. */
export function differencesOf(triple: Triple): readonly KnownDifference[] {
  const { namespace, flag, entityId } = triple;
  const constraints = segmentsOf(namespace, flag).flatMap((segment) => segment.constraints);
  const compared = constraints.map((constraint) => [constraint, inputOf(triple, constraint)] as const);
  const rules = flag.type === 'VARIANT_FLAG_TYPE' ? flag.rules : [];
  const bucket = bucketOf(flag.key, entityId);
  return knownDifferences.filter(
    ({ constraint, rule }) =>
      (constraint !== undefined && compared.some((comparison) => constraint(...comparison))) ||
      (rule !== undefined && rules.some((candidate) => rule(candidate, bucket))),
  );
}

const otherTruth = /^(?:1|t|T|TRUE|True|0|f|F|FALSE|False)$/;
const dateAlone = /^\d{4}-\d\d-\d\d$/;
const fractionOfSecond = /:\d\d\.\d*[1-9]/;
const otherMoment = /^\d{4}-\d\d-\d\d(?:t| |T\d:|.*,|.*:60|.*[+-]24:)/;
const surroundingSpace = /^[\s\u0085]|[\s\u0085]$/;

/** Decimals, hexadecimal floats and words, as far as values are drawn from them. */
const number = /^[+-]?(?:(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?|0x\w+p\d+|inf(?:inity)?)$|^nan$/i;

function isPresence(operator: string): boolean {
  return operator === 'present' || operator === 'notpresent';
}

/** The operators take lists of texts and of numbers; a datetime they take is no list, and never matches. */
function isList({ type, operator }: ConstraintPlan): boolean {
  return type !== 'datetime' && (operator === 'isoneof' || operator === 'isnotoneof');
}

function comparesNumbers(constraint: ConstraintPlan): boolean {
  return constraint.type === 'number' && !isPresence(constraint.operator) && !isList(constraint);
}

function comparesMoments(type: string, operator: string): boolean {
  return type === 'datetime' && !isPresence(operator);
}

function trims(operator: string): boolean {
  return isPresence(operator) || ['empty', 'notempty', 'prefix', 'suffix'].includes(operator);
}

/** True if both are numbers for the server, and one of them is none for the engine. */
function areNumbersWithOther(left: string, right: string): boolean {
  return isNumber(left) && isNumber(right) && !(isInt32(left) && isInt32(right));
}

function isNumber(text: string): boolean {
  return number.test(text);
}

function isInt32(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && Number(text) === (Number(text) | 0);
}

/** True if the constraint is a list, and one that the engine cannot read would decide otherwise. */
function listDecides(constraint: ConstraintPlan, input: string): boolean {
  if (!isList(constraint) || input === '') return false;
  const elements = JSON.parse(constraint.value) as readonly unknown[];
  // Without a list of texts, everything is in none of them; without a list of numbers, nothing is in it and nothing
  // not.
  if (constraint.type !== 'number') return elements.includes(input);
  const isIn = elements.some((element) => (element ?? 0) === Number(input));
  return isInt32(input) && isIn === (constraint.operator === 'isoneof');
}

function hasFraction(list: string): boolean {
  return (JSON.parse(list) as unknown[]).some((element) => element !== null && !Number.isInteger(element));
}

function isWhole({ distributions }: RulePlan): boolean {
  const sum = distributions.reduce((total, { rollout }) => total + rollout, 0);
  return Math.abs(sum - 100) < 0.001;
}
