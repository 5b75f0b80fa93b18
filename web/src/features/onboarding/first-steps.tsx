import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { flagsQuery } from '@/api/flags';
import { methodsQuery } from '@/api/methods';
import { tokensQuery } from '@/api/tokens';
import { useScope } from '@/app/use-session';
import { CopyButton } from '@/components/copy-button';
import { Card } from '@/components/ui/card';
import { ButtonLink } from '@/components/ui/link';
import { guideCopy } from '@/copy/guide';
import { type Flag } from '@/lib/model';
import { snippetsFor } from '@/lib/snippets';
import { FirstAnswer } from './first-answer';
import { FirstFlag } from './first-flag';

const copy = guideCopy.steps;

/** Whom the first answer is for. */
const SOMEONE = 'someone';

/** From nothing to an answer outside the dashboard; what is done is ticked. */
export function FirstSteps({ namespaceKey }: { readonly namespaceKey: string }): ReactElement | null {
  const { data: flags } = useQuery(flagsQuery(namespaceKey));
  const [isEvaluated, setEvaluated] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const tokens = useTokens();
  if (flags === undefined) return null;
  const flag = flags.at(-1);
  return (
    <Card title={copy.title}>
      <ol className="flex flex-col gap-5">
        <Step title={copy.create} isDone={flag !== undefined}>
          {flag === undefined ? <FirstFlag namespaceKey={namespaceKey} /> : <p>{copy.created(flag.key)}</p>}
        </Step>
        <Step title={copy.evaluate} isDone={isEvaluated}>
          {flag === undefined ? (
            <p className="text-muted">{copy.needsFlag}</p>
          ) : (
            <FirstAnswer
              flag={flag}
              entityId={SOMEONE}
              onAnswer={() => {
                setEvaluated(true);
              }}
            />
          )}
        </Step>
        {tokens.areOn && (
          <Step title={copy.token} isDone={tokens.exist}>
            <p className="mb-2">{copy.tokenText}</p>
            <ButtonLink size="compact" to="/settings/tokens">
              {copy.tokens}
            </ButtonLink>
          </Step>
        )}
        <Step title={copy.snippet} isDone={isCopied}>
          {flag === undefined ? (
            <p className="text-muted">{copy.needsFlag}</p>
          ) : (
            <FirstSnippet
              flag={flag}
              onCopied={() => {
                setCopied(true);
              }}
            />
          )}
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps): ReactElement {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3">
      <span className="flex h-5 items-center">
        <Icon
          aria-label={isDone ? copy.done : copy.open}
          role="img"
          size={20}
          className={isDone ? 'text-on' : 'text-muted'}
        />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="mb-1 font-medium">{title}</h3>
        {children}
      </div>
    </li>
  );
}

interface FirstSnippetProps {
  readonly flag: Flag;
  readonly onCopied: () => void;
}

function FirstSnippet({ flag, onCopied }: FirstSnippetProps): ReactElement {
  const { code } = snippetsFor({
    language: 'curl',
    origin: new URL('.', document.baseURI).href.replace(/\/$/, ''),
    namespaceKey: flag.namespaceKey,
    flagKey: flag.key,
    type: flag.type,
    entityId: SOMEONE,
  });
  return (
    <>
      <p>{copy.snippetText}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={copy.snippet}
        className="my-2 overflow-x-auto rounded-control bg-sunken p-3 font-mono text-code"
      >
        {code}
      </pre>
      <CopyButton text={code} label={copy.copySnippet} withText onCopied={onCopied} />
    </>
  );
}

/** Whether tokens can be had here, and whether there are any that this person may see. */
function useTokens(): { readonly areOn: boolean; readonly exist: boolean } {
  const scope = useScope();
  const { data: methods } = useQuery(methodsQuery());
  const areOn =
    scope === undefined &&
    (methods?.some(({ method, enabled }) => method === 'METHOD_TOKEN' && enabled) ?? false);
  const { data: tokens = [] } = useQuery({ ...tokensQuery('METHOD_TOKEN'), enabled: areOn });
  return { areOn, exist: tokens.length > 0 };
}
