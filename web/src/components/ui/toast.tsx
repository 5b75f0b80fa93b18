import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactElement } from 'react';
import { CopyButton } from '@/components/copy-button';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { IconButton } from '@/components/ui/icon-button';
import { commonCopy } from '@/copy/common';
import { kitCopy } from '@/copy/kit';

type ToastKind = 'success' | 'info' | 'error';

/** A way on from what happened. */
export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

interface ToastData {
  readonly kind: ToastKind;
  readonly undo?: (() => void) | undefined;
  readonly action?: ToastAction | undefined;
  /** What "Copy details" copies. */
  readonly details?: string | undefined;
}

const manager = Toast.createToastManager<ToastData>();

/** How long a toast lives, in milliseconds; zero is until it is dismissed. */
const lifetimes = { plain: 5_000, undo: 10_000, error: 0 };

/** Short messages about what just happened. They need a `ToastRegion` on the page. */
export const toasts = {
  success(text: string, undo?: () => void, action?: ToastAction): void {
    const timeout = undo === undefined && action === undefined ? lifetimes.plain : lifetimes.undo;
    manager.add({ title: text, timeout, data: { kind: 'success', undo, action } });
  },
  info(text: string): void {
    manager.add({ title: text, timeout: lifetimes.plain, data: { kind: 'info' } });
  },
  /** `details` must hold no secret: method, path, status, code and message only. */
  error(text: string, details?: string): void {
    manager.add({ title: text, timeout: lifetimes.error, data: { kind: 'error', details } });
  },
};

const icons: Record<ToastKind, ReactElement> = {
  success: <CircleCheck aria-hidden size={16} className="text-on" />,
  info: <Info aria-hidden size={16} className="text-accent" />,
  error: <CircleAlert aria-hidden size={16} className="text-danger" />,
};

function ToastList(): ReactElement {
  const { toasts: shown } = Toast.useToastManager<ToastData>();
  return (
    <>
      {shown.map((toast) => {
        const kind = toast.data?.kind ?? 'info';
        const { undo, action, details } = toast.data ?? {};
        return (
          <Toast.Root
            key={toast.id}
            toast={toast}
            role={kind === 'error' ? 'alert' : 'status'}
            aria-modal={undefined}
            swipeDirection="right"
            className={classes(
              'rounded-card border bg-raised text-text shadow-layer transition-[opacity,transform] duration-150',
              'data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
              kind === 'error' ? 'border-danger' : 'border-border',
            )}
          >
            <Toast.Content className="flex items-start gap-3 py-2.5 ps-3 pe-2">
              <span className="flex h-5 items-center">{icons[kind]}</span>
              <div className="min-w-0 flex-1">
                <Toast.Title className="break-words" />
                {action !== undefined && (
                  <Button
                    size="compact"
                    className="mt-2 max-w-full"
                    onClick={() => {
                      manager.close(toast.id);
                      action.onPress();
                    }}
                  >
                    {action.label}
                  </Button>
                )}
                {details !== undefined && (
                  <CopyButton text={details} label={kitCopy.copyDetails} withText className="-ms-2 mt-1" />
                )}
              </div>
              {undo !== undefined && (
                <Button
                  size="compact"
                  className="-my-1.5"
                  onClick={() => {
                    manager.close(toast.id);
                    undo();
                  }}
                >
                  {commonCopy.undo}
                </Button>
              )}
              <Toast.Close
                aria-hidden={false}
                render={
                  <IconButton label={kitCopy.dismiss} className="-my-1.5">
                    <X aria-hidden size={16} />
                  </IconButton>
                }
              />
            </Toast.Content>
          </Toast.Root>
        );
      })}
    </>
  );
}

/** Where toasts appear: the last region of the page. They wait while the pointer or focus is on them. */
export function ToastRegion(): ReactElement {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed start-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-96 flex-col-reverse gap-2 outline-none">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
