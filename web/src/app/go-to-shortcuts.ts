import { useNavigate } from 'react-router';
import { usePlans } from '@/changes';
import { shellCopy } from '@/copy/shell';
import { namespacePath, useNamespaceKey } from './namespace';
import { useShortcut } from './shortcuts';

const { everywhere, goTo, undo } = shellCopy.shortcuts;
const { sections } = shellCopy;

/** The shortcuts that work on every page. */
export function useGoToShortcuts(): void {
  const navigate = useNavigate();
  const namespaceKey = useNamespaceKey();
  const plans = usePlans();
  const go = (section: string) => (): void => {
    if (namespaceKey !== '') void navigate(namespacePath(namespaceKey, section));
  };
  useShortcut('g f', go('flags'), { label: goTo(sections.flags), where: everywhere });
  useShortcut('g s', go('segments'), { label: goTo(sections.segments), where: everywhere });
  useShortcut('g c', go('console'), { label: goTo(sections.console), where: everywhere });
  useShortcut('g h', go('health'), { label: goTo(sections.health), where: everywhere });
  useShortcut('g ,', () => void navigate('/settings'), { label: goTo(sections.settings), where: everywhere });
  useShortcut('mod+z', () => void plans.undoLast(), { label: undo, where: everywhere });
}
