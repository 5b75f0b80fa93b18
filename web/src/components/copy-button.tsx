import { Check, Copy } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { kitCopy } from '@/copy/kit';

const CopyByHand = lazy(async () => ({ default: (await import('./copy-by-hand')).CopyByHand }));

interface CopyButtonProps {
  /** What is copied. */
  readonly text: string;
  /** Its name, as in `Copy key`. */
  readonly label: string;
  /** Shows the name beside the icon. */
  readonly withText?: boolean;
  readonly className?: string;
  /** Told when the text was copied, or is shown to be. */
  readonly onCopied?: () => void;
}

/** How long the confirmation stays, in milliseconds. */
const confirmationTime = 2_000;

/**
 * Copies a text and says so. Where the browser has no clipboard, as on plain http, it shows the text selected, to be
 * copied by hand.
 */
export function CopyButton({
  text,
  label,
  withText = false,
  className = '',
  onCopied,
}: CopyButtonProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, confirmationTime);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setShown(true);
    }
    onCopied?.();
  };

  const icon = isCopied ? (
    <Check aria-hidden size={16} className="text-on" />
  ) : (
    <Copy aria-hidden size={16} />
  );
  return (
    <>
      {withText ? (
        <Button variant="ghost" size="compact" icon={icon} className={className} onClick={() => void copy()}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} className={className} onClick={() => void copy()}>
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {isCopied ? kitCopy.clipboard.copied : ''}
      </span>
      {isShown && (
        <Suspense>
          <CopyByHand
            text={text}
            label={label}
            onClose={() => {
              setShown(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
