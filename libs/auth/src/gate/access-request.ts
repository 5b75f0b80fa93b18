import { PermissionDeniedError } from '@pennon/domain';

/** What is to be done. */
export type Action = 'create' | 'read' | 'update' | 'delete';

/** What kind of thing an RPC is about; things inside others count as these. */
export type Resource = 'namespace' | 'flag' | 'segment' | 'authentication' | 'evaluation count';

/** What an RPC is about. */
export type Subject =
  | 'namespace'
  | 'flag'
  | 'variant'
  | 'rule'
  | 'rollout'
  | 'segment'
  | 'constraint'
  | 'distribution'
  | 'change'
  | 'token'
  | 'dead letter'
  | 'saved item'
  | 'evaluation count';

/** What a caller must be allowed to do for its call to pass. */
export interface AccessRequest {
  readonly resource: Resource;
  readonly subject: Subject;
  readonly action: Action;
  /** What the action is called in a refusal, if that is another word: `review` changes. */
  readonly verb?: string | undefined;
  /** Undefined for what is in no namespace: the list of namespaces, counts, and everything about tokens. */
  readonly namespaceKey: string | undefined;
}

/** What was to be done, and with which thing as far as the request named one. */
export interface DeniedAccess extends AccessRequest {
  /** Keys as the caller wrote them; nobody has looked at them yet. */
  readonly named: Readonly<Partial<Record<'key' | 'id' | 'flagKey' | 'segmentKey', unknown>>>;
}

/** The caller's roles do not let it do this. */
export class AccessDeniedError extends PermissionDeniedError {
  /** @param refusal What goes on from `permission denied: `. */
  constructor(
    readonly refusal: string,
    readonly access: DeniedAccess,
  ) {
    super(`permission denied: ${refusal}`);
  }
}
