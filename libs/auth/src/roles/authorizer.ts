import { type Identity } from '@pennon/domain';
import { type AccessRequest } from './access-request';

/** Decides what callers may do: roles do, and policies could. */
export interface Authorizer {
  /**
   * Why the caller may not do this; undefined when it may.
   *
   * @returns what goes on from `permission denied: `.
   */
  refusalOf(identity: Identity, request: AccessRequest): string | undefined;

  /** Keys of the namespaces that the caller may see; undefined for all. */
  visibleNamespacesOf(identity: Identity): ReadonlySet<string> | undefined;
}
