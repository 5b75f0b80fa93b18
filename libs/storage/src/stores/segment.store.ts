import { type EntityManager, In } from 'typeorm';
import {
  type Constraint,
  cutPage,
  groupBy,
  inPieces,
  type Page,
  type PageRequest,
  type Segment,
  type SegmentWithConstraints,
} from '@pennon/domain';
import {
  RolloutEntity,
  RolloutSegmentEntity,
  RuleEntity,
  RuleSegmentEntity,
  type SegmentLink,
} from '../entities/flag.entity';
import { ConstraintEntity, SegmentEntity } from '../entities/segment.entity';
import { creationOrder, RowReading } from './row-reading';
import { deleteIds, deleteKeys, type Identified, type RowWriting } from './write-rows';

/** A flag that looks at a segment. */
export interface SegmentUse {
  readonly segmentKey: string;
  readonly flagKey: string;
}

/** By flag, then segment, by the code units of their keys. */
export function compareUses(left: SegmentUse, right: SegmentUse): number {
  if (left.flagKey !== right.flagKey) return left.flagKey < right.flagKey ? -1 : 1;
  if (left.segmentKey === right.segmentKey) return 0;
  return left.segmentKey < right.segmentKey ? -1 : 1;
}

/** A rule or rollout that looks at a segment. */
export interface SegmentPlace {
  readonly flagKey: string;
  readonly part: 'rules' | 'rollouts';
  readonly rank: number;
}

/** By flag, then rules before rollouts, then rank. */
function comparePlaces(left: SegmentPlace, right: SegmentPlace): number {
  if (left.flagKey !== right.flagKey) return left.flagKey < right.flagKey ? -1 : 1;
  if (left.part !== right.part) return left.part === 'rules' ? -1 : 1;
  return left.rank - right.rank;
}

/** Most segments that one statement names. */
const KEYS_AT_ONCE = 500;

/** Segments and, with them, their constraints. */
export class SegmentStore {
  /** Keys of which the next reading is to tell whether all are there. */
  private asked: readonly string[] = [];
  /** What a reading has told. */
  private known: { readonly of: string; readonly exist: boolean } | undefined;

  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {}

  /** The segment with its constraints, or undefined. One statement. */
  async find(namespaceKey: string, key: string): Promise<SegmentWithConstraints | undefined> {
    const reading = new RowReading(this.manager, namespaceKey);
    const keys = new Set([key]);
    const segments = reading.want(SegmentEntity, [], { property: 'key', keys });
    const constraints = reading.want(ConstraintEntity, creationOrder, { property: 'segmentKey', keys });
    await reading.read();
    const [segment] = segments.rows;
    return segment && { ...segment, constraints: constraints.rows };
  }

  /** True if the segment exists. */
  async exists(namespaceKey: string, key: string): Promise<boolean> {
    return this.manager.existsBy(SegmentEntity, { namespaceKey, key });
  }

  /** True if every one of the segments exists; `keys` are distinct. */
  async existAll(namespaceKey: string, keys: readonly string[]): Promise<boolean> {
    if (this.known?.of === nameOf(namespaceKey, keys)) return this.known.exist;
    const found = await this.manager.countBy(SegmentEntity, { namespaceKey, key: In([...keys]) });
    return found === keys.length;
  }

  /** Has the next reading of the contents answer {@link existAll} along with what it reads; `keys` are distinct. */
  askFor(keys: readonly string[]): void {
    this.asked = keys;
  }

  /** Reads along what was asked for. @returns To be called when it has been read. */
  readAlong(reading: RowReading, namespaceKey: string): () => void {
    const { asked } = this;
    if (asked.length === 0) return () => undefined;
    this.asked = [];
    const segments = reading.want(SegmentEntity, [], { property: 'key', keys: new Set(asked) });
    return () => {
      this.known = { of: nameOf(namespaceKey, asked), exist: segments.rows.length === asked.length };
    };
  }

  /** True if a rule or a rollout of the namespace looks at the segment. */
  async isInUse(namespaceKey: string, segmentKey: string): Promise<boolean> {
    const link = { namespaceKey, segmentKey };
    return (
      (await this.manager.existsBy(RuleSegmentEntity, link)) ||
      (await this.manager.existsBy(RolloutSegmentEntity, link))
    );
  }

  /** The flags whose rules or rollouts look at some segments, each of the pairs once, by their keys. */
  async usersOf(namespaceKey: string, segmentKeys: readonly string[]): Promise<readonly SegmentUse[]> {
    const uses = new Map<string, SegmentUse>();
    const links = [
      [RuleSegmentEntity, RuleEntity],
      [RolloutSegmentEntity, RolloutEntity],
    ] as const;
    for (const keys of inPieces(segmentKeys, KEYS_AT_ONCE)) {
      for (const [link, owner] of links) {
        const found = await this.manager
          .createQueryBuilder<SegmentLink>(link, 'link')
          .innerJoin(owner.options.name, 'owner', 'owner.id = link.ownerId')
          .select('link.segmentKey', 'segmentKey')
          .addSelect('owner.flagKey', 'flagKey')
          .where({ namespaceKey, segmentKey: In(keys) })
          .getRawMany<SegmentUse>();
        for (const use of found) uses.set(JSON.stringify(use), use);
      }
    }
    return [...uses.values()].sort(compareUses);
  }

  /** The rules and rollouts that look at a segment, by flag and rank. @param limit Most of each. */
  async placesOf(namespaceKey: string, segmentKey: string, limit: number): Promise<readonly SegmentPlace[]> {
    const places: SegmentPlace[] = [];
    const links = [
      ['rules', RuleSegmentEntity, RuleEntity],
      ['rollouts', RolloutSegmentEntity, RolloutEntity],
    ] as const;
    for (const [part, link, owner] of links) {
      const rows = await this.manager
        .createQueryBuilder<SegmentLink>(link, 'link')
        .innerJoin(owner.options.name, 'owner', 'owner.id = link.ownerId')
        .select('owner.flagKey', 'flagKey')
        .addSelect('owner.rank', 'rank')
        .where({ namespaceKey, segmentKey })
        .orderBy({ 'owner.flagKey': 'ASC', 'owner.rank': 'ASC' })
        .limit(limit)
        .getRawMany<Omit<SegmentPlace, 'part'>>();
      places.push(...rows.map(({ flagKey, rank }) => ({ part, flagKey, rank })));
    }
    return places.sort(comparePlaces);
  }

  /** A page of segments in creation order. One statement. */
  async list(namespaceKey: string, page: PageRequest): Promise<Page<SegmentWithConstraints>> {
    const reading = new RowReading(this.manager, namespaceKey);
    const segments = reading.wantPage(SegmentEntity, page);
    const constraints = reading.wantOfPage(ConstraintEntity, creationOrder, 'segmentKey', segments);
    await reading.read();
    const { items, totalCount, next } = cutPage(segments.rows, page, segments.total, ({ key }) => key);
    const bySegment = groupBy(constraints.rows, ({ segmentKey }) => segmentKey);
    const withConstraints = items.map((segment) => ({
      ...segment,
      constraints: bySegment.get(segment.key) ?? [],
    }));
    return { items: withConstraints, totalCount, next };
  }

  /** Adds many segments. */
  async createAll(segments: readonly Segment[]): Promise<void> {
    this.known = undefined;
    await this.writing.insert(SegmentEntity, segments);
  }

  /** Makes many segments that there are what is given. */
  async replaceAll(segments: readonly Segment[]): Promise<void> {
    await this.writing.replace(SegmentEntity, segments);
  }

  /** Deletes segments with their constraints; passes over those that there are not. They must not be in use. */
  async deleteAll(namespaceKey: string, keys: readonly string[]): Promise<void> {
    this.known = undefined;
    await deleteKeys(this.manager, SegmentEntity, namespaceKey, keys);
  }
}

function nameOf(namespaceKey: string, keys: readonly string[]): string {
  return JSON.stringify([namespaceKey, keys]);
}

/** Constraints of segments. */
export class ConstraintStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {}

  /** Adds many constraints. */
  async createAll(constraints: readonly Constraint[]): Promise<void> {
    await this.writing.insert(ConstraintEntity, constraints);
  }

  /** Makes many constraints that there are what is given. */
  async replaceAll(constraints: readonly Constraint[]): Promise<void> {
    await this.writing.replace(ConstraintEntity, constraints);
  }

  /** Deletes constraints. */
  async deleteAll(constraints: readonly Identified[]): Promise<void> {
    await deleteIds(this.manager, ConstraintEntity, constraints);
  }
}
