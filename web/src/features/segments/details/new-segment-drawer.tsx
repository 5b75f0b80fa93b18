import { type ReactElement, useId, useState } from 'react';
import { LeaveDialog, useWriteBlock } from '@/changes';
import { useFirstError } from '@/components/use-first-error';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { saveKeys } from '@/changes/editing';
import { NewSegmentFields } from './new-segment-fields';
import { useNewSegment } from './use-new-segment';

interface NewSegmentDrawerProps {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly takenKeys: readonly string[];
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
  const formId = useId();
  const block = useWriteBlock(copy.actions.create);
  const { form, focusFirstError } = useFirstError();
  const [isLeaving, setLeaving] = useState(false);
  const segment = useNewSegment({
    draft,
    namespaceKey,
    takenKeys,
    original: undefined,
    onCreated,
    scope: 'drawer',
  });
  const submit = (): void => {
    void segment.create().then((isCreated) => {
      setLeaving(false);
      if (!isCreated) focusFirstError();
    });
  };
  const leave = (): void => {
    if (segment.isDirty) setLeaving(true);
    else onClose();
  };
  return (
    <Drawer
      open
      title={copy.newSegment}
      description={copy.purpose}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{commonCopy.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={segment.isSaving} blocked={block}>
            {commonCopy.create}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={saveKeys(submit)}
        onSubmit={(event) => {
          event.preventDefault();
          // For React, the form below this drawer is around it.
          event.stopPropagation();
          submit();
        }}
      >
        <NewSegmentFields segment={segment} blocked={block} />
      </form>
      <LeaveDialog
        open={isLeaving}
        isSaving={segment.isSaving}
        canSave
        onDiscard={onClose}
        onSave={submit}
        onKeep={() => {
          setLeaving(false);
        }}
      />
    </Drawer>
  );
}
