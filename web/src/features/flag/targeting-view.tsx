import { lazy, type ReactElement, Suspense } from 'react';
import { DetailsCard } from './details/details-card';
import { useFlagOutlet } from './flag-outlet';
import { FlagRail } from './rail/flag-rail';
import { targetingSection, useSectionScroll } from './targeting-sections';
import { VariantsSection } from './variants/variants-section';

// A flag has rules or rollouts, never both, and few have what only the other type uses.
const Leftovers = lazy(async () => ({ default: (await import('./leftovers')).Leftovers }));
const RulesSection = lazy(async () => ({ default: (await import('./rules/rules-section')).RulesSection }));
const RolloutsSection = lazy(async () => ({
  default: (await import('./rollouts/rollouts-section')).RolloutsSection,
}));

/** Details, variants, and who gets which of them, as one page. */
export function Component(): ReactElement {
  const { flag } = useFlagOutlet();
  const isVariantFlag = flag.type === 'variant';
  useSectionScroll();
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,55rem)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Suspense>
          <Leftovers flag={flag} />
        </Suspense>
        <DetailsCard flag={flag} />
        {isVariantFlag && (
          <div id="variants" tabIndex={-1} className="scroll-mt-4 outline-none">
            <VariantsSection flag={flag} />
          </div>
        )}
        <div id={targetingSection} tabIndex={-1} className="scroll-mt-4 outline-none">
          <Suspense>
            {isVariantFlag ? <RulesSection flag={flag} /> : <RolloutsSection flag={flag} />}
          </Suspense>
        </div>
      </div>
      <FlagRail flag={flag} />
    </div>
  );
}
