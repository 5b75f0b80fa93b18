import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { useShortcut } from '@/app/shortcuts';
import { IconButton } from '@/components/ui/icon-button';
import { flagCopy } from '@/copy/flag';
import { useNamespaceIndex } from '@/index';
import { flagOrderAround } from '@/lib/flag-order';

/** To the flags before and after this one, in the list that it was chosen from. */
export function NeighbourLinks({
  namespaceKey,
  flagKey,
}: {
  readonly namespaceKey: string;
  readonly flagKey: string;
}): ReactElement | null {
  const copy = flagCopy.header;
  const navigate = useNavigate();
  const { index } = useNamespaceIndex(namespaceKey);
  const keys = flagOrderAround(namespaceKey, flagKey) ?? index?.flags.map(({ key }) => key) ?? [];
  const place = keys.indexOf(flagKey);
  const previous = keys[place - 1];
  const next = place < 0 ? undefined : keys[place + 1];
  const go = (key: string | undefined): void => {
    if (key !== undefined) void navigate(namespacePath(namespaceKey, 'flags', key));
  };
  useShortcut(
    '[',
    () => {
      go(previous);
    },
    { label: copy.previous, where: copy.shortcuts },
  );
  useShortcut(
    ']',
    () => {
      go(next);
    },
    { label: copy.next, where: copy.shortcuts },
  );
  if (keys.length < 2) return null;
  return (
    <>
      <IconButton
        label={copy.previous}
        disabled={previous === undefined}
        onClick={() => {
          go(previous);
        }}
      >
        <ChevronLeft aria-hidden size={16} />
      </IconButton>
      <IconButton
        label={copy.next}
        disabled={next === undefined}
        onClick={() => {
          go(next);
        }}
      >
        <ChevronRight aria-hidden size={16} />
      </IconButton>
    </>
  );
}
