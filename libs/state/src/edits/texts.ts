import { assertLength, assertName, MAX_DESCRIPTION_LENGTH } from '@pennon/domain';
import type { EditKind } from './edit';

/** A name, which is never empty. */
export function nameEdit<S extends { readonly name: string }>(): EditKind<S, string> {
  return {
    apply(state, name, spot) {
      spot.hold(() => {
        assertName('name', name);
      });
      return { ...state, name };
    },
  };
}

/** A description. */
export function descriptionEdit<S extends { readonly description: string }>(): EditKind<S, string> {
  return {
    apply(state, description, spot) {
      spot.hold(() => {
        assertLength('description', description, MAX_DESCRIPTION_LENGTH);
      });
      return { ...state, description };
    },
  };
}
