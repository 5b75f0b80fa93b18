import { type ReactElement, use } from 'react';
import { type ApiField, type ApiType } from '@/api/reference';
import { Chip } from '@/components/ui/chip';
import { Disclosure } from '@/components/ui/disclosure';
import { referenceCopy as copy } from '@/copy/reference';
import { Prose } from './prose';
import { TypesContext } from './types-context';

/** What a type is made of: the members of a message, the values of an enum; nothing for a plain one. */
export function TypeMembers({ type }: { readonly type: ApiType }): ReactElement | null {
  const types = use(TypesContext);
  const meant = type.refersTo === undefined ? type : types.get(type.refersTo);
  if (meant === undefined) return null;
  const { description, fields, values } = meant;
  return (
    <>
      <Prose text={description} className="text-muted" />
      {values.length > 0 && (
        <p className="break-words">
          {copy.oneOf} <code>{values.join(', ')}</code>
        </p>
      )}
      {fields.length > 0 && <FieldList fields={fields} />}
    </>
  );
}

/** Fields with their types; what a type refers to opens where it stands. */
export function FieldList({ fields }: { readonly fields: readonly ApiField[] }): ReactElement {
  return (
    <dl className="divide-y divide-border">
      {fields.map((field) => (
        <div key={`${field.place} ${field.name}`} className="py-2">
          <dt className="flex flex-wrap items-baseline gap-x-3">
            <code className="break-all">{field.name}</code>
            <span className="text-muted">{factsOf(field)}</span>
            {field.isDeprecated && <Chip tone="warn">{copy.deprecated}</Chip>}
          </dt>
          <dd>
            <Prose text={field.description} />
            {field.type.refersTo !== undefined && (
              <Disclosure label={copy.members(field.type.words)}>
                <div className="ms-2 border-s border-border ps-4">
                  <TypeMembers type={field.type} />
                </div>
              </Disclosure>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf({ type, place, isRequired }: ApiField): string {
  const presence = place === '' ? copy.required : copy.requiredParameter;
  return [type.words, ...(place === '' ? [] : [copy.in(place)]), ...(isRequired ? [presence] : [])].join(
    ', ',
  );
}
