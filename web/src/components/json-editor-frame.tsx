import { CircleAlert } from 'lucide-react';
import { type ReactElement, type Ref } from 'react';
import { type JsonEditorProps } from '@/components/json-editor-props';
import { classes } from '@/components/ui/classes';
import { useHeldWhilePressed } from '@/components/ui/while-pressed';

interface JsonEditorFrameProps extends Pick<
  JsonEditorProps,
  'label' | 'hideLabel' | 'description' | 'error' | 'className' | 'rows'
> {
  /** Where the editor goes. */
  readonly host?: Ref<HTMLDivElement>;
  readonly onLabelClick?: () => void;
  /** The text, until the editor has loaded. */
  readonly text?: string;
}

/** Label, error and description around the editor, which has the same size before and after it has loaded. */
export function JsonEditorFrame({
  label,
  hideLabel = false,
  description,
  error: newest,
  className,
  rows = 6,
  host,
  onLabelClick,
  text,
}: JsonEditorFrameProps): ReactElement {
  const error = useHeldWhilePressed(newest);
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  return (
    <div className={classes('flex min-w-0 flex-col gap-1', className)}>
      <span aria-hidden className={hideLabel ? 'sr-only' : 'w-fit font-medium'} onClick={onLabelClick}>
        {label}
      </span>
      <div
        ref={host}
        className={classes(
          'overflow-hidden rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
          hasError ? 'border-danger' : 'border-control',
        )}
        style={{ '--editor-min-height': `${rows * 1.25 + 1}rem` }}
      >
        {text !== undefined && (
          <pre
            aria-hidden
            className="max-h-[28rem] min-h-(--editor-min-height) py-2 ps-8 font-mono text-[0.8125rem] leading-5 break-words whitespace-pre-wrap"
          >
            {text}
          </pre>
        )}
      </div>
      {hasError && (
        <p className="flex items-start gap-1.5 text-secondary text-danger">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {description !== undefined && <p className="max-w-[72ch] text-secondary text-muted">{description}</p>}
    </div>
  );
}
