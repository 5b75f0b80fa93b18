import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { isNotFound } from '@/api/api-error';
import { namespaceQuery } from '@/api/namespaces';
import { isRefusal } from '@/api/session';
import { useNotify } from '@/changes';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { shellCopy } from '@/copy/shell';
import { namespacePath } from './namespace';

/** Opens a namespace by its key, for those who may not list them. */
export function OpenNamespaceForm({
  onOpened,
}: {
  readonly onOpened?: (() => void) | undefined;
}): ReactElement {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const open = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (key === '') return;
    setIsChecking(true);
    try {
      await client.query({ ...namespaceQuery(key), staleTime: 0 });
      onOpened?.();
      await navigate(namespacePath(key, 'flags'));
    } catch (failure) {
      if (isNotFound(failure)) setError(shellCopy.namespaces.missing(key));
      else if (isRefusal(failure)) setError(shellCopy.namespaces.refused(key));
      else notify.error(commonCopy.unreachable, failure instanceof Error ? failure : undefined);
    }
    setIsChecking(false);
  };
  return (
    <form onSubmit={(event) => void open(event)} className="flex max-w-md flex-col gap-3" noValidate>
      <TextField
        label={shellCopy.namespaces.open}
        description={shellCopy.namespaces.openHint}
        error={error}
        value={key}
        onChange={(event) => {
          setKey(event.target.value.trim());
          setError(undefined);
        }}
      />
      <Button type="submit" busy={isChecking} className="self-start">
        {commonCopy.open}
      </Button>
    </form>
  );
}
