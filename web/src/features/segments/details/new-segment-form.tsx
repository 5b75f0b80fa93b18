import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { type Segment } from '@/api/types';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { saveKeys } from '@/changes/editing';
import { useFirstError } from '@/components/use-first-error';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { NewSegmentFields } from './new-segment-fields';
import { useNewSegment } from './use-new-segment';

interface NewSegmentFormProps {
  readonly namespaceKey: string;
  readonly takenKeys: readonly string[];
  readonly original: Segment | undefined;
}

/** Name, key, description and match type of a segment that is to be; its page follows. */
export function NewSegmentForm({ namespaceKey, takenKeys, original }: NewSegmentFormProps): ReactElement {
  const block = useWriteBlock(copy.actions.create);
  const navigate = useNavigate();
  const { form, focusFirstError } = useFirstError();
  const segment = useNewSegment({
    draft: `segment-new/${namespaceKey}/${original?.key ?? ''}`,
    namespaceKey,
    takenKeys,
    original,
    onCreated: (key) => void navigate(namespacePath(namespaceKey, 'segments', key)),
  });
  const submit = (): void => {
    void segment.create().then((isCreated) => {
      if (!isCreated) focusFirstError();
    });
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onKeyDown={saveKeys(submit)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NewSegmentFields segment={segment} blocked={block} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" busy={segment.isSaving} blocked={block}>
          {commonCopy.create}
        </Button>
        <ButtonLink to={namespacePath(namespaceKey, 'segments')}>{commonCopy.cancel}</ButtonLink>
      </div>
    </form>
  );
}
