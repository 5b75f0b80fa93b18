import { type ReactElement } from 'react';
import { type LoginMethod } from '@/api/types';
import { Banner } from '@/components/ui/banner';
import { loginCopy } from '@/copy/login';
import { methodsCopy } from '@/copy/methods';

/** Says that people cannot sign in by a browser, and what programs can use. */
export function NoLogin({ methods }: { readonly methods: readonly LoginMethod[] }): ReactElement {
  const enabled = methods.filter((method) => method.enabled);
  return (
    <Banner tone="warn">
      <p className="font-medium">{loginCopy.none.title}</p>
      <p>{loginCopy.none.text}</p>
      {enabled.length > 0 && (
        <>
          <p className="mt-2">{loginCopy.none.others}</p>
          <ul className="list-disc ps-5">
            {enabled.map(({ method }) => (
              <li key={method}>{methodsCopy[method].all}</li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
