import { type KeyboardEventHandler, type RefObject, useRef } from 'react';
import { useShortcut } from './shortcuts';

interface RowKeys {
  readonly search: RefObject<HTMLInputElement | null>;
  /** Is told the key of the row that has the focus. */
  readonly onCopyKey: (key: string) => void;
  readonly words: {
    readonly where: string;
    readonly search: string;
    readonly down: string;
    readonly up: string;
    readonly copyKey: string;
  };
}

/** What {@link useRowKeys} gives to the list. */
interface KeyedRows {
  /**
   * For the element that holds the rows or cards, which say their keys in `data-row` and mark their links by
   * `data-row-link`.
   */
  readonly holder: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: KeyboardEventHandler;
  };
  /** The key of the row that has the focus, for more keys. */
  readonly focusedKey: () => string | undefined;
}

/**
 * The keys of a list. The row that has the focus is the one they are about, so that Enter opens it by
 * itself and nothing has to remember a place.
 */
export function useRowKeys({ search, onCopyKey, words }: RowKeys): KeyedRows {
  const ref = useRef<HTMLDivElement>(null);
  const named = (label: string): { readonly label: string; readonly where: string } => ({
    label,
    where: words.where,
  });
  const focusedKey = (): string | undefined => focusedRow(ref.current)?.dataset.row;
  const move = (step: 1 | -1): void => {
    moveFocus(ref.current, step);
  };
  const copyKey = (): void => {
    const key = focusedKey();
    if (key !== undefined) onCopyKey(key);
  };
  useShortcut('/', () => search.current?.focus(), named(words.search));
  useShortcut(
    'j',
    () => {
      move(1);
    },
    named(words.down),
  );
  useShortcut(
    'k',
    () => {
      move(-1);
    },
    named(words.up),
  );
  useShortcut('y', copyKey, named(words.copyKey));
  const onKeyDown: KeyboardEventHandler = (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (step === undefined || !isRowLink(event.target)) return;
    event.preventDefault();
    move(step);
  };
  return { holder: { ref, onKeyDown }, focusedKey };
}

/** Moves the focus from the link of one row to that of the next, or to the first. */
function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const now = links.findIndex((link) => focusedRow(list)?.contains(link));
  const next = links[now < 0 ? 0 : now + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function isRowLink(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset.rowLink !== undefined;
}

function focusedRow(list: HTMLElement | null): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
  return list?.contains(row) === true ? row : null;
}
