import { knownSegments } from '@pennon/state';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { segmentsQuery } from '@/api/segments';
import { Skeleton } from '@/components/ui/skeleton';
import { flagCopy } from '@/copy/flag';
import { sentenceOf } from '@/lib/audience';
import { withEdits } from '@/lib/flag-edits';
import { type Flag } from '@/lib/model';
import { useUnsavedEdits } from '../unsaved-edits';
import { useFlagContents } from '../use-flag-contents';
import { TestDraft } from './test-draft';

/** The outcome in plain words: the current one, or the one that saving what was edited will have. */
export function AudienceSentence({ flag }: { readonly flag: Flag }): ReactElement {
  const contents = useFlagContents(flag);
  const edits = useUnsavedEdits();
  const { data: segments } = useQuery(segmentsQuery(flag.namespaceKey));
  if (contents === undefined || segments === undefined) return <Skeleton className="w-80 max-w-full" />;
  const names = new Map(segments.map(({ key, name }) => [key, name]));
  const edited = withEdits(contents, edits);
  return (
    <>
      <p className="max-w-[72ch] text-muted">
        {edits.length > 0 && (
          <strong className="font-semibold text-warn">{flagCopy.header.afterSaving} </strong>
        )}
        {sentenceOf(edited, knownSegments(segments), (key) => names.get(key) ?? key)}
      </p>
      {edits.length > 0 && <TestDraft flag={edited} segments={segments} />}
    </>
  );
}
