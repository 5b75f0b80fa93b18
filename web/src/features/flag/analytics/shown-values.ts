import { type AudienceTone } from '@/components/audience-colours';
import { analyticsCopy as copy } from '@/copy/analytics';
import { audienceCopy } from '@/copy/audience';
import { type FlagCounts } from '@/lib/evaluation-counts';
import { type Flag } from '@/lib/model';

/** One of the values that counts are split by, as people see it. */
export interface ShownValue {
  readonly label: string;
  readonly tone: AudienceTone;
  /** Evaluations in all points. */
  readonly total: number;
}

/** The values of the counts, with the colours that audience bars of the flag have for them. */
export function shownValues(flag: Flag, { points, values }: FlagCounts): readonly ShownValue[] {
  const tones = tonesOf(flag, values);
  return values.map((value, index) => ({
    label: labelOf(flag, value),
    tone: tones[index] ?? { kind: 'nothing' },
    total: points.reduce((sum, { parts }) => sum + (parts[index] ?? 0), 0),
  }));
}

function labelOf({ type }: Flag, value: string | undefined): string {
  if (value === undefined) return copy.otherValues;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return audienceCopy[value];
  return value === '' ? copy.noVariant : value;
}

/** Values that the flag has no more, and all others, go on with the colours behind those of its variants. */
function tonesOf({ type, variants }: Flag, values: FlagCounts['values']): readonly AudienceTone[] {
  let next = variants.length;
  return values.map((value) => {
    if (value === '') return { kind: 'nothing' };
    if (type === 'boolean' && (value === 'true' || value === 'false')) return { kind: value };
    const index = variants.findIndex(({ key }) => key === value);
    return { kind: 'variant', index: index < 0 ? next++ : index };
  });
}
