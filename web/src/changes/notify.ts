import { ApiError, detailsOf } from '@/api/api-error';
import { type ToastAction, toasts } from '@/components/ui/toast';
import { changesCopy } from '@/copy/changes';
import { isModuleError } from '@/lib/module-error';

export interface Notify {
  /** With `undo` or another way on, the message stays longer and offers that. */
  success(text: string, undo?: () => void, action?: ToastAction): void;
  /** Stays until dismissed; the error's details can be copied. */
  error(text: string, error?: Error): void;
  info(text: string): void;
  /** Says that it is not known yet whether something was saved. Gives what takes that away again. */
  unanswered(title: string): () => void;
  /** Says that a change waits for review, and how to find it. */
  proposed(namespaceKey: string, id: string): void;
}

export const notify: Notify = {
  success: (text, undo, action) => {
    toasts.success(text, undo, action);
  },
  error: (text, error) => {
    if (error instanceof ApiError && error.isKnown) return;
    toasts.error(
      isModuleError(error) ? changesCopy.notLoaded : text,
      error === undefined ? undefined : detailsOf(error),
    );
  },
  info: (text) => {
    toasts.info(text);
  },
  unanswered: (title) => toasts.error(changesCopy.unanswered(title)),
  proposed: (namespaceKey, id) => {
    toasts.success(changesCopy.proposed(namespaceKey, id), undefined, {
      label: changesCopy.copyId,
      onPress: () => void navigator.clipboard.writeText(id),
    });
  },
};

/** Short messages about what just happened. */
export function useNotify(): Notify {
  return notify;
}
