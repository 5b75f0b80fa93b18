import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { orderState, rolloutState } from '@pennon/audit';
import {
  Clock,
  denseRanks,
  InvalidArgumentError,
  invalidField,
  NotFoundError,
  quote,
  quotePath,
  ranksByPosition,
  reranked,
  type Page,
  type PageRequest,
  type Rollout,
  type RolloutStep,
  type ChangeCaller,
} from '@pennon/domain';
import { Changes } from '@pennon/changes';
import { UnitOfWork, type Stores } from '@pennon/storage';
import { flagOrSegmentNotFound, namedSegment } from '../segments/segment-selection';
import { rolloutTypeName } from './rollouts.presenter';

/** What a rollout is made of when it is created. */
export type NewRollout = Pick<Rollout, 'namespaceKey' | 'flagKey' | 'rank' | 'description'>;

/** Use cases of rollouts. */
@Injectable()
export class RolloutsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if the namespace has no such rollout. */
  async get(namespaceKey: string, id: string): Promise<Rollout> {
    return this.unitOfWork.read((stores) => findRollout(stores, namespaceKey, id));
  }

  /** A page of a flag's rollouts by rank; empty when the flag does not exist. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<Rollout>> {
    return this.unitOfWork.read(({ rollouts }) => rollouts.list(namespaceKey, flagKey, page));
  }

  /**
   * @param step What decides; undefined when the request had no such part.
   * @throws InvalidArgumentError if the rank is taken or there is no step.
   * @throws NotFoundError if the flag or one of the segments does not exist.
   */
  async create(caller: ChangeCaller, rollout: NewRollout, step: RolloutStep | undefined): Promise<Rollout> {
    const { namespaceKey, flagKey, rank } = rollout;
    return this.changes.apply(caller, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      const existing = await stores.rollouts.ranks(namespaceKey, flagKey);
      if (existing.some((other) => other.rank === rank)) {
        throw new InvalidArgumentError(`rank number: ${rank} already exists`);
      }
      if (step === undefined) throw new InvalidArgumentError('rollout rule is missing');
      await assertParentsExist(stores, namespaceKey, flagKey, step);
      const now = this.clock.now();
      const created = { ...rollout, id: randomUUID(), step, createdAt: now, updatedAt: now };
      await stores.rollouts.create(created);
      trail.created(rolloutState(created));
      return created;
    });
  }

  /**
   * Replaces description and step of a rollout.
   *
   * @throws NotFoundError if the flag has no such rollout, or one of the segments does not exist.
   * @throws InvalidArgumentError if there is no step, or it is of another type than the stored one.
   */
  async update(
    caller: ChangeCaller,
    {
      namespaceKey,
      flagKey,
      id,
      description,
    }: Pick<Rollout, 'namespaceKey' | 'flagKey' | 'id' | 'description'>,
    step: RolloutStep | undefined,
  ): Promise<Rollout> {
    return this.changes.apply(caller, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      const rollout = await findRollout(stores, namespaceKey, id);
      if (rollout.flagKey !== flagKey) throw rolloutNotFound(namespaceKey, id);
      if (step === undefined) throw invalidField('rule', 'invalid rollout rule type');
      assertSameType(rollout.step, step);
      const isComplete =
        step.type !== 'segment' || (await stores.segments.existAll(namespaceKey, step.segmentKeys));
      if (!isComplete) throw flagOrSegmentNotFound(namespaceKey, flagKey, step);
      const updatedAt = this.clock.now();
      await stores.rollouts.update(rollout, description, step, updatedAt);
      return trail.updated(rolloutState, rollout, { ...rollout, description, step, updatedAt });
    });
  }

  /** Gives the listed rollouts the ranks of their places in the list; unknown ids are passed over. */
  async order(
    caller: ChangeCaller,
    namespaceKey: string,
    flagKey: string,
    rolloutIds: readonly string[],
  ): Promise<void> {
    await this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'flag', key: flagKey },
      async ({ rollouts }, trail) => {
        const existing = await rollouts.ranks(namespaceKey, flagKey);
        const ranks = ranksByPosition(existing, rolloutIds);
        await rollouts.rerank(ranks, this.clock.now());
        trail.updated(orderState('rollout', namespaceKey, flagKey), existing, reranked(existing, ranks));
      },
    );
  }

  /** Deletes a rollout and closes the ranks up; a missing rollout is no error. */
  async delete(caller: ChangeCaller, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'flag', key: flagKey },
      async ({ rollouts }, trail) => {
        const rollout = await rollouts.find(namespaceKey, id);
        await rollouts.delete(namespaceKey, flagKey, id);
        const remaining = await rollouts.ranks(namespaceKey, flagKey);
        const ranks = denseRanks(remaining);
        await rollouts.rerank(ranks, this.clock.now());
        if (rollout?.flagKey === flagKey) trail.deleted(rolloutState(rollout));
        else
          trail.updated(orderState('rollout', namespaceKey, flagKey), remaining, reranked(remaining, ranks));
      },
    );
  }
}

async function findRollout({ rollouts }: Stores, namespaceKey: string, id: string): Promise<Rollout> {
  const rollout = await rollouts.find(namespaceKey, id);
  if (rollout === undefined) throw rolloutNotFound(namespaceKey, id);
  return rollout;
}

async function assertParentsExist(
  { flags, segments }: Stores,
  namespaceKey: string,
  flagKey: string,
  step: RolloutStep,
): Promise<void> {
  const isFlagThere = await flags.exists(namespaceKey, flagKey);
  if (step.type === 'threshold') {
    if (!isFlagThere) throw new NotFoundError(`flag ${quotePath(namespaceKey, flagKey)} not found`);
    return;
  }
  if (isFlagThere && (await segments.existAll(namespaceKey, step.segmentKeys))) return;
  // The closing quote behind the segment is what clients compare.
  const names = quote(`${namespaceKey}/${flagKey} or segment ${namedSegment(step.segmentKeys)}`);
  throw new NotFoundError(`flag ${names} not found`);
}

function assertSameType(stored: RolloutStep, wanted: RolloutStep): void {
  if (stored.type === wanted.type) return;
  const [have, attempted] = [stored, wanted].map(({ type }) => quote(rolloutTypeName(type)));
  throw new InvalidArgumentError(`cannot change type of rollout: have ${have} attempted ${attempted}`);
}

function rolloutNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`rollout ${quotePath(namespaceKey, id)} not found`);
}
