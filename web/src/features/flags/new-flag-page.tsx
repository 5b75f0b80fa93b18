import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { flagsQuery } from '@/api/flags';
import { segmentsQuery } from '@/api/segments';
import { useNamespaceKey } from '@/app/namespace';
import { useSearchState } from '@/app/search-state';
import { useTitle } from '@/app/title';
import { DataState } from '@/components/data-state';
import { PageHeader } from '@/components/page-header';
import { newFlagCopy as copy } from '@/copy/new-flag';
import { type FlagContents } from '@/lib/model';
import * as z from '@/lib/zod';
import { blankForm, type FlagForm } from './new-flag/flag-form';
import { duplicateOf } from './new-flag/duplicate';
import { NewFlagForm } from './new-flag/new-flag-form';
import { originalQuery } from './new-flag/original-query';
import { EVERYONE, everyoneOf, templates, withTemplate } from './new-flag/templates';

/** How the form begins. */
const schema = z.object({
  /** The key of the flag that is duplicated. */
  from: z.optional(z.string().check(z.minLength(1))),
  template: z.optional(z.enum(templates)),
});

/** Creates a flag. */
export function Component(): ReactElement {
  const namespaceKey = useNamespaceKey();
  const [{ from, template }, change] = useSearchState(schema);
  // How many flags were created here one after another.
  const [round, setRound] = useState(0);
  const title = from === undefined ? copy.title : copy.duplicateTitle(from);
  useTitle(title);
  const flags = useQuery(flagsQuery(namespaceKey));
  const segments = useQuery({ ...segmentsQuery(namespaceKey), enabled: template === 'experiment' });
  const original = useQuery({ ...originalQuery(namespaceKey, from ?? ''), enabled: from !== undefined });
  const everyone = everyoneOf(segments.data ?? []);
  const isReady = template !== 'experiment' || segments.data !== undefined || segments.isError;
  const keys = new Set(flags.data?.map(({ key }) => key));
  const begin = (contents: FlagContents | undefined): FlagForm => {
    if (contents !== undefined) return duplicateOf(contents, keys);
    return template === undefined
      ? blankForm
      : withTemplate(blankForm, template, everyone?.key ?? EVERYONE.key);
  };
  const formOf = (contents: FlagContents | undefined): ReactElement => (
    <NewFlagForm
      key={`${round} ${template ?? 'blank'}`}
      draft={`flag-new/${namespaceKey}/${from ?? ''}/${template ?? ''}`}
      namespaceKey={namespaceKey}
      begun={begin(contents)}
      taken={keys}
      template={template}
      onTemplate={(next) => {
        change({ template: next, from: undefined }, { replace: true });
      }}
      newSegment={template === 'experiment' && everyone === undefined ? EVERYONE : undefined}
      onAnother={() => {
        setRound(round + 1);
        change({ template: undefined, from: undefined }, { replace: true });
      }}
    />
  );
  return (
    <div className="max-w-[45rem]">
      <PageHeader title={title} />
      {from === undefined ? (
        isReady && formOf(undefined)
      ) : (
        <DataState query={original} what={from}>
          {formOf}
        </DataState>
      )}
    </div>
  );
}
