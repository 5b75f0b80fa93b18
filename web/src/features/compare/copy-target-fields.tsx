import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { inSwitcherOrder } from '@/app/namespace-list';
import { useMayCall } from '@/changes';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { compareCopy } from '@/copy/compare';
import { permissionsCopy } from '@/copy/permissions';
import { slugOf } from '@/lib/slug';
import { keySchema, problemOf } from '@/lib/validation';

const copy = compareCopy.copy;

/** Where copies go: a namespace that exists, or one that is made first. */
export type TargetChoice =
  | { readonly kind: 'existing'; readonly key: string }
  | { readonly kind: 'new'; readonly name: string; readonly key: string; readonly followsName: boolean };

const CREATE = 'new:';

const emptyNamespace: TargetChoice = { kind: 'new', name: '', key: '', followsName: true };

interface CopyTargetFieldsProps {
  readonly sourceKey: string;
  /** Undefined while nothing is chosen. */
  readonly target: TargetChoice | undefined;
  readonly onChange: (target: TargetChoice) => void;
}

/** Chooses the namespace that is copied to. */
export function CopyTargetFields({ sourceKey, target, onChange }: CopyTargetFieldsProps): ReactElement {
  const { data: namespaces = [] } = useQuery(namespacesQuery());
  const mayCall = useMayCall();
  const others = inSwitcherOrder(namespaces).filter(({ key }) => key !== sourceKey);
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={copy.target}
        data-testid="copyToNamespace"
        placeholder={copy.chooseTarget}
        value={target === undefined ? undefined : target.kind === 'new' ? CREATE : target.key}
        options={[
          ...others.map(({ key, name }) => {
            const isAllowed = mayCall('CreateChange', key);
            const description = isAllowed ? key : permissionsCopy.refusedIn(copy.action, key);
            return { value: key, label: name, description, disabled: !isAllowed };
          }),
          { value: CREATE, label: copy.newNamespace, disabled: !mayCall('CreateNamespace') },
        ]}
        onChange={(value) => {
          onChange(value === CREATE ? emptyNamespace : { kind: 'existing', key: value });
        }}
      />
      {target?.kind === 'new' && (
        <div className="flex flex-wrap gap-4">
          <TextField
            label={copy.name}
            className="min-w-48 flex-1"
            value={target.name}
            onChange={({ currentTarget: { value } }) => {
              onChange({ ...target, name: value, ...(target.followsName && { key: slugOf(value) }) });
            }}
          />
          <TextField
            mono
            label={copy.key}
            className="min-w-48 flex-1"
            value={target.key}
            error={target.key === '' ? undefined : newNamespaceProblem(target.key, namespaces)}
            onChange={({ currentTarget: { value } }) => {
              onChange({ ...target, key: value, followsName: value === '' });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** What is wrong with the key of a namespace that is to be made; undefined when nothing is. */
export function newNamespaceProblem(
  key: string,
  namespaces: readonly { readonly key: string }[],
): string | undefined {
  const schema = keySchema('namespace', (taken) => namespaces.some((namespace) => namespace.key === taken));
  return problemOf(schema, key);
}
