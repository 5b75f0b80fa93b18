import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  InvalidArgumentError,
  invalidField,
  NotFoundError,
  quote,
  quotePath,
  type Page,
  type PageRequest,
  type Rollout,
  type RolloutStep,
  type ChangeCaller,
} from '@pennon/domain';
import { Edits } from '@pennon/changes';
import { closedUp, ordered, type StoredFlag } from '@pennon/state';
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
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if the namespace has no such rollout. */
  async get(namespaceKey: string, id: string): Promise<Rollout> {
    const rollout = await this.unitOfWork.readOnce(({ rollouts }) => rollouts.find(namespaceKey, id));
    if (rollout === undefined) throw rolloutNotFound(namespaceKey, id);
    return rollout;
  }

  /** A page of a flag's rollouts by rank; empty when the flag does not exist. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<Rollout>> {
    return this.unitOfWork.readOnce(({ rollouts }) => rollouts.list(namespaceKey, flagKey, page));
  }

  /**
   * @param step What decides; undefined when the request had no such part.
   * @throws InvalidArgumentError if the rank is taken or there is no step.
   * @throws NotFoundError if the flag or one of the segments does not exist.
   */
  async create(caller: ChangeCaller, rollout: NewRollout, step: RolloutStep | undefined): Promise<Rollout> {
    const { namespaceKey, flagKey, rank } = rollout;
    const id = randomUUID();
    const flag = await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      async (stored, stores) => {
        if (stored?.rollouts.some((other) => other.rank === rank) === true)
          throw new InvalidArgumentError(`rank number: ${rank} already exists`);
        if (step === undefined) throw new InvalidArgumentError('rollout rule is missing');
        const found = await assertParentsExist(stores, stored, rollout, step);
        const now = this.clock.now();
        const created = { ...rollout, id, step, createdAt: now, updatedAt: now };
        return { ...found, rollouts: [...found.rollouts, created] };
      },
      segmentKeysOf(step),
    );
    return rolloutOf(flag, namespaceKey, id);
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
    const flag = await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      async (stored, { segments }) => {
        const rollout = rolloutOf(stored, namespaceKey, id);
        if (step === undefined) throw invalidField('rule', 'invalid rollout rule type');
        assertSameType(rollout.step, step);
        const isComplete =
          step.type !== 'segment' || (await segments.existAll(namespaceKey, step.segmentKeys));
        if (!isComplete) throw flagOrSegmentNotFound(namespaceKey, flagKey, step);
        return withRollout(stored, { ...rollout, description, step, updatedAt: this.clock.now() });
      },
      segmentKeysOf(step),
    );
    return rolloutOf(flag, namespaceKey, id);
  }

  /** Gives the listed rollouts the ranks of their places in the list; unknown ids are passed over. */
  async order(
    caller: ChangeCaller,
    namespaceKey: string,
    flagKey: string,
    rolloutIds: readonly string[],
  ): Promise<void> {
    await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      (flag) => flag && { ...flag, rollouts: ordered(flag.rollouts, rolloutIds, this.clock.now()) },
    );
  }

  /** Deletes a rollout and closes the ranks up; a missing rollout is no error and changes nothing. */
  async delete(caller: ChangeCaller, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      (flag) => flag && { ...flag, rollouts: closedUp(flag.rollouts, id, this.clock.now()) },
    );
  }
}

/** @throws NotFoundError if the flag has no such rollout. */
function rolloutOf(flag: StoredFlag | undefined, namespaceKey: string, id: string): Rollout {
  const rollout = flag?.rollouts.find((one) => one.id === id);
  if (rollout === undefined) throw rolloutNotFound(namespaceKey, id);
  return rollout;
}

function withRollout(flag: StoredFlag | undefined, rollout: Rollout): StoredFlag | undefined {
  return flag && { ...flag, rollouts: flag.rollouts.map((one) => (one.id === rollout.id ? rollout : one)) };
}

function segmentKeysOf(step: RolloutStep | undefined): readonly string[] {
  return step?.type === 'segment' ? step.segmentKeys : [];
}

/** @returns The flag. */
async function assertParentsExist(
  { segments }: Stores,
  flag: StoredFlag | undefined,
  { namespaceKey, flagKey }: NewRollout,
  step: RolloutStep,
): Promise<StoredFlag> {
  if (step.type === 'threshold') {
    if (flag === undefined) throw new NotFoundError(`flag ${quotePath(namespaceKey, flagKey)} not found`);
    return flag;
  }
  if (flag !== undefined && (await segments.existAll(namespaceKey, step.segmentKeys))) return flag;
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
