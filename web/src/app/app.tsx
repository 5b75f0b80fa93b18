import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import { ClockProvider } from '@/components/clock';
import { UiProvider } from '@/components/ui/ui-provider';
import { askAhead } from './ask-ahead';
import { RouterContext } from './change-search';
import { usePreferences } from './preferences';
import { createQueryClient } from '@/api/query-client';
import { router } from './router';

const queryClient = createQueryClient();
void askAhead(queryClient, window.location.hash.slice(1));

/** The whole dashboard. */
export function App(): ReactElement {
  const { isUtc } = usePreferences();
  return (
    <QueryClientProvider client={queryClient}>
      <ClockProvider zone={isUtc ? 'utc' : 'local'}>
        <UiProvider>
          <RouterContext value={router}>
            <RouterProvider router={router} />
          </RouterContext>
        </UiProvider>
      </ClockProvider>
    </QueryClientProvider>
  );
}
