import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactElement, type ReactNode } from 'react';
import { ToastRegion } from '@/components/ui/toast';
import { TooltipHost } from '@/components/ui/tooltip-host';

/** What the components of this folder need around them: no style elements, tooltips, toasts. */
export function UiProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <CSPProvider disableStyleElements>
      {children}
      <ToastRegion />
      <TooltipHost />
    </CSPProvider>
  );
}
