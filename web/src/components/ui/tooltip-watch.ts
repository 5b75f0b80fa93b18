import { type TooltipSide } from '@/components/ui/tooltip';

/** The element whose tooltip shows, and what that says. */
export interface ShownTooltip {
  readonly anchor: Element;
  readonly text: string;
  readonly side: TooltipSide;
}

/** How long a pointer rests on an element before its tooltip shows, in milliseconds. */
const DELAY = 400;

/** How long a pointer may take from the element to its tooltip, in milliseconds. */
const WAY_OVER = 100;

const MARKED = '[data-tooltip]';

/**
 * Watches the pointer and the focus for elements that `Tooltip` has marked: shown on hover after a moment, or at once
 * while another one shows, and on focus by the keyboard; gone by leaving both element and tooltip, and by Escape
 * (WCAG 1.4.13).
 *
 * @param show Told what is to show from now on.
 * @param isPopup Tells the shown tooltip from the rest of the page.
 * @returns Ends it.
 */
export function watchTooltips(
  show: (shown: ShownTooltip | undefined) => void,
  isPopup: (element: Element) => boolean,
): () => void {
  let anchor: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // The text may change while it shows, and the element may go without the pointer or the focus leaving it.
  const changes = new MutationObserver(() => {
    const changed = anchor === undefined ? undefined : tooltipOf(anchor);
    if (changed === undefined) showFor(undefined);
    else show(changed);
  });

  function showFor(next: Element | undefined): void {
    clearTimeout(timer);
    changes.disconnect();
    const shown = next === undefined ? undefined : tooltipOf(next);
    anchor = shown?.anchor;
    show(shown);
    if (shown === undefined) return;
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-tooltip'] });
  }

  function showSoon(next: Element | undefined, delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      showFor(next);
    }, delay);
  }

  function leave(): void {
    // What the focus shows, the pointer does not hide.
    if (anchor?.matches(':focus-visible') === true) clearTimeout(timer);
    else showSoon(undefined, WAY_OVER);
  }

  const onPointerOver = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    const next = target.closest(MARKED) ?? undefined;
    if (next === anchor || isPopup(target)) clearTimeout(timer);
    else if (next === undefined) leave();
    else if (anchor !== undefined) showFor(next);
    else showSoon(next, DELAY);
  };
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target.matches(':focus-visible')) {
      showFor(target.closest(MARKED) ?? undefined);
    }
  };
  const onFocusOut = (): void => {
    if (anchor !== undefined) showFor(undefined);
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') showFor(undefined);
  };
  const watched = new AbortController();
  const { signal } = watched;
  document.addEventListener('pointerover', onPointerOver, { signal });
  document.documentElement.addEventListener('pointerleave', leave, { signal });
  document.addEventListener('focusin', onFocusIn, { signal });
  document.addEventListener('focusout', onFocusOut, { signal });
  // Before whatever stops Escape from going any further.
  document.addEventListener('keydown', onKeyDown, { signal, capture: true });
  return () => {
    watched.abort();
    showFor(undefined);
  };
}

/** What the element says now; undefined once it is gone or says nothing any more. */
function tooltipOf(anchor: Element): ShownTooltip | undefined {
  const text = anchor.getAttribute('data-tooltip');
  if (text === null || !anchor.isConnected) return undefined;
  const side = anchor.getAttribute('data-tooltip-side') as TooltipSide | null;
  return { anchor, text, side: side ?? 'top' };
}
