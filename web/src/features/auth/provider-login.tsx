import { type ReactElement, useState } from 'react';
import { detailsOf } from '@/api/api-error';
import { loginAddress } from '@/api/methods';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { loginCopy } from '@/copy/login';
import { isSafeLogin, type LoginChoice } from './login-choices';
import { type LoginFailure } from './login-failure';
import { ProviderIcon } from './provider-icon';

interface Failure {
  readonly title: string;
  readonly text?: string;
  readonly details?: string;
}

interface ProviderLoginProps {
  readonly choices: readonly LoginChoice[];
  /** What became of the login before; shown until the next one begins. */
  readonly failed: LoginFailure | undefined;
}

/** A button for each provider, which leads to its pages. */
export function ProviderLogin({ choices, failed }: ProviderLoginProps): ReactElement {
  const [leavingFor, setLeavingFor] = useState<LoginChoice>();
  const [failure, setFailure] = useState<Failure | undefined>(failed);
  const leave = async (choice: LoginChoice): Promise<void> => {
    setLeavingFor(choice);
    setFailure(undefined);
    try {
      const address = await loginAddress(choice.authorizeUrl);
      if (!isSafeLogin(address)) throw new Error(loginCopy.unsafeAddress);
      // The button stays busy until the browser has left.
      window.location.assign(address);
    } catch (error) {
      setFailure({ title: loginCopy.unavailable(choice.name), details: detailsOf(error) });
      setLeavingFor(undefined);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {choices.map((choice, index) => (
        <Button
          key={`${choice.key} ${choice.authorizeUrl}`}
          autoFocus={index === 0}
          aria-label={loginCopy.signInWith(choice.name)}
          icon={<ProviderIcon providerKey={choice.key} />}
          busy={leavingFor === choice}
          disabled={leavingFor !== undefined && leavingFor !== choice}
          onClick={() => void leave(choice)}
        >
          {loginCopy.with(choice.name)}
        </Button>
      ))}
      {failure !== undefined && (
        <ErrorState title={failure.title} description={failure.text} details={failure.details} />
      )}
    </div>
  );
}
