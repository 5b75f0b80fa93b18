import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { presentAuthor, Rpc, type RpcCall } from '@pennon/api';
import type { Asker } from '@pennon/changes';
import {
  invalidField,
  resolveNamespaceKey,
  type SavedContent,
  type SavedItem,
  type SavedKind,
} from '@pennon/domain';
import { EnumWords, pennonSaved, timestampOf } from '@pennon/proto';
import { askerOf } from '../changes/asked-by';
import { mayEdit, SavedItemsService } from './saved-items.service';

const { method } = pennonSaved.SavedService;
const { ListSavedItemsRequest_Kind: Kind } = pennonSaved;

const kindWords = new EnumWords<SavedKind, pennonSaved.ListSavedItemsRequest_Kind>({
  sample_user: Kind.SAMPLE_USER,
  view: Kind.VIEW,
});

/** What people save in a namespace: sample users and views. */
@Controller()
export class SavedItemsController {
  constructor(private readonly items: SavedItemsService) {}

  @Rpc(method.listSavedItems)
  async list(request: pennonSaved.ListSavedItemsRequest, call: RpcCall): Promise<pennonSaved.SavedItemList> {
    const kind =
      request.kind === Kind.KIND_UNSPECIFIED ? undefined : kindWords.fromWire('kind', request.kind);
    const items = await this.items.list(resolveNamespaceKey(request.namespaceKey), kind);
    const asker = askerOf(call);
    return create(pennonSaved.SavedItemListSchema, { items: items.map((item) => presentItem(item, asker)) });
  }

  @Rpc(method.putSavedItem)
  async put(request: pennonSaved.PutSavedItemRequest, call: RpcCall): Promise<pennonSaved.SavedItem> {
    const { id, name } = request;
    const asker = askerOf(call);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentItem(await this.items.put(asker, { namespaceKey, id, name, ...contentOf(request) }), asker);
  }

  @Rpc(method.deleteSavedItem)
  async delete({ namespaceKey, id }: pennonSaved.DeleteSavedItemRequest, call: RpcCall): Promise<Empty> {
    await this.items.delete(askerOf(call), resolveNamespaceKey(namespaceKey), id);
    return create(EmptySchema);
  }
}

function contentOf({ content }: pennonSaved.PutSavedItemRequest): SavedContent {
  switch (content.case) {
    case 'sampleUser': {
      const { entityId, context } = content.value;
      return { kind: 'sample_user', content: { entityId, context } };
    }
    case 'view':
      return { kind: 'view', content: { query: content.value.query } };
    default:
      throw invalidField('content', 'must be one of sampleUser and view');
  }
}

function presentItem(item: SavedItem, asker: Asker): pennonSaved.SavedItem {
  const { id, namespaceKey, name, owner, createdAt, updatedAt } = item;
  return create(pennonSaved.SavedItemSchema, {
    ...{ id, namespaceKey, name },
    content:
      item.kind === 'view'
        ? { case: 'view', value: item.content }
        : { case: 'sampleUser', value: item.content },
    owner: presentAuthor(owner),
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    mayEdit: mayEdit(asker, item),
  });
}
