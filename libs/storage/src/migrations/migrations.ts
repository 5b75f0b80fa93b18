import { InitialSchema1763683200000 } from './1763683200000-initial-schema';

/** The history of the schema, oldest first. A migration that was released is never edited. */
export const migrations = [InitialSchema1763683200000];
