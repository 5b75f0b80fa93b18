import { SERVICE_ORIGIN, type SubjectKey } from '@pennon/domain';
import type { Stores, StoredRevision } from '@pennon/storage';

/** Writes down what a revision was about, as a change does, without what it was before. */
export async function recordChange(
  { history }: Stores,
  namespaceKey: string,
  { revision, markBefore }: Pick<StoredRevision, 'revision' | 'markBefore'>,
  subjects: readonly SubjectKey[],
): Promise<void> {
  const author = SERVICE_ORIGIN;
  await history.append(
    {
      ...{ namespaceKey, revision, markBefore, at: 0, origin: 'api', author },
      ...{ message: '', requestId: '', changeId: undefined },
    },
    subjects.map((subject) => ({ ...subject, action: 'updated', createdAt: 0, before: undefined })),
  );
}
