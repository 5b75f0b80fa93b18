import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, nextPageToken, pageRequest, Rpc, type RpcCall } from '@pennon/api';
import { flipt, timestampOf } from '@pennon/proto';
import { type Namespace, type Page, resolveNamespaceKey } from '@pennon/domain';
import { NamespacesService } from './namespaces.service';

/** A namespace on the wire. */
function presentNamespace(namespace: Namespace): flipt.Namespace {
  const { key, name, description, isProtected, createdAt, updatedAt } = namespace;
  return create(flipt.NamespaceSchema, {
    key,
    name,
    description,
    protected: isProtected,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
  });
}

/** A page of namespaces on the wire. */
function presentNamespaces({ items, totalCount, next }: Page<Namespace>): flipt.NamespaceList {
  return create(flipt.NamespaceListSchema, {
    namespaces: items.map(presentNamespace),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}

const { method } = flipt.Flipt;

/** RPCs of namespaces. */
@Controller()
export class NamespacesController {
  constructor(private readonly namespaces: NamespacesService) {}

  @Rpc(method.getNamespace)
  async get({ key }: flipt.GetNamespaceRequest): Promise<flipt.Namespace> {
    return presentNamespace(await this.namespaces.get(resolveNamespaceKey(key)));
  }

  @Rpc(method.listNamespaces)
  async list(
    request: flipt.ListNamespaceRequest,
    { visibleNamespaces }: RpcCall,
  ): Promise<flipt.NamespaceList> {
    return presentNamespaces(await this.namespaces.list(pageRequest(request), visibleNamespaces));
  }

  @Rpc(method.createNamespace)
  async create(request: flipt.CreateNamespaceRequest, call: RpcCall): Promise<flipt.Namespace> {
    return presentNamespace(await this.namespaces.create(callerOf(call), request));
  }

  @Rpc(method.updateNamespace)
  async update(request: flipt.UpdateNamespaceRequest, call: RpcCall): Promise<flipt.Namespace> {
    return presentNamespace(
      await this.namespaces.update(callerOf(call), request.key, request.name, request.description),
    );
  }

  @Rpc(method.deleteNamespace)
  async delete({ key, force }: flipt.DeleteNamespaceRequest, call: RpcCall): Promise<Empty> {
    await this.namespaces.delete(callerOf(call), resolveNamespaceKey(key), force);
    return create(EmptySchema);
  }
}
