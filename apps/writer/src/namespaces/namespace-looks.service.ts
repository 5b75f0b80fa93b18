import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { assertNoBypass, ChangeApplication } from '@pennon/changes';
import {
  type AuditedState,
  type AuditFact,
  type ChangeCaller,
  ConflictError,
  NotFoundError,
  quote,
  UnavailableError,
  updatedFact,
  type NamespaceLook,
} from '@pennon/domain';
import { UnitOfWork } from '@pennon/storage';

/** Looks of namespaces, in order. */
export interface LookList {
  readonly looks: readonly NamespaceLook[];
  /** Of the whole list, whatever part of it this is. */
  readonly version: string;
}

/** Use cases of the order and the hues of namespaces, which belong to the installation and make no revision. */
@Injectable()
export class NamespaceLooksService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /** The looks of all namespaces that have a place. @param keys Only these are to be seen; undefined for all. */
  async list(keys: ReadonlySet<string> | undefined): Promise<LookList> {
    const looks = await this.unitOfWork.read(({ namespaceLooks }) => namespaceLooks.list());
    const { version } = listOf(looks);
    return { looks: looks.filter(({ namespaceKey }) => keys?.has(namespaceKey) ?? true), version };
  }

  /**
   * Replaces the looks of all namespaces.
   *
   * @param looks In order, each namespace once.
   * @param version Of the list that the caller has seen; `''` for any.
   * @throws ReadOnlyError if this instance must not change anything.
   * @throws ConflictError if the list is another one by now.
   * @throws NotFoundError if there is no such namespace.
   * @throws UnavailableError if the database cannot keep looks yet.
   */
  async set(caller: ChangeCaller, looks: readonly NamespaceLook[], version: string): Promise<LookList> {
    assertNoBypass(caller, 'the order and hues of namespaces');
    this.application.assertWritable();
    return this.unitOfWork.write(async ({ namespaceLooks, audit, time }) => {
      if (!namespaceLooks.isThere)
        throw new UnavailableError('the database cannot keep hues of namespaces yet: run `pennon migrate`');
      await namespaceLooks.hold();
      const before = await namespaceLooks.list();
      if (version !== '' && version !== listOf(before).version)
        throw new ConflictError('version: somebody else has replaced the looks since; read them again');
      const [missing] = await namespaceLooks.missing(looks.map(({ namespaceKey }) => namespaceKey));
      if (missing !== undefined) throw new NotFoundError(`namespace ${quote(missing)} not found`);
      const facts = updates(before, looks);
      if (facts.length > 0) {
        await namespaceLooks.set(looks);
        await audit.append({ origin: caller.origin, at: await time.now(), facts });
      }
      return listOf(looks);
    });
  }
}

function listOf(looks: readonly NamespaceLook[]): LookList {
  const text = JSON.stringify(looks.map(({ namespaceKey, hue }) => [namespaceKey, hue]));
  return { looks, version: createHash('sha256').update(text).digest('base64url').slice(0, 22) };
}

/** What the audit log is told: each namespace whose place or hue is another one. */
function updates(before: readonly NamespaceLook[], after: readonly NamespaceLook[]): readonly AuditFact[] {
  const [then, now] = [statesOf(before), statesOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const [one, other] = [then.get(key) ?? stateOf(key, {}), now.get(key) ?? stateOf(key, {})];
    return JSON.stringify(one.image) === JSON.stringify(other.image) ? [] : [updatedFact(one, other)];
  });
}

function statesOf(looks: readonly NamespaceLook[]): ReadonlyMap<string, AuditedState> {
  return new Map(
    looks.map(({ namespaceKey, hue }, index) => [
      namespaceKey,
      stateOf(namespaceKey, { place: index + 1, ...(hue !== undefined && { hue }) }),
    ]),
  );
}

function stateOf(namespaceKey: string, image: AuditedState['image']): AuditedState {
  return { type: 'look', key: namespaceKey, namespaceKey, image };
}
