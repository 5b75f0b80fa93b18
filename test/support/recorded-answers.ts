import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateBoolean, evaluateVariant } from '@pennon/evaluator';
import { type CompiledFlag } from '@pennon/snapshot';

/** Documents of Flipt, and beside each the answers that the reference server gave once it was imported. */
export const fixtures = [
  { fileName: 'shop.yaml', questions: 600 },
  { fileName: 'two-namespaces.yaml', questions: 600 },
  { fileName: 'large.json', questions: 3000 },
] as const;

type FixtureName = (typeof fixtures)[number]['fileName'];

/** A question that the reference was asked, and its answer. */
export interface Recorded {
  readonly kind: 'variant' | 'boolean';
  readonly request: {
    readonly namespaceKey: string;
    readonly flagKey: string;
    readonly entityId: string;
    readonly context: Readonly<Record<string, string>>;
  };
  readonly answer: Readonly<Record<string, unknown>>;
}

const directory = join(__dirname, '../conformance/fixtures');

/** The text of a fixture. */
export function fixtureText(fileName: FixtureName): string {
  return readFileSync(join(directory, fileName), 'utf8');
}

/** The questions to a fixture, with their answers. */
export function recordedAnswers(fileName: FixtureName): readonly Recorded[] {
  const name = fileName.replace(/\.\w+$/, '');
  return JSON.parse(readFileSync(join(directory, `${name}.answers.json`), 'utf8')) as Recorded[];
}

/** What a flag answers, in the words of the reference. */
export function answerOf(flag: CompiledFlag, { entityId, context }: Recorded['request']): Recorded['answer'] {
  if (flag.type === 'boolean') {
    const { isEnabled, reason, segmentKeys } = evaluateBoolean(flag, entityId, context);
    return { enabled: isEnabled, reason: reasonWord(reason), flagKey: flag.key, segmentKeys };
  }
  const { isMatch, reason, variantKey, attachment, segmentKeys } = evaluateVariant(flag, entityId, context);
  const answer = { match: isMatch, segmentKeys, reason: reasonWord(reason), flagKey: flag.key };
  return { ...answer, variantKey, variantAttachment: attachment };
}

/**
 * An answer without the orders in which the reference is not to be followed: it sorts the members of attachments, and
 * gives the keys of several segments now in one order and now in the other.
 */
export function comparableAnswer(answer: Recorded['answer']): unknown {
  const { variantAttachment = '', segmentKeys } = answer;
  return {
    ...answer,
    variantAttachment: variantAttachment === '' ? '' : (JSON.parse(String(variantAttachment)) as unknown),
    segmentKeys: Array.isArray(segmentKeys) ? segmentKeys.map(String).sort() : segmentKeys,
  };
}

function reasonWord(reason: string): string {
  return `${reason.replace('-', '_').toUpperCase()}_EVALUATION_REASON`;
}
