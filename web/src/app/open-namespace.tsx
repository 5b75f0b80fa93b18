import { lazy, type ReactElement, Suspense } from 'react';

const Form = lazy(async () => ({ default: (await import('./open-namespace-form')).OpenNamespaceForm }));

/** Opens a namespace by its key, for the few who may not list them: the others never load its file. */
export function OpenNamespace({ onOpened }: { readonly onOpened?: (() => void) | undefined }): ReactElement {
  return (
    <Suspense>
      <Form onOpened={onOpened} />
    </Suspense>
  );
}
