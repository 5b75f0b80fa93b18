import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { CopyToNamespaceDialog } from '@/features/compare';
import { DeleteFlagDialog, ServeValueDialog, TurnOffDialog } from '@/features/flag';
import { DeleteSegmentDialog } from '@/features/segments';
import { type Flag, type Segment } from '@/lib/model';

/** What an action asks before it does anything; the buttons of the pages ask the same. */
export type FollowUp =
  | {
      readonly kind: 'copy';
      readonly namespaceKey: string;
      readonly flagKeys?: readonly string[];
      readonly segmentKeys?: readonly string[];
    }
  | { readonly kind: 'serve-value'; readonly flag: Flag; readonly value: boolean }
  | { readonly kind: 'turn-off'; readonly flag: Flag }
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
    case 'copy': {
      const { namespaceKey, flagKeys = [], segmentKeys = [] } = followUp;
      const what = { namespaceKey, flagKeys, segmentKeys };
      return <CopyToNamespaceDialog open {...what} onClose={onClose} />;
    }
    case 'serve-value': {
      const { flag, value } = followUp;
      return <ServeValueDialog flag={flag} value={value} onClose={onClose} />;
    }
    case 'turn-off':
      return <TurnOffDialog open flag={followUp.flag} onClose={onClose} />;
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
