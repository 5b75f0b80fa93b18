import { type NamespaceDocument } from '@pennon/document';
import {
  comparisonTypes,
  flagTypes,
  matchTypes,
  segmentOperators,
  type SegmentSelection,
} from '@pennon/domain';

/** A row by its columns; those that a schema lacks are passed over when it is inserted. */
export type FliptRow = Readonly<Record<string, string | number | boolean | null>>;

/** Rows by their table, in the order of their creation. */
export type FliptRows = Readonly<Record<string, readonly FliptRow[]>>;

/** What Flipt would have in its tables for a document. Times and ids come with the inserting. */
export function rowsOf(document: NamespaceDocument): FliptRows {
  return new Rows(document).tables;
}

let made = 0;

/** Ids in ascending order: of rows of one moment, MySQL knows no other. */
function nextId(): string {
  made++;
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
}

class Rows {
  readonly tables: Record<string, FliptRow[]> = {};
  private readonly space: { readonly namespace_key: string };

  constructor({ namespace, flags, segments }: NamespaceDocument) {
    const { key, name, description } = namespace;
    this.space = { namespace_key: key };
    this.add('namespaces', {
      key,
      name: name ?? '',
      description: description ?? '',
      protected: key === 'default',
    });
    for (const segment of segments) this.addSegment(segment);
    for (const flag of flags) this.addFlag(flag);
  }

  private addSegment({ constraints, matchType, ...named }: NamespaceDocument['segments'][number]): void {
    this.add('segments', { ...this.space, ...named, match_type: matchTypes.indexOf(matchType) });
    for (const { type, ...constraint } of constraints) {
      this.add('constraints', {
        ...this.space,
        id: nextId(),
        segment_key: named.key,
        ...constraint,
        type: comparisonTypes.indexOf(type) + 1,
      });
    }
  }

  private addFlag(flag: NamespaceDocument['flags'][number]): void {
    const { key, name, description, type, isEnabled, metadata } = flag;
    const variantIds = new Map(flag.variants.map((variant) => [variant.key, nextId()]));
    const idOf = (variantKey: string): string => variantIds.get(variantKey) ?? '';
    this.add('flags', {
      ...this.space,
      key,
      name,
      description,
      enabled: isEnabled,
      type: flagTypes.indexOf(type),
      metadata: metadata === undefined ? null : JSON.stringify(metadata),
      default_variant_id: flag.defaultVariantKey === undefined ? null : idOf(flag.defaultVariantKey),
    });
    for (const { attachment, ...variant } of flag.variants) {
      this.add('variants', {
        ...this.space,
        id: idOf(variant.key),
        flag_key: key,
        ...variant,
        attachment: attachment === '' ? null : attachment,
      });
    }
    for (const [index, rule] of flag.rules.entries()) this.addRule(key, index + 1, rule, idOf);
    for (const [index, rollout] of flag.rollouts.entries()) this.addRollout(key, index + 1, rollout);
  }

  private addRule(
    flagKey: string,
    rank: number,
    rule: NamespaceDocument['flags'][number]['rules'][number],
    idOf: (variantKey: string) => string,
  ): void {
    const id = nextId();
    this.add('rules', { ...this.space, id, flag_key: flagKey, rank, ...selection(rule) });
    for (const segmentKey of rule.segmentKeys) {
      this.add('rule_segments', { ...this.space, rule_id: id, segment_key: segmentKey });
    }
    for (const { variantKey, rolloutPercent } of rule.distributions) {
      // As a program with 32-bit floats hands it over.
      const rollout = Math.fround(rolloutPercent);
      this.add('distributions', { id: nextId(), rule_id: id, variant_id: idOf(variantKey), rollout });
    }
  }

  private addRollout(
    flagKey: string,
    rank: number,
    { description, step }: NamespaceDocument['flags'][number]['rollouts'][number],
  ): void {
    const id = nextId();
    const type = step.type === 'segment' ? 1 : 2;
    this.add('rollouts', { ...this.space, id, flag_key: flagKey, type, description, rank });
    const owned = { ...this.space, id: nextId(), rollout_id: id, value: step.value };
    if (step.type === 'threshold') {
      this.add('rollout_thresholds', { ...owned, percentage: Math.fround(step.percent) });
      return;
    }
    this.add('rollout_segments', { ...owned, ...selection(step) });
    for (const segmentKey of step.segmentKeys) {
      this.add('rollout_segment_references', {
        ...this.space,
        rollout_segment_id: owned.id,
        segment_key: segmentKey,
      });
    }
  }

  private add(table: string, row: FliptRow): void {
    (this.tables[table] ??= []).push(row);
  }
}

function selection({ segmentKeys, segmentOperator }: SegmentSelection): FliptRow {
  // The segment of schemas in which there is one.
  return { segment_operator: segmentOperators.indexOf(segmentOperator), segment_key: segmentKeys[0] ?? '' };
}
