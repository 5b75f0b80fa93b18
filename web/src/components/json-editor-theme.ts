import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of the editor; the tokens reach into its shadow root as CSS variables do. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.25rem',
    maxHeight: '28rem',
    overflow: 'auto',
  },
  '.cm-content, .cm-gutter': { minHeight: 'var(--editor-min-height)' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--text)', fontVariantLigatures: 'none' },
  '.cm-gutters': {
    color: 'var(--faint)',
    backgroundColor: 'var(--sunken)',
    border: 'none',
    borderInlineEnd: '1px solid var(--border)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border)',
    borderRadius: '6px',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-diagnostic-error': { borderInlineStartColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderInlineStartColor: 'var(--warn)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textDecorationSkipInk: 'none',
  },
  '.cm-diagnosticAction': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
    borderRadius: '4px',
    padding: '2px 8px',
    cursor: 'pointer',
  },
});

/** Names stand out, values are told apart, punctuation steps back. */
export const jsonColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--on)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.brace, tags.squareBracket, tags.separator], color: 'var(--muted)' },
]);
