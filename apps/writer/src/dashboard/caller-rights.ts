import { randomUUID } from 'node:crypto';
import { create, type DescMethod } from '@bufbuild/protobuf';
import type { Gate, RpcCall } from '@pennon/api';
import { ownNamespacesOf, roles } from '@pennon/auth';
import { pennonDashboard } from '@pennon/proto';

/** A key that no role or token can name: stands for every namespace in which a caller has no rights of its own. */
const ELSEWHERE = randomUUID();

/** What decides on rights, beside the gate. */
interface RightsSettings {
  /** True if roles count (`authorization.required`). */
  readonly hasRoles: boolean;
  readonly isReadOnly: boolean;
}

/** Finds out what a caller may do, by asking the gate about every RPC. */
export class CallerRights {
  constructor(
    private readonly gate: Gate,
    private readonly methods: readonly DescMethod[],
    private readonly settings: RightsSettings,
  ) {}

  of(call: RpcCall): pennonDashboard.Capabilities {
    const keys = call.identity === undefined ? [] : [...ownNamespacesOf(call.identity)];
    return create(pennonDashboard.CapabilitiesSchema, {
      refused: this.refusedIn(ELSEWHERE, call),
      namespaces: Object.fromEntries(keys.map((key) => [key, { refused: this.refusedIn(key, call) }])),
      roles: this.settings.hasRoles ? [...roles] : [],
      readOnly: this.settings.isReadOnly,
    });
  }

  private refusedIn(namespaceKey: string, call: RpcCall): string[] {
    return this.methods
      .filter((method) => !this.gate.allows(method, namespaceKey, call))
      .map(({ name }) => name);
  }
}
