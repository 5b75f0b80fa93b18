import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { metaQuery } from '@/api/meta';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { guideCopy } from '@/copy/guide';

const { cards } = guideCopy;

/** What to read first, and where to turn to; the same on the first-run page and in the help. */
export function GuideCards(): ReactElement {
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-4">
      {[cards.quickStart, cards.guides, cards.integrate].map(({ title, text, steps }) => (
        <Card key={title} title={title} description={text}>
          <ol className="list-decimal space-y-2 ps-5">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      ))}
      {[cards.changelog, cards.community, cards.contact].map(({ title, text }) => (
        <Card key={title} title={title}>
          <p>{text}</p>
        </Card>
      ))}
      <Card title={cards.about.title}>
        <p>{cards.about.text}</p>
        {meta !== undefined && <p className="mt-2">{cards.about.version(meta.version)}</p>}
        <p className="mt-2">
          <Link inText to="/settings/server">
            {cards.about.server}
          </Link>
        </p>
      </Card>
    </div>
  );
}
