import type { Answer } from './answers';

/** Buckets in a row with the same answer. */
export interface AnswerPart {
  readonly answer: Answer;
  /** Percent, 0–100, of the block that it is part of. */
  readonly share: number;
}

/** Buckets in a row with the same answer, as one part. @param answers One for each bucket. */
export function partsOf(answers: readonly Answer[]): readonly AnswerPart[] {
  const runs: { answer: Answer; buckets: number }[] = [];
  for (const answer of answers) {
    const last = runs.at(-1);
    if (last !== undefined && isSame(last.answer, answer)) last.buckets++;
    else runs.push({ answer, buckets: 1 });
  }
  return runs.map(({ answer, buckets }) => ({ answer, share: (buckets * 100) / answers.length }));
}

/** The answer of each bucket again. @param buckets How many answers the parts were made of. */
export function bucketsOf(parts: readonly AnswerPart[], buckets: number): readonly Answer[] {
  return parts.flatMap(({ answer, share }) =>
    // Shares are whole buckets, but for what doubles make of 33.3%.
    Array.from({ length: Math.round((share * buckets) / 100) }, () => answer),
  );
}

function isSame(one: Answer, other: Answer): boolean {
  if (one.kind === 'boolean' && other.kind === 'boolean') return one.value === other.value;
  if (one.kind !== 'variant' || other.kind !== 'variant') return one.kind === other.kind;
  return one.variantKey === other.variantKey && one.isDefault === other.isDefault;
}
