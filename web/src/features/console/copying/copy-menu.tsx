import { Copy } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type Question } from '@/api/evaluation';
import { usePreferences } from '@/app/preferences';
import { useNotify } from '@/changes';
import { CopyByHand } from '@/components/copy-by-hand';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { consoleCopy } from '@/copy/console';
import { kitCopy } from '@/copy/kit';
import { type Flag } from '@/lib/model';
import { snippetLanguages, snippetsFor, type SnippetLanguage } from '@/lib/snippets';

const { copying: copy } = consoleCopy;

interface CopyMenuProps {
  readonly namespaceKey: string;
  readonly flag: Flag;
  readonly question: Question;
  /** The answer as the server sent it; undefined until there is one. */
  readonly raw: unknown;
}

/** True once someone has said in this tab that links may hold contexts. */
let isLinkAgreed = false;

/** The question and its answer for other programs; links ask once. */
export function CopyMenu({ namespaceKey, flag, question, raw }: CopyMenuProps): ReactElement {
  const { snippetLanguage } = usePreferences();
  const notify = useNotify();
  const [byHand, setByHand] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const shell: readonly string[] = ['curl', 'cli'];
  const program =
    snippetLanguages.find(({ language }) => language === snippetLanguage && !shell.includes(language)) ??
    snippetLanguages.find(({ language }) => language === 'node');

  const take = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(kitCopy.clipboard.copied);
    } catch {
      setByHand(text);
    }
  };
  const takeSnippet = (language: SnippetLanguage): void => {
    const origin = new URL('.', document.baseURI).href.replace(/\/$/, '');
    const { type } = flag;
    void take(snippetsFor({ language, origin, namespaceKey, type, ...question }).code);
  };
  const takeLink = (): void => {
    const hasContext = Object.keys(question.context).length > 0;
    if (hasContext && !isLinkAgreed) setAsking(true);
    else void take(window.location.href);
  };

  return (
    <>
      <Menu trigger={<Button icon={<Copy aria-hidden size={16} />}>{copy.copy}</Button>} align="start">
        <MenuItem
          onSelect={() => {
            takeSnippet('curl');
          }}
        >
          {copy.curl}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            takeSnippet('cli');
          }}
        >
          {copy.cli}
        </MenuItem>
        {program !== undefined && (
          <MenuItem
            onSelect={() => {
              takeSnippet(program.language);
            }}
          >
            {copy.snippet(program.label)}
          </MenuItem>
        )}
        <MenuSeparator />
        {raw !== undefined && (
          <MenuItem onSelect={() => void take(JSON.stringify(raw, undefined, 2))}>{copy.json}</MenuItem>
        )}
        <MenuItem onSelect={takeLink}>{copy.link}</MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        danger={false}
        title={copy.contextTitle}
        action={copy.contextAction}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          isLinkAgreed = true;
          setAsking(false);
          void take(window.location.href);
        }}
      >
        <p>{copy.contextText}</p>
      </ConfirmDialog>
      {byHand !== undefined && (
        <CopyByHand
          text={byHand}
          label={copy.copy}
          onClose={() => {
            setByHand(undefined);
          }}
        />
      )}
    </>
  );
}
