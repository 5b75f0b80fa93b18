import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { useNotify } from '@/changes';
import { ButtonLink } from '@/components/ui/link';
import { TextField } from '@/components/ui/text-field';
import { shellCopy } from '@/copy/shell';
import { type Namespace } from '@/lib/model';
import { found, inSwitcherOrder } from './namespace-list';
import { usePathInNamespace } from './switch-namespace';

interface NamespaceChoiceProps {
  readonly namespaces: readonly Namespace[];
  readonly current: string;
  readonly onChosen: () => void;
}

/** Finds a namespace and goes there. */
export function NamespaceChoice({ namespaces, current, onChosen }: NamespaceChoiceProps): ReactElement {
  const copy = shellCopy.namespaces;
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const pathIn = usePathInNamespace(client);
  const [query, setQuery] = useState('');
  const shown = inSwitcherOrder(namespaces).filter((namespace) => found(namespace, query));
  const choose = async (namespaceKey: string): Promise<void> => {
    onChosen();
    const { path, missing } = await pathIn(namespaceKey);
    if (missing !== undefined) notify.info(copy.lacks(missing, namespaceKey));
    await navigate(path);
  };
  const first = shown[0];
  return (
    <div className="flex flex-col gap-2">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) void choose(first.key);
        }}
      >
        <TextField
          label={copy.search}
          hideLabel
          placeholder={copy.search}
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
          }}
        />
      </form>
      {shown.length === 0 && <p className="px-2 text-muted">{copy.nothing}</p>}
      <ul className="-mx-2 max-h-80 overflow-y-auto">
        {shown.map(({ key, name, description }) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === current ? 'true' : undefined}
              className="flex w-full items-start gap-2 rounded-control px-2 py-1.5 text-start hover:bg-sunken"
              onClick={() => void choose(key)}
            >
              <span className="flex h-5 w-4 items-center">
                {key === current && <Check aria-hidden size={16} className="text-accent" />}
              </span>
              <span className="min-w-0">
                <span className="block break-words">{name}</span>
                <span className="block font-mono text-caption break-words text-muted">{key}</span>
                {description !== '' && (
                  <span className="block text-caption break-words text-muted">{description}</span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex gap-2 border-t border-border pt-2">
        <ButtonLink size="compact" variant="ghost" to="/settings/namespaces" onClick={onChosen}>
          {copy.manage}
        </ButtonLink>
        <ButtonLink
          size="compact"
          variant="ghost"
          to={`/compare?left=${encodeURIComponent(current)}`}
          onClick={onChosen}
        >
          {copy.compare}
        </ButtonLink>
      </div>
    </div>
  );
}
