import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { CopyToNamespaceDialog } from '@/features/compare';
import { DeleteFlagDialog } from '@/features/flag';
import { DeleteSegmentDialog } from '@/features/segments';
import { type Flag, type Segment } from '@/lib/model';

/** What an action asks before it does anything; the buttons of the pages ask the same. */
export type FollowUp =
  | { readonly kind: 'copy-flags'; readonly namespaceKey: string; readonly flagKeys: readonly string[] }
  | { readonly kind: 'delete-flag'; readonly flag: Flag }
  | { readonly kind: 'delete-segment'; readonly segment: Segment };

interface FollowUpDialogProps {
  readonly followUp: FollowUp;
  readonly onClose: () => void;
}

/** Goes on with an action in the place of the palette. */
export function FollowUpDialog({ followUp, onClose }: FollowUpDialogProps): ReactElement {
  const navigate = useNavigate();
  switch (followUp.kind) {
    case 'copy-flags': {
      const { namespaceKey, flagKeys } = followUp;
      return <CopyToNamespaceDialog open namespaceKey={namespaceKey} flagKeys={flagKeys} onClose={onClose} />;
    }
    case 'delete-flag': {
      const { flag } = followUp;
      return (
        <DeleteFlagDialog
          open
          flag={flag}
          onDeleted={() => navigate(namespacePath(flag.namespaceKey, 'flags'))}
          onClose={onClose}
        />
      );
    }
    case 'delete-segment': {
      const { segment } = followUp;
      return (
        <DeleteSegmentDialog
          segment={segment}
          onDeleted={() => navigate(namespacePath(segment.namespaceKey, 'segments'))}
          onClose={onClose}
        />
      );
    }
  }
}
