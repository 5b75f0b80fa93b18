import { Injectable } from '@nestjs/common';
import {
  Clock,
  InvalidArgumentError,
  NAMESPACE_SUBJECT,
  NotFoundError,
  quote,
  type Namespace,
  type Page,
  type PageRequest,
  type ChangeCaller,
} from '@pennon/domain';
import { changesOfNamespace } from '@pennon/document';
import { namespaceState } from '@pennon/state';
import { Changes, endWithNamespace, touchDeletedNamespace } from '@pennon/changes';
import { UnitOfWork, type Stores } from '@pennon/storage';

/** Use cases of namespaces. */
@Injectable()
export class NamespacesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if there is no such namespace. */
  async get(key: string): Promise<Namespace> {
    return this.unitOfWork.read((stores) => findNamespace(stores, key));
  }

  /** A page of namespaces in creation order. @param keys Only these are to be seen; undefined for all. */
  async list(page: PageRequest, keys: ReadonlySet<string> | undefined): Promise<Page<Namespace>> {
    return this.unitOfWork.read(({ namespaces }) => namespaces.list(page, keys));
  }

  /** @throws InvalidArgumentError if the key is taken. */
  async create(
    caller: ChangeCaller,
    { key, name, description }: Pick<Namespace, 'key' | 'name' | 'description'>,
  ): Promise<Namespace> {
    return this.changes.apply(caller, key, undefined, async (stores, trail) => {
      if (await stores.namespaces.exists(key)) {
        throw new InvalidArgumentError(`namespace ${quote(key)} is not unique`);
      }
      const now = this.clock.now();
      const times = { createdAt: now, updatedAt: now };
      await stores.namespaces.create({ key, name, description, isProtected: false, ...times });
      const created = await findNamespace(stores, key);
      trail.touch(NAMESPACE_SUBJECT, 'created', undefined);
      trail.tells([{ kind: 'namespace', action: 'create', key, to: { name, description } }]);
      trail.created(namespaceState(created));
      return created;
    });
  }

  /** @throws NotFoundError if there is no such namespace. */
  async update(caller: ChangeCaller, key: string, name: string, description: string): Promise<Namespace> {
    return this.changes.apply(caller, key, NAMESPACE_SUBJECT, async (stores, trail) => {
      const before = await findNamespace(stores, key);
      await stores.namespaces.update(key, name, description, this.clock.now());
      trail.tells(changesOfNamespace(key, before, { name, description }));
      return trail.updated(namespaceState, before, await findNamespace(stores, key));
    });
  }

  /**
   * Deletes a namespace with everything in it, what waits for it, and its review policy.
   *
   * @param force Deletes flags too. A protected namespace is never deleted.
   * @throws NotFoundError if there is no such namespace.
   * @throws InvalidArgumentError if it is protected, or holds flags and `force` is not set.
   */
  async delete(caller: ChangeCaller, key: string, force: boolean): Promise<void> {
    await this.changes.apply(caller, key, undefined, async (stores, trail) => {
      const namespace = await findNamespace(stores, key);
      if (namespace.isProtected) throw new InvalidArgumentError(`namespace ${quote(key)} is protected`);
      if (!force && (await stores.namespaces.hasFlags(key))) {
        throw new InvalidArgumentError(
          `namespace ${quote(key)} cannot be deleted; flags must be deleted first`,
        );
      }
      await touchDeletedNamespace(stores, namespace, trail);
      await stores.namespaces.delete(namespace);
      trail.deleted(namespaceState(namespace));
      for (const fact of await endWithNamespace(stores, key)) trail.add(fact);
    });
  }
}

async function findNamespace({ namespaces }: Stores, key: string): Promise<Namespace> {
  const namespace = await namespaces.find(key);
  if (namespace === undefined) throw new NotFoundError(`namespace ${quote(key)} not found`);
  return namespace;
}
