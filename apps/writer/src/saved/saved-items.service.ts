import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Asker, assertNoBypass, ChangeApplication } from '@pennon/changes';
import {
  createdFact,
  deletedFact,
  findUnstorable,
  invalidField,
  marksOf,
  MAX_SAVED_BYTES,
  MAX_SAVED_ITEMS,
  NotFoundError,
  PermissionDeniedError,
  quote,
  ResourceExhaustedError,
  updatedFact,
  type AuditedState,
  type SavedContent,
  type SavedItem,
  type SavedKind,
} from '@pennon/domain';
import { type Stores, UnitOfWork } from '@pennon/storage';

/** What people call each kind. */
const nouns: Readonly<Record<SavedKind, string>> = { sample_user: 'sample user', view: 'saved view' };

/** What somebody wants to save. */
export type WantedItem = SavedContent & {
  readonly namespaceKey: string;
  /** Of the item to replace; `''` for a new one. */
  readonly id: string;
  readonly name: string;
};

/** Use cases of what people save in a namespace: sample users and views. */
@Injectable()
export class SavedItemsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /** The items of a namespace. @throws NotFoundError if there is no such namespace. */
  async list(namespaceKey: string, kind: SavedKind | undefined): Promise<readonly SavedItem[]> {
    return this.unitOfWork.read(async (stores) => {
      await assertNamespace(stores, namespaceKey);
      return stores.savedItems.list(namespaceKey, kind);
    });
  }

  /**
   * Saves an item, or replaces one.
   *
   * @throws ReadOnlyError if this instance must not change anything.
   * @throws NotFoundError if there is no such namespace, or no item with the id.
   * @throws InvalidFieldError if another item has the name, the item is of another kind, or it is too large.
   * @throws PermissionDeniedError if the caller neither owns the item that it replaces, nor is an admin.
   * @throws ResourceExhaustedError if there are too many items of the kind.
   */
  async put(asker: Asker, { id, ...wanted }: WantedItem): Promise<SavedItem> {
    const { caller } = asker;
    assertNoBypass(caller, 'a saved item');
    assertSmall(wanted);
    return this.write(wanted.namespaceKey, async (stores, items) => {
      const now = await stores.time.now();
      const before = id === '' ? undefined : findItem(items, wanted.namespaceKey, id);
      assertFits(items, before, wanted);
      if (before !== undefined) assertMayEdit(asker, before);
      const { owner = caller.origin, createdAt = now } = before ?? {};
      const item: SavedItem = { ...wanted, id: before?.id ?? randomUUID(), owner, createdAt, updatedAt: now };
      await stores.savedItems.put(item);
      const fact =
        before === undefined ? createdFact(auditedOf(item)) : updatedFact(auditedOf(before), auditedOf(item));
      await stores.audit.append({ origin: caller.origin, at: now, facts: [fact] });
      return item;
    });
  }

  /**
   * Deletes an item.
   *
   * @throws ReadOnlyError, NotFoundError and PermissionDeniedError as {@link put} does.
   */
  async delete(asker: Asker, namespaceKey: string, id: string): Promise<void> {
    assertNoBypass(asker.caller, 'a saved item');
    await this.write(namespaceKey, async (stores, items) => {
      const item = findItem(items, namespaceKey, id);
      assertMayEdit(asker, item);
      await stores.savedItems.delete(item);
      const facts = [deletedFact(auditedOf(item))];
      await stores.audit.append({ origin: asker.caller.origin, at: await stores.time.now(), facts });
    });
  }

  /** Does something with the items of a namespace, which nobody else writes meanwhile. */
  private async write<T>(
    namespaceKey: string,
    work: (stores: Stores, items: readonly SavedItem[]) => Promise<T>,
  ): Promise<T> {
    this.application.assertWritable();
    return this.unitOfWork.write(async (stores) => {
      await stores.savedItems.hold(namespaceKey);
      await assertNamespace(stores, namespaceKey);
      return work(stores, await stores.savedItems.list(namespaceKey, undefined));
    });
  }
}

/** True if the caller may replace and delete an item: its owner, an admin, or anybody where roles are not in use. */
export function mayEdit({ caller, rights }: Asker, { namespaceKey, owner }: SavedItem): boolean {
  if (rights === undefined || rights.rolesIn(namespaceKey).has('admin')) return true;
  const [mark] = marksOf(owner);
  return mark !== undefined && mark === marksOf(caller.origin)[0];
}

function assertMayEdit(asker: Asker, item: SavedItem): void {
  if (mayEdit(asker, item)) return;
  throw new PermissionDeniedError(
    `permission denied: only its owner or an admin may change ${nouns[item.kind]} ${quote(item.name)}`,
  );
}

async function assertNamespace({ namespaces }: Stores, key: string): Promise<void> {
  if (!(await namespaces.exists(key))) throw new NotFoundError(`namespace ${quote(key)} not found`);
}

function findItem(items: readonly SavedItem[], namespaceKey: string, id: string): SavedItem {
  const item = items.find((one) => one.id === id);
  if (item !== undefined) return item;
  throw new NotFoundError(`saved item ${quote(id)} not found in namespace ${quote(namespaceKey)}`);
}

function assertSmall({ kind, content }: SavedContent): void {
  const field = kind === 'view' ? 'view' : 'sampleUser';
  const unstorable = findUnstorable(content);
  if (unstorable !== undefined) throw invalidField(`${field}${unstorable.path}`, unstorable.reason);
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_SAVED_BYTES)
    throw invalidField(field, `must not be longer than ${MAX_SAVED_BYTES} bytes as JSON`);
}

/** @param before What is to be replaced; undefined for a new item. */
function assertFits(
  items: readonly SavedItem[],
  before: SavedItem | undefined,
  { kind, name }: Omit<WantedItem, 'id'>,
): void {
  if (before !== undefined && before.kind !== kind)
    throw invalidField('id', `is of a ${nouns[before.kind]}, which stays one`);
  const others = items.filter((one) => one.kind === kind && one.id !== before?.id);
  if (others.some((one) => one.name === name))
    throw invalidField('name', `another ${nouns[kind]} is called ${quote(name)}`);
  if (before === undefined && others.length >= MAX_SAVED_ITEMS)
    throw new ResourceExhaustedError(`a namespace may have no more than ${MAX_SAVED_ITEMS} ${nouns[kind]}s`);
}

/** What the audit log and its sinks are told: nothing of the users. */
function auditedOf({ id, namespaceKey, kind, name }: SavedItem): AuditedState {
  return { type: 'saved_item', key: id, namespaceKey, image: { kind, name } };
}
