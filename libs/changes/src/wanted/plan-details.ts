import type { Conflict, SubjectKey } from '@pennon/domain';
import {
  type AudienceShift,
  audienceShift,
  checkFlag,
  checkSegment,
  type Finding,
  type FlagState,
  type KnownSegments,
  knownSegments,
  nameOf,
  type SegmentState,
  type SubjectState,
} from '@pennon/state';
import type { SegmentUse } from '@pennon/storage';
import { featuresOf } from '../history/feature-uses';
import type { StateChange } from '../history/namespace-history';
import type { PlannedItem } from '../import/planned-items';
import type { KeptChange } from './merge-over';
import { isSameCondition } from './segment-conditions';
import type { WantedState } from './wanted-state';

/** Whom a change of a flag gives another answer. */
export interface FlagAudience extends AudienceShift {
  readonly flagKey: string;
}

/** What a change would do, beside the plan itself. */
export interface ChangeDetails {
  /** Before and after; {@link MAX_ITEMS} at most. */
  readonly items: readonly StateChange[];
  readonly itemsLeftOut: number;
  /** What is wrong or odd about what it touches; {@link MAX_FINDINGS} at most. */
  readonly findings: readonly Finding[];
  /** Flags for which it can be told; {@link MAX_ITEMS} at most. */
  readonly audience: readonly FlagAudience[];
  /** Flags that it leaves alone, and segments of theirs that get another condition; {@link MAX_FINDINGS} at most. */
  readonly affected: readonly SegmentUse[];
  /** What was changed since the base, and is not to be overwritten or cannot be merged; empty without one. */
  readonly conflicts: readonly Conflict[];
  /** What others have changed since the base, and what stays. */
  readonly mergedOver: readonly KeptChange[];
  /** Sentences about what merges, and may not mean what it should. */
  readonly mergeWarnings: readonly string[];
}

/** Most subjects that are shown. */
export const MAX_ITEMS = 100;
const MAX_FINDINGS = 1000;

/** What is wanted, by key. */
interface Wanted {
  readonly flags: ReadonlyMap<string, FlagState>;
  readonly segments: ReadonlyMap<string, SegmentState>;
}

/** Gathers what a plan would do, part by part. */
export class PlanDetails {
  /** Subjects that the plan changes. */
  readonly touched = new Map<string, SubjectKey>();
  /** Errors that are not there yet. */
  readonly newErrors: Finding[] = [];
  readonly items: StateChange[] = [];
  readonly findings: Finding[] = [];
  readonly audience: FlagAudience[] = [];
  /** Names of the features that what is wanted uses. */
  readonly features = new Set<string>();
  /** Keys of segments that get another condition. */
  readonly changedSegments: string[] = [];
  private readonly wanted: Wanted;
  private readonly segmentsBefore: KnownSegments;
  private readonly segmentsAfter: KnownSegments;

  /** @param segments Those of the namespace before the plan. */
  constructor({ document, deletions }: WantedState, segments: readonly SegmentState[]) {
    this.wanted = { flags: byKey(document.flags), segments: byKey(document.segments) };
    const gone = new Set(deletions.segments);
    this.segmentsBefore = knownSegments(segments);
    const left = segments.filter(({ key }) => !gone.has(key) && !this.wanted.segments.has(key));
    this.segmentsAfter = knownSegments([...left, ...document.segments]);
  }

  /** Takes what a part of the plan changes. */
  add(items: readonly PlannedItem[]): void {
    for (const item of items) {
      const { subject, before } = item;
      const name = nameOf(subject);
      if (this.touched.has(name)) continue;
      this.touched.set(name, subject);
      this.look({ ...subject, before, after: this.wantedState(item) });
    }
  }

  /** @param users Flags that look at {@link changedSegments}. */
  details(
    conflicts: readonly Conflict[],
    users: readonly SegmentUse[],
  ): Omit<ChangeDetails, 'mergedOver' | 'mergeWarnings'> {
    const { items, touched, findings, audience } = this;
    const affected = users
      .filter(({ flagKey }) => !touched.has(nameOf({ kind: 'flag', key: flagKey })))
      .slice(0, MAX_FINDINGS);
    return { items, itemsLeftOut: touched.size - items.length, findings, audience, affected, conflicts };
  }

  private look(item: StateChange): void {
    if (this.items.length < MAX_ITEMS) this.items.push(item);
    const { before, after } = item;
    if (after !== undefined) for (const name of featuresOf(after)) this.features.add(name);
    const known = new Set(this.errorsIn(before, this.segmentsBefore).map(identityOf));
    for (const finding of this.findingsIn(after, this.segmentsAfter)) {
      if (this.findings.length < MAX_FINDINGS) this.findings.push(finding);
      if (finding.severity === 'error' && !known.has(identityOf(finding))) this.newErrors.push(finding);
    }
    if (
      before?.kind === 'segment' &&
      after?.kind === 'segment' &&
      !isSameCondition(before.value, after.value)
    )
      this.changedSegments.push(item.key);
    if (before?.kind !== 'flag' || after?.kind !== 'flag' || this.audience.length >= MAX_ITEMS) return;
    const shift = audienceShift(before.value, after.value, this.segmentsBefore, this.segmentsAfter);
    if (shift !== undefined) this.audience.push({ flagKey: item.key, ...shift });
  }

  private wantedState({ subject: { key }, planned }: PlannedItem): SubjectState | undefined {
    const { kind } = planned;
    if (kind === 'namespace') return { kind, key, createdAt: 0, value: planned.change.to };
    if (kind === 'flag') {
      const value = this.wanted.flags.get(key);
      const off = planned.isDeleted ? undefined : planned.after.off;
      return value && { kind, key, createdAt: 0, value: { ...value, off: off ?? false } };
    }
    const value = this.wanted.segments.get(key);
    return value && { kind, key, createdAt: 0, value };
  }

  private errorsIn(state: SubjectState | undefined, segments: KnownSegments): readonly Finding[] {
    return this.findingsIn(state, segments).filter(({ severity }) => severity === 'error');
  }

  private findingsIn(state: SubjectState | undefined, segments: KnownSegments): readonly Finding[] {
    if (state?.kind === 'flag') return checkFlag(state.value, segments);
    return state?.kind === 'segment' ? checkSegment(state.value) : [];
  }
}

function identityOf({ check, path, message }: Finding): string {
  return `${check} ${path} ${message}`;
}

function byKey<T extends { readonly key: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.key, item]));
}
