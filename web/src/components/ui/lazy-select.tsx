import { ChevronDown } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { classes } from '@/components/ui/classes';
import { inputClasses } from '@/components/ui/input-classes';
import { type SelectProps } from '@/components/ui/select';

const Select = lazy(async () => ({ default: (await import('./select')).Select }));

/**
 * A select that what is around it need not wait for, as in the toolbar of a list. Until it is loaded its room shows
 * what is chosen.
 */
export function LazySelect<T extends string>(props: SelectProps<T>): ReactElement {
  const { label, hideLabel = false, value, options, onChange, placeholder } = props;
  const { compact = false, mono = false, className } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Suspense
      fallback={
        <div aria-hidden className={classes('flex min-w-0 flex-col gap-1', className)}>
          {!hideLabel && <span className="font-medium">{label}</span>}
          <div
            className={classes(inputClasses({ compact, mono }), 'flex items-center justify-between gap-2')}
          >
            <span className="min-w-0 truncate">{chosen?.label ?? placeholder}</span>
            <ChevronDown size={16} className="text-muted" />
          </div>
        </div>
      }
    >
      <Select
        {...props}
        onChange={(next) => {
          const option = options.find((one) => one.value === next);
          if (option !== undefined) onChange(option.value);
        }}
      />
    </Suspense>
  );
}
