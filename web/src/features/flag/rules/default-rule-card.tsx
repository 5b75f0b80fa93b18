import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { AudienceDot } from '@/components/audience-dot';
import { Button } from '@/components/ui/button';
import { rulesCopy } from '@/copy/rules';
import { type Flag } from '@/lib/model';
import { DefaultCard } from '../targeting/default-card';
import { useFlagPlan } from '../targeting/use-flag-plan';

const copy = rulesCopy.defaultRule;
const action = rulesCopy.actions.defaultVariant;

/** What entities get that no rule decides for. */
export function DefaultRuleCard({ flag }: { readonly flag: Flag }): ReactElement {
  const { variants, defaultVariantKey } = flag;
  const block = useWriteBlock(action);
  const { run } = useFlagPlan(flag);
  const remove = async (): Promise<boolean> =>
    run((shown, { planDefaultVariant }) => planDefaultVariant(shown, undefined), {
      success: copy.removed,
      action,
    });
  return (
    <DefaultCard
      flag={flag}
      name="default-rule"
      copy={copy}
      action={action}
      valueOf={(shown) => shown.defaultVariantKey ?? ''}
      planOf={(shown, key, { planDefaultVariant }) => planDefaultVariant(shown, key)}
      editOf={(chosen) => ({ defaultVariantKey: chosen })}
      select={{
        label: copy.variant,
        className: 'min-w-56 flex-1',
        mono: true,
        'data-testid': 'variant-default-select-button',
        placeholder: copy.none,
        blocked: variants.length === 0 ? rulesCopy.modes.needsVariants : undefined,
        options: variants.map(({ key }, index) => ({
          value: key,
          label: key,
          icon: <AudienceDot tone={{ kind: 'variant', index }} />,
        })),
      }}
      actions={(reset) => (
        <Button
          disabled={defaultVariantKey === undefined}
          blocked={block}
          onClick={() =>
            void remove().then((isRemoved) => {
              if (isRemoved) reset();
            })
          }
        >
          {copy.remove}
        </Button>
      )}
    />
  );
}
