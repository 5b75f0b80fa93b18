import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { type ReactElement, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { editorTheme, jsonColours } from '@/components/json-editor-theme';
import { JsonEditorFrame } from '@/components/json-editor-frame';
import { type JsonEditorProps } from '@/components/json-editor-props';
import { kitCopy } from '@/copy/kit';

/**
 * The editor itself, in a shadow root: there its styles are constructed style sheets, which the policy of content
 * allows, and ids of the page do not reach, so what describes it is put in there as well.
 */
export function JsonCodeEditor({
  value,
  onChange,
  readOnly = false,
  check,
  onSubmit,
  ...frame
}: JsonEditorProps): ReactElement {
  const { label, description, error } = frame;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const attributes = useRef(new Compartment());
  const calls = useRef({ onChange, onSubmit, check });
  const first = useRef({ value, readOnly });
  // Texts that were told and have not come back as the value yet: what was typed since then is newer than they are.
  const told = useRef<string[]>([]);
  const hasError = error !== undefined && error !== null && error !== false && error !== '';

  useEffect(() => {
    calls.current = { onChange, onSubmit, check };
  });

  useEffect(() => {
    if (host.current === null) return;
    const marks = new Compartment();
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current.value,
        extensions: [
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                calls.current.onSubmit?.();
                return calls.current.onSubmit !== undefined;
              },
            },
            ...standardKeymap,
            ...historyKeymap,
          ]),
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          json(),
          syntaxHighlighting(jsonColours),
          marks.of([]),
          EditorState.tabSize.of(2),
          EditorState.readOnly.of(first.current.readOnly),
          EditorView.lineWrapping,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const text = update.state.doc.toString();
            told.current.push(text);
            const tell = (): void => calls.current.onChange?.(text);
            // As with a field of the page: that it is unsaved is known before anybody can leave it.
            if (update.transactions.some(isTyped)) flushSync(tell);
            else tell();
          }),
          attributes.current.of([]),
          editorTheme,
        ],
      }),
    });
    view.current = editor;
    // Loaded beside the editor, not before it: one can type without marks.
    void import('@/components/json-problem-marks').then(({ problemMarks }) => {
      if (view.current !== editor) return;
      editor.dispatch({ effects: marks.reconfigure(problemMarks(() => calls.current.check)) });
    });
    return () => {
      editor.destroy();
      view.current = undefined;
    };
  }, []);

  useEffect(() => {
    const spoken = [
      typeof error === 'string' ? error : '',
      typeof description === 'string' ? description : '',
      kitCopy.leaveEditor,
    ];
    const described: Extension = EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-description': spoken.filter((text) => text !== '').join(' '),
      'aria-invalid': String(hasError),
    });
    view.current?.dispatch({ effects: attributes.current.reconfigure(described) });
  }, [label, description, error, hasError]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const place = told.current.lastIndexOf(value);
    told.current.splice(0, place + 1);
    if (place >= 0 || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    told.current = [];
  }, [value]);

  return <JsonEditorFrame {...frame} host={host} onLabelClick={() => view.current?.focus()} />;
}

function isTyped(transaction: Transaction): boolean {
  return ['input', 'delete', 'undo', 'redo', 'move'].some((event) => transaction.isUserEvent(event));
}
