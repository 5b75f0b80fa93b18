import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { useSaveWords, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { NewSegmentFields } from './new-segment-fields';
import { useNewSegment } from './use-new-segment';

interface NewSegmentFormProps {
  readonly namespaceKey: string;
  readonly takenKeys: readonly string[];
  readonly original: Segment | undefined;
}

/**
 * Name, key, description and match type of a segment that is to be; its page follows, or the list if it waits for
 * review.
 */
export function NewSegmentForm({ namespaceKey, takenKeys, original }: NewSegmentFormProps): ReactElement {
  const block = useWriteBlock(copy.actions.create);
  const navigate = useNavigate();
  const form = useNewSegment({
    draft: `segment-new/${namespaceKey}/${original?.key ?? ''}`,
    namespaceKey,
    takenKeys,
    original,
    onCreated: (key) =>
      void navigate(namespacePath(namespaceKey, 'segments', ...(key === undefined ? [] : [key]))),
  });
  const saveWords = useSaveWords({ namespaceKey, key: form.values.key }, commonCopy.create);
  return (
    <form {...form.element} className="flex flex-col gap-4">
      <NewSegmentFields form={form} blocked={block} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" busy={form.isSaving} blocked={block}>
          {saveWords}
        </Button>
        <ButtonLink to={namespacePath(namespaceKey, 'segments')}>{commonCopy.cancel}</ButtonLink>
      </div>
    </form>
  );
}
