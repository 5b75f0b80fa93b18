import { ApiError, detailsOf } from '@/api/api-error';
import { type ToastAction, toasts } from '@/components/ui/toast';

export interface Notify {
  /** With `undo` or another way on, the message stays longer and offers that. */
  success(text: string, undo?: () => void, action?: ToastAction): void;
  /** Stays until dismissed; the error's details can be copied. */
  error(text: string, error?: Error): void;
  info(text: string): void;
}

export const notify: Notify = {
  success: (text, undo, action) => {
    toasts.success(text, undo, action);
  },
  error: (text, error) => {
    if (error instanceof ApiError && error.isKnown) return;
    toasts.error(text, error === undefined ? undefined : detailsOf(error));
  },
  info: (text) => {
    toasts.info(text);
  },
};

/** Short messages about what just happened. */
export function useNotify(): Notify {
  return notify;
}
