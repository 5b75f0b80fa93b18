import { type RouteObject } from 'react-router';
import { HomeRedirect, RememberedRedirect } from './home';
import { LoginGate } from './login-gate';
import { NamespaceGate } from './namespace-gate';
import { NotFoundPage } from './not-found-page';
import { PageError } from './page-error';
import { Redirect } from './redirect';
import { Root } from './root';
import { Shell } from './shell';
import { StartSkeleton } from './start-skeleton';

/** Pages below `/namespaces/:namespaceKey`. */
const namespacePages: RouteObject[] = [
  { index: true, element: <RememberedRedirect /> },
  { path: 'flags', lazy: () => import('@/features/flags/flags-page') },
  { path: 'flags/new', lazy: () => import('@/features/flags/new-flag-page') },
  {
    path: 'flags/:flagKey',
    lazy: () => import('@/features/flag/flag-page'),
    children: [
      { index: true, lazy: () => import('@/features/flag/targeting-view') },
      { path: 'rules', element: <Redirect to={{ pathname: '..', hash: 'rules' }} /> },
      { path: 'analytics', lazy: () => import('@/features/flag/analytics-view') },
      { path: 'code', lazy: () => import('@/features/flag/code-view') },
      { path: 'history', lazy: () => import('@/features/flag/history/history-view') },
    ],
  },
  { path: 'segments', lazy: () => import('@/features/segments/segments-page') },
  { path: 'segments/new', lazy: () => import('@/features/segments/new-segment-page') },
  { path: 'segments/:segmentKey', lazy: () => import('@/features/segments/segment-page') },
  ...['console', 'console/:flagKey', 'playground', 'playground/:flagKey'].map((path) => ({
    path,
    lazy: () => import('@/features/console/console-page'),
  })),
  { path: 'health', lazy: () => import('@/features/health/health-page') },
  { path: 'activity', lazy: () => import('@/features/activity/activity-page') },
];

/** Every page of the dashboard; each is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Root />,
    errorElement: <PageError />,
    // While the file of the first page is on its way.
    hydrateFallbackElement: <StartSkeleton />,
    children: [
      {
        element: <LoginGate />,
        children: [{ path: 'login', lazy: () => import('@/features/auth/login-page') }],
      },
      {
        element: <Shell />,
        children: [
          {
            // Below the shell, so that it stays when a page breaks.
            errorElement: <PageError />,
            children: [
              { index: true, element: <HomeRedirect /> },
              { path: 'onboarding', lazy: () => import('@/features/onboarding/onboarding-page') },
              { path: 'support', lazy: () => import('@/features/onboarding/support-page') },
              { path: 'support/api', lazy: () => import('@/features/reference/reference-page') },
              { path: 'compare', lazy: () => import('@/features/compare/compare-page') },
              {
                path: 'settings',
                lazy: () => import('@/features/settings/settings-layout'),
                children: [
                  { index: true, lazy: () => import('@/features/settings/general-page') },
                  { path: 'namespaces', lazy: () => import('@/features/namespaces/namespaces-page') },
                  { path: 'tokens', lazy: () => import('@/features/tokens/tokens-page') },
                  { path: 'server', lazy: () => import('@/features/server/server-page') },
                ],
              },
              { path: 'namespaces/:namespaceKey', element: <NamespaceGate />, children: namespacePages },
              ...['flags', 'segments', 'console', 'playground'].map((section) => ({
                path: `${section}/*`,
                element: <RememberedRedirect />,
              })),
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];
