import { type ReactElement, Suspense, useState } from 'react';
import { LeaveDialog, useSaveWords, useWriteBlock } from '@/changes';
import { FormDrawer } from '@/changes/editing';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { NewSegmentFields } from './new-segment-fields';
import { useNewSegment } from './use-new-segment';

interface NewSegmentDrawerProps {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly takenKeys: readonly string[];
  /** Told the key of the segment when it is there. */
  readonly onCreated: (key: string) => void;
  readonly onClose: () => void;
}

/**
 * Makes a segment over the form that wants it. The address does not name it, because that would
 * leave the drawer below it; so it asks itself before what was entered is lost.
 */
export function NewSegmentDrawer({
  draft,
  namespaceKey,
  takenKeys,
  onCreated,
  onClose,
}: NewSegmentDrawerProps): ReactElement {
  const block = useWriteBlock(copy.actions.create);
  const [isLeaving, setLeaving] = useState(false);
  const form = useNewSegment({
    draft,
    namespaceKey,
    takenKeys,
    onCreated: (key) => {
      if (key === undefined) onClose();
      else onCreated(key);
    },
    scope: 'drawer',
  });
  const saveWords = useSaveWords({ namespaceKey, key: form.values.key }, commonCopy.create);
  return (
    <FormDrawer
      form={form}
      title={copy.newSegment}
      description={copy.purpose}
      action={saveWords}
      blocked={block}
      onClose={() => {
        if (form.editing.isDirty) setLeaving(true);
        else onClose();
      }}
    >
      <NewSegmentFields form={form} blocked={block} />
      <Suspense>
        <LeaveDialog
          open={isLeaving}
          isSaving={form.isSaving}
          canSave
          onDiscard={onClose}
          onSave={() => {
            void form.submit().then(() => {
              setLeaving(false);
            });
          }}
          onKeep={() => {
            setLeaving(false);
          }}
        />
      </Suspense>
    </FormDrawer>
  );
}
