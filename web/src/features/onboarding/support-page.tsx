import { BookOpen } from 'lucide-react';
import { type ReactElement } from 'react';
import { printedKeys } from '@/app/keys';
import { isApple } from '@/app/platform';
import { useTitle } from '@/app/title';
import { KeyValue } from '@/components/key-value';
import { PageHeader } from '@/components/page-header';
import { Card } from '@/components/ui/card';
import { Kbd } from '@/components/ui/kbd';
import { ButtonLink } from '@/components/ui/link';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { commonCopy } from '@/copy/common';
import { guideCopy } from '@/copy/guide';
import { GuideCards } from './guide-cards';

/** Help. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.support);
  return (
    <>
      <PageHeader
        title={commonCopy.pages.support}
        description={guideCopy.supportText}
        actions={
          <ButtonLink to="/support/api" icon={<BookOpen aria-hidden size={16} />}>
            {commonCopy.pages.apiReference}
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-4">
        <GuideCards />
        <EvaluationOrder />
        <Card title={guideCopy.glossary.title}>
          <KeyValue items={guideCopy.glossary.terms} />
        </Card>
        <Shortcuts />
      </div>
    </>
  );
}

function EvaluationOrder(): ReactElement {
  const { title, variant, boolean } = guideCopy.order;
  return (
    <Card title={title}>
      <div className="flex flex-wrap gap-6">
        {[variant, boolean].map((type) => (
          <section key={type.title} className="min-w-0 flex-1 basis-80">
            <h3 className="mb-2 font-medium">{type.title}</h3>
            <ol className="border-s-2 border-accent">
              {type.steps.map((step, index) => (
                <li key={step} className="relative py-2 ps-6">
                  <span
                    aria-hidden
                    className="absolute -start-3 top-2 flex size-6 items-center justify-center rounded-full bg-accent text-caption font-medium text-on-accent"
                  >
                    {index + 1}
                  </span>
                  {step}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Card>
  );
}

function Shortcuts(): ReactElement {
  const { title, keys, action, where, rows } = guideCopy.shortcuts;
  return (
    <section>
      <h2 className="mb-3 text-section font-semibold">{title}</h2>
      <Table caption={title}>
        <thead>
          <tr>
            <HeaderCell>{keys}</HeaderCell>
            <HeaderCell>{action}</HeaderCell>
            <HeaderCell>{where}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.keys}>
              <Cell>
                <Kbd keys={printedKeys(row.keys, isApple)} />
              </Cell>
              <Cell>{row.action}</Cell>
              <Cell>{row.where}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
