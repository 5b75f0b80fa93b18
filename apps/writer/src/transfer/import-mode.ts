import { EnumWords, pennonTransfer } from '@pennon/api';
import { type ImportMode } from '@pennon/document';

const { ExistingMode } = pennonTransfer;

/** What an import does with what is there, on the wire. */
const existingWords = new EnumWords<ImportMode['existing'], pennonTransfer.ExistingMode>({
  update: ExistingMode.UPDATE_EXISTING,
  skip: ExistingMode.SKIP_EXISTING,
});

/** @throws InvalidArgumentError if the word for what is there means nothing. */
export function importModeOf({ existing, prune }: pennonTransfer.ImportNamespaceRequest): ImportMode {
  return { existing: existingWords.fromWire('existing', existing), prune };
}
