import { type ReactElement, Suspense, lazy } from 'react';
import { type JsonEditorProps } from '@/components/json-editor-props';
import { Skeleton } from '@/components/ui/skeleton';

export { type JsonEditorProps, type JsonProblem } from '@/components/json-editor-props';

const Editor = lazy(async () => {
  const { JsonCodeEditor } = await import('@/components/json-code-editor');
  return { default: JsonCodeEditor };
});

/** A field for JSON that marks what is wrong while it is typed. Its code is loaded when it first shows. */
export function JsonEditor(props: JsonEditorProps): ReactElement {
  return (
    <Suspense fallback={<Skeleton className="h-32 w-full" />}>
      <Editor {...props} />
    </Suspense>
  );
}
