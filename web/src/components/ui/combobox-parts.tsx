import { Combobox as Base } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { choiceClasses, layerClasses } from '@/components/ui/layer-classes';

/** One thing that can be found and chosen. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A line below the label; searched as well. */
  readonly description?: string;
  readonly icon?: ReactNode;
}

/** How many matches a list shows at once: people narrow a search rather than scroll further. */
export const shownMatches = 100;

/** Searches label, value and description. */
export function matches(option: ComboboxOption, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [option.label, option.value, option.description ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/**
 * True for Escape in a field whose choices are closed: it is for the layer around the field, and must not cost what
 * was chosen.
 */
export function isForLayer(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}

/** The list of matches below the field. */
export function ComboboxLayer({ emptyText }: { readonly emptyText: string }): ReactElement {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-40 outline-none">
        <Base.Popup className={classes(layerClasses, 'w-(--anchor-width) min-w-56 overflow-hidden')}>
          <Base.Empty>
            <p className="px-3 py-2.5 text-secondary text-muted">{emptyText}</p>
          </Base.Empty>
          <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
            {(option: ComboboxOption) => (
              <Base.Item key={option.value} value={option} className={choiceClasses}>
                <span className="flex w-4 shrink-0 justify-center">
                  <Base.ItemIndicator>
                    <Check aria-hidden size={16} className="text-accent" />
                  </Base.ItemIndicator>
                </span>
                {option.icon}
                <span className="min-w-0 flex-1">
                  <span className="block break-words">{option.label}</span>
                  {option.description !== undefined && (
                    <span className="block text-caption break-words text-muted">{option.description}</span>
                  )}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
