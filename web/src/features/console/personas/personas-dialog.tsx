import { Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import { deletePersona, exportPersonas, readPersonas, savePersonas, usePersonas } from '@/app/personas';
import { useNotify } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { IconButton } from '@/components/ui/icon-button';
import { consoleCopy } from '@/copy/console';

const { personas: copy } = consoleCopy;

/** Deletes personas, and takes them from one browser to another. */
export function PersonasDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const personas = usePersonas();
  const notify = useNotify();
  const file = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);

  const load = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = currentTarget.files ?? [];
    const read = chosen === undefined ? undefined : readPersonas(await chosen.text());
    setRefused(read === undefined);
    if (read === undefined) return;
    savePersonas(read);
    notify.success(copy.imported(read.length));
  };

  return (
    <Dialog
      open
      title={copy.title}
      description={copy.privacy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => file.current?.click()}>{copy.import}</Button>
          <Button
            disabled={personas.length === 0}
            onClick={() => {
              saveFile(copy.file, exportPersonas(personas));
            }}
          >
            {copy.export}
          </Button>
        </>
      }
    >
      <input
        ref={file}
        type="file"
        accept="application/json"
        aria-label={copy.import}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void load(event)}
      />
      {isRefused && (
        <div role="alert">
          <Banner tone="danger">{copy.notPersonas}</Banner>
        </div>
      )}
      {personas.length === 0 ? (
        <p className="text-muted">{copy.none}</p>
      ) : (
        <ul className="flex flex-col">
          {personas.map(({ name, entityId }) => (
            <li key={name} className="flex items-center gap-2 border-b border-border py-1 last:border-b-0">
              <span className="min-w-0 flex-1 break-words">
                {name} <span className="font-mono text-code text-muted">{entityId}</span>
              </span>
              <IconButton
                label={copy.remove(name)}
                onClick={() => {
                  deletePersona(name);
                }}
              >
                <Trash2 aria-hidden size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
