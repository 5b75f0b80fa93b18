import { type AddedIndex, Additions } from './additions';

/** Finds the changes of a page, of all namespaces or of one, without reading the others. */
export class ChangeLists1765411200000 extends Additions {
  override readonly indexes: readonly AddedIndex[] = [
    // With the namespace, so that those of other namespaces are passed over in the index.
    ['change_requests', 'change_requests_by_state', ['state', 'created_at', 'id', 'namespace_key']],
    ['change_requests', 'change_requests_by_creation', ['created_at', 'id', 'namespace_key']],
    ['change_requests', 'change_requests_of_namespace', ['namespace_key', 'state', 'created_at', 'id']],
    ['change_requests', 'change_requests_by_plan', ['state', 'due_at', 'planned_at', 'id']],
  ];
}
