import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, pageRequest, Rpc, type RpcCall } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { presentNamespace, presentNamespaces } from './namespaces.presenter';
import { NamespacesService } from './namespaces.service';

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
    return presentNamespace(await this.namespaces.create(call, request));
  }

  @Rpc(method.updateNamespace)
  async update(request: flipt.UpdateNamespaceRequest, call: RpcCall): Promise<flipt.Namespace> {
    return presentNamespace(
      await this.namespaces.update(call, request.key, request.name, request.description),
    );
  }

  @Rpc(method.deleteNamespace)
  async delete({ key, force }: flipt.DeleteNamespaceRequest, call: RpcCall): Promise<Empty> {
    await this.namespaces.delete(call, resolveNamespaceKey(key), force);
    return create(EmptySchema);
  }
}
