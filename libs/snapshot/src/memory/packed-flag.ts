import type { FlagType, Instant, RolloutStep, SegmentOperator } from '@pennon/domain';
import type {
  BooleanFlagDocument,
  DistributionDocument,
  FlagDocument,
  FlagMetadata,
  RolloutDocument,
  RuleDocument,
  VariantDocument,
  VariantFlagDocument,
} from '../document/snapshot-document';

const none: ReadonlySet<string> = new Set();

type FlagContents = Omit<BooleanFlagDocument, 'type' | 'rollouts'>;

/** What is packed of a flag: tuples, because the names of members would be most of the text. */
type Packed = readonly [
  name: string,
  description: string,
  isEnabled: boolean,
  updatedAt: Instant,
  defaultVariantId: string | null,
  steps: readonly PackedRule[] | readonly PackedRollout[],
  metadata?: FlagMetadata | null,
  isOff?: true,
];
type PackedRule = readonly [
  id: string,
  rank: number,
  segmentKeys: readonly string[],
  segmentOperator: SegmentOperator,
  distributions: readonly PackedDistribution[],
];
/** The variant by its place among the flag's own, or by its id if it is of another flag. */
type PackedDistribution = readonly [id: string, variant: number | string, rolloutPercent: number];
type PackedRollout = readonly [id: string, rank: number, step: RolloutStep];

/**
 * A flag as it lies in memory between changes, when nobody looks at it but to see what a change has to do with it:
 * that much is at hand, and all else is one text, a third of what the objects take and nothing for the collector to
 * walk through. To every reader it is the same document; each look at what is packed costs microseconds.
 *
 * The variants stay objects because the compiled flag has the same ones.
 */
abstract class PackedFlag<F extends FlagDocument> {
  abstract readonly type: FlagType;
  readonly key: string;
  readonly createdAt: Instant;
  readonly variants: readonly VariantDocument[];
  /** Keys of the segments its steps look at, each once. */
  readonly segmentKeys: readonly string[];
  /** Ids of the variants of other flags that its distributions point at. */
  readonly borrowed: ReadonlySet<string>;
  private readonly text: string;

  constructor(flag: F) {
    this.key = flag.key;
    this.createdAt = flag.createdAt;
    this.variants = flag.variants;
    this.segmentKeys = segmentKeysOf(flag);
    this.borrowed = borrowedBy(flag);
    this.text = JSON.stringify(pack(flag));
  }

  get name(): string {
    return this.packed()[0];
  }

  get description(): string {
    return this.packed()[1];
  }

  get isEnabled(): boolean {
    return this.packed()[2];
  }

  get updatedAt(): Instant {
    return this.packed()[3];
  }

  get metadata(): FlagMetadata | undefined {
    return this.packed()[6] ?? undefined;
  }

  get isOff(): true | undefined {
    return this.packed()[7];
  }

  /** The plain document, equal to the one that was packed. */
  abstract toJSON(): F;

  protected packed(): Packed {
    return JSON.parse(this.text) as Packed;
  }

  /** What flags of both types have, in the order in which plain documents have it. */
  protected contents([name, description, isEnabled, updatedAt, , , metadata, isOff]: Packed): FlagContents {
    const { key, createdAt, variants } = this;
    const told = metadata && { metadata };
    const turned = isOff && { isOff };
    return { key, name, description, isEnabled, ...turned, createdAt, updatedAt, ...told, variants };
  }
}

class PackedVariantFlag extends PackedFlag<VariantFlagDocument> implements VariantFlagDocument {
  readonly type = 'variant';

  get defaultVariantId(): string | undefined {
    return this.packed()[4] ?? undefined;
  }

  get rules(): readonly RuleDocument[] {
    return unpackRules(this.packed(), this.variants);
  }

  toJSON(): VariantFlagDocument {
    const packed = this.packed();
    const [, , , , defaultVariantId] = packed;
    const rules = unpackRules(packed, this.variants);
    return {
      type: this.type,
      ...this.contents(packed),
      ...(defaultVariantId !== null && { defaultVariantId }),
      rules,
    };
  }
}

class PackedBooleanFlag extends PackedFlag<BooleanFlagDocument> implements BooleanFlagDocument {
  readonly type = 'boolean';

  get rollouts(): readonly RolloutDocument[] {
    return unpackRollouts(this.packed());
  }

  toJSON(): BooleanFlagDocument {
    const packed = this.packed();
    return { type: this.type, ...this.contents(packed), rollouts: unpackRollouts(packed) };
  }
}

/** The flag, packed; the same object if it is packed already. */
export function packFlag(flag: FlagDocument): FlagDocument {
  if (flag instanceof PackedFlag) return flag;
  return flag.type === 'variant' ? new PackedVariantFlag(flag) : new PackedBooleanFlag(flag);
}

/** The flag as a plain object, for whoever looks at most of it. */
export function unpackFlag(flag: FlagDocument): FlagDocument {
  return flag instanceof PackedFlag ? (flag.toJSON() as FlagDocument) : flag;
}

/** Keys of the segments that the steps of a flag look at. Those of a packed flag are at hand. */
export function segmentKeysOf(flag: FlagDocument): readonly string[] {
  if (flag instanceof PackedFlag) return flag.segmentKeys;
  const keys =
    flag.type === 'variant'
      ? flag.rules.flatMap(({ segmentKeys }) => segmentKeys)
      : flag.rollouts.flatMap(({ step }) => (step.type === 'segment' ? step.segmentKeys : []));
  return [...new Set(keys)];
}

/** The ids of the variants of other flags that distributions of this flag point at; nearly always none. */
export function borrowedBy(flag: FlagDocument): ReadonlySet<string> {
  if (flag instanceof PackedFlag) return flag.borrowed;
  if (flag.type === 'boolean') return none;
  const { variants, rules } = flag;
  const borrowed = new Set<string>();
  for (const { distributions } of rules) {
    for (const { variantId } of distributions) {
      if (!variants.some(({ id }) => id === variantId)) borrowed.add(variantId);
    }
  }
  return borrowed.size === 0 ? none : borrowed;
}

function pack(flag: FlagDocument): Packed {
  const { name, description, isEnabled, updatedAt, metadata, isOff } = flag;
  // Most flags have neither, and what stands for nothing is kept ten thousand times, too.
  const told: readonly [(FlagMetadata | null)?, true?] =
    isOff === undefined ? (metadata === undefined ? [] : [metadata]) : [metadata ?? null, isOff];
  const contents = [name, description, isEnabled, updatedAt] as const;
  if (flag.type === 'boolean') {
    return [...contents, null, flag.rollouts.map(({ id, rank, step }) => [id, rank, step]), ...told];
  }
  const packRule = (rule: RuleDocument): PackedRule => {
    const { id, rank, segmentKeys, segmentOperator, distributions } = rule;
    return [id, rank, segmentKeys, segmentOperator, distributions.map(packDistribution)];
  };
  const packDistribution = ({ id, variantId, rolloutPercent }: DistributionDocument): PackedDistribution => {
    const place = flag.variants.findIndex((variant) => variant.id === variantId);
    return [id, place === -1 ? variantId : place, rolloutPercent];
  };
  return [...contents, flag.defaultVariantId ?? null, flag.rules.map(packRule), ...told];
}

function unpackRules([, , , , , steps]: Packed, variants: readonly VariantDocument[]): RuleDocument[] {
  const unpackDistribution = ([id, variant, rolloutPercent]: PackedDistribution): DistributionDocument => {
    const variantId = typeof variant === 'number' ? (variants[variant]?.id ?? '') : variant;
    return { id, variantId, rolloutPercent };
  };
  return (steps as readonly PackedRule[]).map(([id, rank, segmentKeys, segmentOperator, distributions]) => ({
    id,
    rank,
    segmentKeys,
    segmentOperator,
    distributions: distributions.map(unpackDistribution),
  }));
}

function unpackRollouts([, , , , , steps]: Packed): RolloutDocument[] {
  return (steps as readonly PackedRollout[]).map(([id, rank, step]) => ({ id, rank, step }));
}
