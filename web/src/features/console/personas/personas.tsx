import { lazy, type ReactElement, Suspense, useState } from 'react';
import { usePersonas } from '@/app/personas';
import { Button } from '@/components/ui/button';
import { consoleCopy } from '@/copy/console';
import { formatContext, parseContext } from '@/lib/evaluation/context-text';
import { type EntityInput } from '../use-entities';

const PersonasDialog = lazy(async () => ({ default: (await import('./personas-dialog')).PersonasDialog }));

const SavePersonaDialog = lazy(async () => ({
  default: (await import('./save-persona-dialog')).SavePersonaDialog,
}));

const { personas: copy } = consoleCopy;

interface PersonasProps {
  readonly entity: EntityInput;
  readonly onUse: (entity: EntityInput) => void;
}

/** Entities with names, one press away. */
export function Personas({ entity, onUse }: PersonasProps): ReactElement {
  const personas = usePersonas();
  const [open, setOpen] = useState<'save' | 'manage'>();
  const context = parseContext(entity.context);
  const close = (): void => {
    setOpen(undefined);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{copy.title}</legend>
      {personas.length === 0 ? (
        <p className="text-secondary text-muted">{copy.none}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {personas.map((persona) => (
            <li key={persona.name}>
              <Button
                size="compact"
                aria-label={copy.use(persona.name)}
                onClick={() => {
                  onUse({ entityId: persona.entityId, context: formatContext(persona.context) });
                }}
              >
                {persona.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="compact"
          variant="ghost"
          disabled={entity.entityId === '' || context === undefined}
          onClick={() => {
            setOpen('save');
          }}
        >
          {copy.save}
        </Button>
        <Button
          size="compact"
          variant="ghost"
          onClick={() => {
            setOpen('manage');
          }}
        >
          {copy.manage}
        </Button>
      </div>
      <Suspense>
        {open === 'save' && context !== undefined && (
          <SavePersonaDialog entityId={entity.entityId} context={context} onClose={close} />
        )}
        {open === 'manage' && <PersonasDialog onClose={close} />}
      </Suspense>
    </fieldset>
  );
}
