import { audienceCopy } from '@/copy/audience';
import { formatPercent } from '../numbers';
import { type SegmentChoice } from '../model';
import { type AudienceFlag } from './audience-flag';
import { outcomeOf, type Answer, type Block, type Outcome } from './outcome';
import { type SegmentLookup } from './selection';

/** The name people know a segment by. */
export type SegmentNames = (key: string) => string;

/**
 * Who gets what, as the sentence in the header of a flag: `Enabled. Beta users get blue 50 % / green 50 %; everyone
 * else gets the default variant blue.`
 */
export function sentenceOf(
  contents: AudienceFlag,
  segments: SegmentLookup,
  nameOf: SegmentNames = (key) => key,
): string {
  const outcome = outcomeOf(contents, segments);
  const clauses = outcome.blocks.map((block) => clauseOf(block, outcome, nameOf)).join('; ');
  if (outcome.isOff) return `${audienceCopy.off} ${capitalized(clauses)}.`;
  if (contents.flag.type === 'BOOLEAN_FLAG_TYPE') return `${capitalized(clauses)}.`;
  return `${outcome.isDisabled ? audienceCopy.disabled : audienceCopy.enabled} ${capitalized(clauses)}.`;
}

/**
 * The bar in words, for its tooltip and for those who do not see it: `Rule 1 for beta-users: 50 % blue, 50 % green.
 * Everyone else: default variant blue`.
 */
export function barTextOf(contents: AudienceFlag, segments: SegmentLookup): string {
  const { blocks, isOff, isDisabled } = outcomeOf(contents, segments);
  const isBoolean = contents.flag.type === 'BOOLEAN_FLAG_TYPE';
  const titleOf = (block: Block): string => {
    if (block.position === undefined || block.segments === undefined) {
      return blocks.length > 1 ? audienceCopy.everyoneElse : audienceCopy.everyone;
    }
    const names = segmentsText(block.segments, (key) => key);
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
  return answer.isDefault ? audienceCopy.defaultVariant(answer.variant.key) : answer.variant.key;
}

function clauseOf(block: Block, { blocks }: Outcome, nameOf: SegmentNames): string {
  const what = partsText(block);
  // The last block holds everyone that is left, also where a rule that always matches ends the bar.
  if (block.segments === undefined || block === blocks.at(-1)) {
    return blocks.length > 1 ? audienceCopy.everyoneElseGets(what) : audienceCopy.everyoneGets(what);
  }
  return audienceCopy.entitiesGet(whoText(block.segments, nameOf), what);
}

function partsText({ parts }: Block): string {
  if (parts.length === 1) return parts.map(({ answer }) => answerText(answer)).join('');
  return parts.map(({ answer, share }) => `${answerText(answer)} ${formatPercent(share)}`).join(' / ');
}

function shortParts({ parts }: Block): string {
  const short = (answer: Answer): string =>
    answer.kind === 'variant' && answer.isDefault
      ? audienceCopy.defaultVariantShort(answer.variant.key)
      : answerText(answer);
  if (parts.length === 1) return parts.map(({ answer }) => short(answer)).join('');
  return parts.map(({ answer, share }) => `${formatPercent(share)} ${short(answer)}`).join(', ');
}

function whoText(choice: SegmentChoice, nameOf: SegmentNames): string {
  const [only, ...others] = choice.segmentKeys;
  if (only !== undefined && others.length === 0) return nameOf(only);
  return audienceCopy.entitiesIn(segmentsText(choice, nameOf));
}

function segmentsText({ segmentKeys, segmentOperator }: SegmentChoice, nameOf: SegmentNames): string {
  const names = segmentKeys.map(nameOf);
  if (names.length === 1) return names.join('');
  return segmentOperator === 'AND_SEGMENT_OPERATOR' ? audienceCopy.allOf(names) : audienceCopy.anyOf(names);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
