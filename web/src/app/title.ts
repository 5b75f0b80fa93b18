import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { metaQuery } from '@/api/meta';
import { commonCopy } from '@/copy/common';

/** Names the document: `{name} · {namespace} · {product}`, with the label of the environment if there is one. */
export function useTitle(name: string): void {
  const { namespaceKey } = useParams();
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  const label = meta?.topbarLabel ?? '';
  useEffect(() => {
    const product = label === '' ? commonCopy.product : `${commonCopy.product}/${label}`;
    document.title = [name, namespaceKey, product]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ');
  }, [name, namespaceKey, label]);
}
