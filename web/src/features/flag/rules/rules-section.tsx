import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Link } from '@/components/ui/link';
import { rulesCopy as copy } from '@/copy/rules';
import { type Flag } from '@/lib/model';
import { StepsSection } from '../targeting/steps-section';
import { DefaultRuleCard } from './default-rule-card';
import { ruleKind } from './rule-kind';

/** The rules of a variant flag, by rank, and what holds when none of them matches. */
export function RulesSection({ flag }: { readonly flag: Flag }): ReactElement {
  return (
    <StepsSection kind={ruleKind} flag={flag} notices={<Notices flag={flag} />}>
      <DefaultRuleCard flag={flag} />
    </StepsSection>
  );
}

function Notices({ flag }: { readonly flag: Flag }): ReactElement {
  const block = useWriteBlock(copy.actions.create);
  return (
    <>
      {!flag.isEnabled && <Banner>{copy.disabled}</Banner>}
      {flag.variants.length === 0 && (
        <Banner
          actions={
            block === undefined && (
              <Link inText to={{ search: '?variant=new' }}>
                {copy.toVariants}
              </Link>
            )
          }
        >
          {copy.noVariants}
        </Banner>
      )}
    </>
  );
}
