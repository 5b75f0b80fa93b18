import { Clipboard, CopyPlus, Ellipsis, Star } from 'lucide-react';
import { type ReactElement } from 'react';
import { useCopyText } from '@/app/copy-text';
import { useSearchState } from '@/app/search-state';
import { useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { flagCopy } from '@/copy/flag';
import { type Flag, type Variant } from '@/lib/model';
import { useFlagPlan } from '../targeting/use-flag-plan';
import { variantSearch } from './variant-search';

interface VariantMenuProps {
  readonly flag: Flag;
  readonly variant: Variant;
}

/** What else can be done with a variant. */
export function VariantMenu({ flag, variant }: VariantMenuProps): ReactElement {
  const copy = flagCopy.variants;
  const { run } = useFlagPlan(flag);
  const copyText = useCopyText();
  const block = useWriteBlock(flagCopy.actions.update);
  const [, setSearch] = useSearchState(variantSearch);

  const setDefault = async (): Promise<void> => {
    await run((shown, { planDefaultVariant }) => planDefaultVariant(shown, variant.key), {
      success: copy.defaultSet,
      action: flagCopy.actions.update,
    });
  };

  return (
    <Menu
      trigger={
        <IconButton label={copy.more(variant.key)}>
          <Ellipsis aria-hidden size={16} />
        </IconButton>
      }
    >
      {flag.defaultVariantKey !== variant.key && (
        <MenuItem icon={<Star aria-hidden size={16} />} blocked={block} onSelect={() => void setDefault()}>
          {copy.setDefault}
        </MenuItem>
      )}
      <MenuItem
        icon={<CopyPlus aria-hidden size={16} />}
        blocked={block}
        onSelect={() => {
          setSearch({ variant: 'new', copy: variant.key });
        }}
      >
        {copy.duplicate}
      </MenuItem>
      {variant.attachment !== '' && (
        <MenuItem
          icon={<Clipboard aria-hidden size={16} />}
          onSelect={() => {
            copyText(variant.attachment);
          }}
        >
          {copy.copyAttachment}
        </MenuItem>
      )}
    </Menu>
  );
}
