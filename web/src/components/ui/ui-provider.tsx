import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode } from 'react';
import { ToastRegion } from '@/components/ui/toast';

/** What the components of this folder need around them: no style elements, shared tooltip delay, toasts. */
export function UiProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        {children}
        <ToastRegion />
      </Tooltip.Provider>
    </CSPProvider>
  );
}
