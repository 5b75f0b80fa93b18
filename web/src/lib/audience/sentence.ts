import { type SegmentSelection } from '@pennon/domain';
import {
  type Answer,
  type Audience,
  type AudienceBlock,
  audienceOf,
  type DecidingFlag,
  type KnownSegments,
} from '@pennon/state';
import { audienceCopy } from '@/copy/audience';
import { formatPercent } from '../numbers';

/** The name people know a segment by. */
export type SegmentNames = (key: string) => string;

/**
 * Who gets what, as the sentence in the header of a flag: `Enabled. Beta users get blue 50 % / green 50 %; everyone
 * else gets the default variant blue.`
 */
export function sentenceOf(
  flag: DecidingFlag,
  segments: KnownSegments,
  nameOf: SegmentNames = (key) => key,
): string {
  const audience = audienceOf(flag, segments);
  const clauses = audience.blocks.map((block) => clauseOf(block, audience, nameOf)).join('; ');
  if (audience.isOff) return `${audienceCopy.off} ${capitalized(clauses)}.`;
  if (flag.type === 'boolean') return `${capitalized(clauses)}.`;
  return `${audience.isDisabled ? audienceCopy.disabled : audienceCopy.enabled} ${capitalized(clauses)}.`;
}

/**
 * The bar in words, for its tooltip and for those who do not see it: `Rule 1 for beta-users: 50 % blue, 50 % green.
 * Everyone else: default variant blue`.
 */
export function barTextOf(flag: DecidingFlag, segments: KnownSegments): string {
  const { blocks, isOff, isDisabled } = audienceOf(flag, segments);
  const isBoolean = flag.type === 'boolean';
  const titleOf = (block: AudienceBlock): string => {
    if (block.position === undefined || block.selection === undefined) {
      return blocks.length > 1 ? audienceCopy.everyoneElse : audienceCopy.everyone;
    }
    const names = segmentsText(block.selection, (key) => key);
    return isBoolean
      ? audienceCopy.rolloutFor(block.position, names)
      : audienceCopy.ruleFor(block.position, names);
  };
  const lines = blocks.map((block) => `${titleOf(block)}: ${shortParts(block)}`);
  const state = isOff ? audienceCopy.off : audienceCopy.disabled;
  return (isDisabled ? [state.replace('.', ''), ...lines] : lines).join('. ');
}

/** The answer in words, as in `the default variant blue`. */
export function answerText(answer: Answer): string {
  if (answer.kind === 'nothing') return audienceCopy.noVariant;
  if (answer.kind === 'boolean') return answer.value ? audienceCopy.true : audienceCopy.false;
  return answer.isDefault ? audienceCopy.defaultVariant(answer.variantKey) : answer.variantKey;
}

function clauseOf(block: AudienceBlock, { blocks }: Audience, nameOf: SegmentNames): string {
  const what = partsText(block);
  // The last block holds everyone that is left, also where a rule that always matches ends the bar.
  if (block.selection === undefined || block === blocks.at(-1)) {
    return blocks.length > 1 ? audienceCopy.everyoneElseGets(what) : audienceCopy.everyoneGets(what);
  }
  return audienceCopy.entitiesGet(whoText(block.selection, nameOf), what);
}

function partsText({ parts }: AudienceBlock): string {
  if (parts.length === 1) return parts.map(({ answer }) => answerText(answer)).join('');
  return parts.map(({ answer, share }) => `${answerText(answer)} ${formatPercent(share)}`).join(' / ');
}

function shortParts({ parts }: AudienceBlock): string {
  const short = (answer: Answer): string =>
    answer.kind === 'variant' && answer.isDefault
      ? audienceCopy.defaultVariantShort(answer.variantKey)
      : answerText(answer);
  if (parts.length === 1) return parts.map(({ answer }) => short(answer)).join('');
  return parts.map(({ answer, share }) => `${formatPercent(share)} ${short(answer)}`).join(', ');
}

function whoText(choice: SegmentSelection, nameOf: SegmentNames): string {
  const [only, ...others] = choice.segmentKeys;
  if (only !== undefined && others.length === 0) return nameOf(only);
  return audienceCopy.entitiesIn(segmentsText(choice, nameOf));
}

function segmentsText({ segmentKeys, segmentOperator }: SegmentSelection, nameOf: SegmentNames): string {
  const names = segmentKeys.map(nameOf);
  if (names.length === 1) return names.join('');
  return segmentOperator === 'and' ? audienceCopy.allOf(names) : audienceCopy.anyOf(names);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
