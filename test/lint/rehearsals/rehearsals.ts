/** A made-up extension of a known kind. The patch of the same name beside this file makes it. */
export interface Rehearsal {
  readonly name: string;
  /** The kind of extension, as the table in docs/contributing.md calls it. */
  readonly kind: string;
  /**
   * Files of the server that such an extension changes; pages of `docs` do not count. A further one takes a reason, in
   * the commit that adds it here.
   */
  readonly changed: readonly string[];
  /** Files that are the extension's own. Its specs are not listed. */
  readonly added: readonly string[];
  /** Generated files that change with it. */
  readonly generated: readonly string[];
  /** Files of the dashboard that do not compile without it; none, unless given. */
  readonly dashboard?: readonly string[];
}

const settingsReference = ['deploy/helm/pennon/files/settings.txt', 'docs/settings.md'];

/** Every rehearsal. They go together, in any order. */
export const rehearsals: readonly Rehearsal[] = [
  {
    name: 'operator',
    kind: 'An operator that compares one text',
    changed: ['libs/domain/src/operators.ts', 'libs/evaluator/src/match-constraint.ts'],
    added: [],
    generated: [],
  },
  {
    name: 'setting',
    kind: 'A setting, and its consumer',
    changed: ['libs/api/src/http/cors.ts', 'libs/config/src/sections/cors-settings.ts'],
    added: [],
    generated: settingsReference,
  },
  {
    name: 'source',
    kind: 'A source of documents',
    changed: ['libs/config/src/sections/storage-settings.ts', 'libs/document-source/src/sources/sources.ts'],
    added: [
      'libs/document-source/src/sources/pigeon/pigeon-store.ts',
      'libs/document-source/src/sources/pigeon/pigeon.ts',
    ],
    generated: settingsReference,
  },
  {
    name: 'login-method',
    kind: 'A login method',
    changed: [
      'libs/auth/src/methods/methods.ts',
      'libs/config/src/authentication/methods/methods.ts',
      'libs/domain/src/authentication-methods.ts',
      'proto/flipt/auth.proto',
    ],
    added: [
      'libs/auth/src/methods/knock/knock.controller.ts',
      'libs/auth/src/methods/knock/method.ts',
      'libs/config/src/authentication/methods/knock.ts',
    ],
    generated: [
      ...settingsReference,
      'libs/proto/src/gen/comments.ts',
      'libs/proto/src/gen/flipt/auth_pb.ts',
    ],
    dashboard: ['web/src/copy/methods.ts'],
  },
  {
    name: 'field',
    kind: 'A field of flags',
    changed: [
      'libs/document/src/fields/flag-fields.ts',
      'libs/domain/src/flag.ts',
      'libs/state/src/parts/flag-parts.ts',
      'libs/storage/src/database/data-source-options.ts',
      'libs/storage/src/entities/flag.entity.ts',
      'proto/flipt/flipt.proto',
    ],
    added: ['libs/storage/src/migrations/4102444700000-flag-owners.ts'],
    generated: ['libs/proto/src/gen/comments.ts', 'libs/proto/src/gen/flipt/flipt_pb.ts'],
    dashboard: [
      'web/src/api/normalise.ts',
      'web/src/lib/empty-flag.ts',
      'web/src/lib/plan/flag-part-words.ts',
    ],
  },
  {
    name: 'rpc',
    kind: 'An RPC of a service that there is',
    changed: [
      'libs/audit/src/events/events.controller.ts',
      'libs/auth/src/roles/access-table.ts',
      'proto/pennon/audit.proto',
    ],
    added: [],
    generated: ['libs/proto/src/gen/comments.ts', 'libs/proto/src/gen/pennon/audit_pb.ts'],
  },
];
