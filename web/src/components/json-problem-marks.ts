import { jsonParseLinter } from '@codemirror/lang-json';
import { type Diagnostic, lintKeymap, linter } from '@codemirror/lint';
import { type Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { type JsonEditorProps, type JsonProblem } from '@/components/json-editor-props';

const syntaxProblems = jsonParseLinter();

/**
 * Marks what is wrong with the text, a moment after it was typed, with the keys that go from mark to mark.
 *
 * @param checkNow Gives what the owner of the editor checks beside the syntax, each time it is needed.
 */
export function problemMarks(checkNow: () => JsonEditorProps['check']): Extension {
  return [keymap.of(lintKeymap), linter((view) => problemsOf(view, checkNow()), { delay: 300 })];
}

/** Syntax first; what the owner checks makes sense only for text that is JSON. Empty text is not wrong. */
function problemsOf(view: EditorView, check: JsonEditorProps['check']): readonly Diagnostic[] {
  const text = view.state.doc.toString();
  if (text.trim() === '') return [];
  const syntax = syntaxProblems(view);
  if (syntax.length > 0) return syntax;
  return (check?.(text) ?? []).map(asDiagnostic);
}

function asDiagnostic({ from, to, message, severity = 'error', fix }: JsonProblem): Diagnostic {
  if (fix === undefined) return { from, to, message, severity };
  const apply = (view: EditorView, start: number, end: number): void => {
    view.dispatch({ changes: { from: start, to: end, insert: fix.replacement } });
  };
  return { from, to, message, severity, actions: [{ name: fix.label, apply }] };
}
