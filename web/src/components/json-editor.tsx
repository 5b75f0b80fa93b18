import { type ReactElement, Suspense, lazy } from 'react';
import { JsonEditorFrame } from '@/components/json-editor-frame';
import { type JsonEditorProps } from '@/components/json-editor-props';

export { type JsonEditorProps, type JsonProblem } from '@/components/json-editor-props';

const Editor = lazy(async () => {
  const { JsonCodeEditor } = await import('@/components/json-code-editor');
  return { default: JsonCodeEditor };
});

/** A field for JSON that marks what is wrong while it is typed. Its code is loaded when it first shows. */
export function JsonEditor(props: JsonEditorProps): ReactElement {
  return (
    <Suspense fallback={<JsonEditorFrame {...props} text={props.value} />}>
      <Editor {...props} />
    </Suspense>
  );
}
