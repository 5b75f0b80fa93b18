import { useMemo } from 'react';
import { useHref, useNavigate, useParams } from 'react-router';
import { useCopyText } from '@/app/copy-text';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { usePersonas } from '@/app/personas';
import { useCopyBlock, usePlans, useWriteBlock } from '@/changes';
import { flagWords } from '@/copy/flag-words';
import { paletteCopy } from '@/copy/palette';
import { plansCopy } from '@/copy/plans';
import { segmentsCopy } from '@/copy/segments';
import { useTurning } from '@/features/flag';
import { duplicatePath } from '@/features/segments';
import { useExport } from '@/features/transfer';
import { formatContext } from '@/lib/evaluation/context-text';
import { toBase64Url } from '@/lib/evaluation/question-code';
import { type Flag, type Segment } from '@/lib/model';
import { planFlagSwitch } from '@/lib/plan';
import { type FollowUp } from './follow-up-dialog';
import { type PaletteEntry } from './palette-entries';

const copy = paletteCopy.actions;

/**
 * What can be done here: with the flag or the segment of the page, and with the namespace. Nothing that writes while
 * that is blocked.
 */
export function usePageActions(
  flags: readonly Flag[] | undefined,
  segments: readonly Segment[] | undefined,
  onFollowUp: (followUp: FollowUp) => void,
): readonly PaletteEntry[] {
  const { flagKey, segmentKey } = useParams();
  const flag = flags?.find(({ key }) => key === flagKey);
  const segment = segments?.find(({ key }) => key === segmentKey);
  const ofFlag = useFlagActions(flag, onFollowUp);
  const ofSegment = useSegmentActions(segment, onFollowUp);
  const ofNamespace = useNamespaceActions();
  return useMemo(() => [...ofFlag, ...ofSegment, ...ofNamespace], [ofFlag, ofSegment, ofNamespace]);
}

function useFlagActions(
  flag: Flag | undefined,
  onFollowUp: (followUp: FollowUp) => void,
): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const plans = usePlans();
  const copyText = useCopyText();
  const { run: runExport } = useExport();
  const { turnOn } = useTurning();
  const personas = usePersonas();
  const href = useHref(flag === undefined ? '' : namespacePath(flag.namespaceKey, 'flags', flag.key));
  const canWrite = useWriteBlock(copy.update) === undefined;
  const canCopy = useCopyBlock(useNamespaceKey()) === undefined;
  return useMemo(() => {
    if (flag === undefined) return [];
    const { namespaceKey, key } = flag;
    const copying = question(copy.copyToNamespace(key), () => {
      onFollowUp({ kind: 'copy', namespaceKey, flagKeys: [key] });
    });
    const go = (path: string) => (): void => void navigate(path);
    const console = namespacePath(namespaceKey, 'console', key);
    const newFlag = namespacePath(namespaceKey, 'flags', 'new');
    const forAnyone = [
      action(copy.console(key), go(console)),
      ...personas.map(({ name, entityId, context }) => {
        const question = new URLSearchParams({
          e: toBase64Url(entityId),
          c: toBase64Url(formatContext(context)),
        });
        return action(copy.evaluate(key, name), go(`${console}?${question.toString()}`));
      }),
      action(copy.copyKey(key), () => {
        copyText(key);
      }),
      action(copy.copyLink(key), () => {
        copyText(new URL(href, document.baseURI).href);
      }),
      action(copy.code(key), go(namespacePath(namespaceKey, 'flags', key, 'code'))),
      action(
        copy.export(key),
        () => void runExport({ namespaceKey, flagKeys: [key], fileName: `${namespaceKey}-${key}` }),
      ),
      ...(canCopy ? [copying] : []),
    ];
    if (!canWrite) return forAnyone;
    return [
      ...forAnyone,
      action(switchLabel(flag), () => {
        void plans.run(planFlagSwitch(flag, !flag.isEnabled), { review: true, action: copy.update });
      }),
      flag.off === false
        ? question(copy.turnOff(key), () => {
            onFollowUp({ kind: 'turn-off', flag });
          })
        : action(copy.turnOn(key), () => void turnOn(flag)),
      action(copy.duplicate(key), go(`${newFlag}?from=${encodeURIComponent(key)}`)),
      ...(flag.type === 'boolean' ? [true, false] : []).map((value) =>
        question(copy.serve(value ? flagWords.true : flagWords.false, key), () => {
          onFollowUp({ kind: 'serve-value', flag, value });
        }),
      ),
      question(copy.delete(key), () => {
        onFollowUp({ kind: 'delete-flag', flag });
      }),
    ];
  }, [canCopy, canWrite, copyText, runExport, flag, href, navigate, onFollowUp, personas, plans, turnOn]);
}

function useSegmentActions(
  segment: Segment | undefined,
  onFollowUp: (followUp: FollowUp) => void,
): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const copyText = useCopyText();
  const canCreate = useWriteBlock(segmentsCopy.actions.create) === undefined;
  const canCopy = useCopyBlock(useNamespaceKey()) === undefined;
  const canDelete = useWriteBlock(segmentsCopy.actions.delete) === undefined;
  return useMemo(() => {
    if (segment === undefined) return [];
    const { namespaceKey, key } = segment;
    const duplicating = action(copy.duplicate(key), () => void navigate(duplicatePath(segment)));
    const copying = question(copy.copyToNamespace(key), () => {
      onFollowUp({ kind: 'copy', namespaceKey, segmentKeys: [key] });
    });
    const deleting = question(copy.delete(key), () => {
      onFollowUp({ kind: 'delete-segment', segment });
    });
    return [
      action(copy.copyKey(key), () => {
        copyText(key);
      }),
      ...(canCreate ? [duplicating] : []),
      ...(canCopy ? [copying] : []),
      ...(canDelete ? [deleting] : []),
    ];
  }, [canCopy, canCreate, canDelete, copyText, navigate, onFollowUp, segment]);
}

function useNamespaceActions(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const namespaceKey = useNamespaceKey();
  const canWrite = useWriteBlock(copy.update) === undefined;
  return useMemo(() => {
    if (!canWrite || namespaceKey === '') return [];
    const openNew = (section: string) => (): void =>
      void navigate(namespacePath(namespaceKey, section, 'new'));
    return [action(copy.newFlag, openNew('flags')), action(copy.newSegment, openNew('segments'))];
  }, [canWrite, namespaceKey, navigate]);
}

function action(label: string, run: () => void): PaletteEntry {
  return { kind: 'action', label, run };
}

/** An action that asks in the place of the palette. */
function question(label: string, run: () => void): PaletteEntry {
  return { ...action(label, run), staysOpen: true };
}

function switchLabel({ key, type, isEnabled }: Flag): string {
  if (type === 'boolean') {
    return copy.setDefaultValue(key, isEnabled ? plansCopy.false : plansCopy.true);
  }
  return isEnabled ? copy.disable(key) : copy.enable(key);
}
