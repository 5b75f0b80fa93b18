import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { CopyButton } from '@/components/copy-button';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { IconButton } from '@/components/ui/icon-button';
import { commonCopy } from '@/copy/common';
import { kitCopy } from '@/copy/kit';
import { createStore } from '@/lib/store';

type ToastKind = 'success' | 'info' | 'error';

/** A way on from what happened. */
export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

interface Toast {
  /** Two that say the same are two: each is announced. */
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly undo?: (() => void) | undefined;
  readonly action?: ToastAction | undefined;
  /** What "Copy details" copies. */
  readonly details?: string | undefined;
}

/** The last one shows. Below it wait errors that nobody has dismissed. */
const open = createStore<readonly Toast[]>([]);

/** Errors that wait at the same time; of more, the oldest go. */
const MAX_WAITING = 5;

let lastId = 0;

/** @returns what takes it away again. */
function show(told: Omit<Toast, 'id'>): () => void {
  lastId += 1;
  const toast = { ...told, id: lastId };
  const errors = open.get().filter(({ kind }) => kind === 'error');
  open.set([...errors.slice(-MAX_WAITING), toast]);
  return () => {
    dismiss(toast);
  };
}

function dismiss(toast: Toast): void {
  open.set(open.get().filter((other) => other !== toast));
}

/** Short messages about what just happened, one at a time. They need a `ToastRegion` on the page. */
export const toasts = {
  success(text: string, undo?: () => void, action?: ToastAction): void {
    show({ kind: 'success', text, undo, action });
  },
  info(text: string): void {
    show({ kind: 'info', text });
  },
  /** `details` must hold no secret: method, path, status, code and message only. Gives what takes it away again. */
  error(text: string, details?: string): () => void {
    return show({ kind: 'error', text, details });
  },
};

/** How long a toast shows, in milliseconds; undefined is until it is dismissed. */
function lifetimeOf({ kind, undo, action }: Toast): number | undefined {
  if (kind === 'error') return undefined;
  return undo === undefined && action === undefined ? 5_000 : 10_000;
}

const icons: Record<ToastKind, ReactElement> = {
  success: <CircleCheck aria-hidden size={16} className="text-on" />,
  info: <Info aria-hidden size={16} className="text-accent" />,
  error: <CircleAlert aria-hidden size={16} className="text-danger" />,
};

/** Where toasts show: over the top bar, where no data is. */
export function ToastRegion(): ReactElement {
  const toast = useSyncExternalStore(open.subscribe, open.get).at(-1);
  return createPortal(
    <section
      aria-label={kitCopy.notifications}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center px-2 py-px"
    >
      {toast !== undefined && <ToastBox key={toast.id} toast={toast} />}
    </section>,
    document.body,
  );
}

interface ToastBoxProps {
  readonly toast: Toast;
}

/** One toast. Its time stands still while the pointer or the focus is on it. */
function ToastBox({ toast }: ToastBoxProps): ReactElement {
  const { kind, text, undo, action, details } = toast;
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const lifetime = lifetimeOf(toast);
    if (lifetime === undefined || isHeld) return;
    const timer = setTimeout(() => {
      dismiss(toast);
    }, lifetime);
    return () => {
      clearTimeout(timer);
    };
  }, [toast, isHeld]);
  const hold = (): void => {
    setIsHeld(true);
  };
  const release = (): void => {
    setIsHeld(false);
  };
  const pressed = (then: () => void) => (): void => {
    dismiss(toast);
    then();
  };
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classes(
        'pointer-events-auto flex min-h-11.5 max-w-xl min-w-0 items-center gap-3 rounded-card border bg-raised ps-3 pe-2',
        'text-text shadow-layer transition-[opacity,translate] duration-150 starting:-translate-y-2 starting:opacity-0',
        kind === 'error' ? 'border-danger' : 'border-border',
      )}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      onKeyDown={({ key }) => {
        if (key === 'Escape') dismiss(toast);
      }}
    >
      <span>{icons[kind]}</span>
      <p className="min-w-0 flex-1 py-0.5 break-words">{text}</p>
      {details !== undefined && <CopyButton text={details} label={kitCopy.copyDetails} withText />}
      {action !== undefined && (
        <Button size="compact" onClick={pressed(action.onPress)}>
          {action.label}
        </Button>
      )}
      {undo !== undefined && (
        <Button size="compact" onClick={pressed(undo)}>
          {commonCopy.undo}
        </Button>
      )}
      <IconButton
        label={kitCopy.dismiss}
        onClick={() => {
          dismiss(toast);
        }}
      >
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  );
}
