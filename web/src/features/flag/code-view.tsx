import { type ReactElement } from 'react';
import { setPreference, usePreferences } from '@/app/preferences';
import { CopyButton } from '@/components/copy-button';
import { Card } from '@/components/ui/card';
import { Tabs } from '@/components/ui/tabs';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { type Snippet, snippetLanguages, snippetsFor } from '@/lib/snippets';
import { useFlagOutlet } from './flag-outlet';

/** How applications ask for this flag, in their language. */
export function Component(): ReactElement {
  const { namespaceKey, flag } = useFlagOutlet();
  const { snippetLanguage } = usePreferences();
  const origin = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const { language: first } = snippetLanguages[0] ?? { language: 'curl' };
  const chosen = snippetLanguages.find(({ language }) => language === snippetLanguage)?.language ?? first;
  return (
    <Card title={commonCopy.pages.code} description={flagCopy.code.placeholders} className="max-w-[55rem]">
      <Tabs
        label={flagCopy.code.languages}
        value={chosen}
        onChange={(language) => {
          setPreference('snippetLanguage', language);
        }}
        tabs={snippetLanguages.map(({ language, label }) => ({
          value: language,
          label,
          content: (
            <SnippetText
              label={label}
              snippet={snippetsFor({ language, origin, namespaceKey, flagKey: flag.key, type: flag.type })}
            />
          ),
        }))}
      />
    </Card>
  );
}

function SnippetText({
  label,
  snippet: { install, code },
}: {
  readonly label: string;
  readonly snippet: Snippet;
}): ReactElement {
  const copy = flagCopy.code;
  return (
    <div className="flex flex-col gap-4">
      {install !== undefined && (
        <Lines
          title={copy.install}
          label={copy.installLabel(label)}
          text={install}
          copyLabel={copy.copyInstall}
        />
      )}
      <Lines title={copy.ask} label={copy.codeLabel(label)} text={code} copyLabel={copy.copyCode} />
    </div>
  );
}

interface LinesProps {
  readonly title: string;
  /** Names the region, which scrolls by itself. */
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
}

function Lines({ title, label, text, copyLabel }: LinesProps): ReactElement {
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        <CopyButton text={text} label={copyLabel} />
      </div>
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="mt-1 overflow-x-auto rounded-control bg-sunken p-3"
      >
        <code>{text}</code>
      </pre>
    </div>
  );
}
