import { assertMetadata, type JsonObject } from '@pennon/domain';
import type { FlagState } from '../flag-state';
import type { EditKind, MetadataEdit } from './edit';

/** Members of the metadata of a flag. */
export const metadataEdit: EditKind<FlagState, MetadataEdit> = {
  items: ({ set, remove }) => [...Object.keys(set), ...remove],
  apply(flag, { set, remove }) {
    const gone = new Set(remove);
    const members = Object.entries({ ...flag.metadata, ...set }).filter(([name]) => !gone.has(name));
    const metadata = Object.fromEntries(members) as JsonObject;
    assertMetadata(metadata);
    return { ...flag, metadata: members.length === 0 ? undefined : metadata };
  },
};
