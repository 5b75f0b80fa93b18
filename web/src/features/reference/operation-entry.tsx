import { type ReactElement, type ReactNode } from 'react';
import { type ApiType, type Operation } from '@/api/reference';
import { Chip } from '@/components/ui/chip';
import { Disclosure } from '@/components/ui/disclosure';
import { referenceCopy as copy } from '@/copy/reference';
import { Prose } from './prose';
import { FieldList, TypeMembers } from './type-members';

/** One operation: a line that opens. */
export function OperationEntry({ operation }: { readonly operation: Operation }): ReactElement {
  const { verb, path, summary, isDeprecated } = operation;
  return (
    <Disclosure
      label={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <code className="min-w-0 break-all text-text">
            {verb} {path}
          </code>
          <span>{summary}</span>
          {isDeprecated && <Chip tone="warn">{copy.deprecated}</Chip>}
        </span>
      }
    >
      <Details operation={operation} />
    </Disclosure>
  );
}

function Details({ operation }: { readonly operation: Operation }): ReactElement {
  const { description, isOpen, parameters, body, answer } = operation;
  return (
    <div className="ms-2 mb-4 flex flex-col gap-4 border-s border-border ps-4">
      <Prose text={description} />
      {isOpen && (
        <p>
          <Chip>{copy.open}</Chip>
        </p>
      )}
      {parameters.length > 0 && (
        <Part title={copy.parameters}>
          <FieldList fields={parameters} />
        </Part>
      )}
      {body !== undefined && <TypePart title={copy.body} type={body} />}
      {answer !== undefined && <TypePart title={copy.answer} type={answer} />}
      <p className="text-muted">{copy.errors}</p>
    </div>
  );
}

function TypePart({ title, type }: { readonly title: string; readonly type: ApiType }): ReactElement {
  return (
    <Part title={title}>
      <p>
        <code>{type.words}</code>
      </p>
      <TypeMembers type={type} />
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  );
}
